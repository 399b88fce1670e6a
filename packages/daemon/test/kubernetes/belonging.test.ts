import { writeFileSync } from "node:fs";
import { expect } from "chai";
import { createPodProber } from "../../src/adapters/kubernetes/pod-prober.ts";
import type { PodTool } from "../../src/model/diagnostic-tool.ts";
import type { PodProber } from "../../src/probe/prober.ts";
import { type FakeKubernetes, openFakeKubernetes, podOf, status } from "../support/kubernetes.ts";
import { failureOf, probe } from "./probe.ts";

describe("the pods that a probe may look at", () => {
  let cluster: FakeKubernetes;
  let prober: PodProber;
  const describing = (pod: string): PodTool => ({ type: "describePod", namespace: "default", pod });

  before(async () => {
    cluster = await openFakeKubernetes();
    prober = createPodProber({ kubeconfig: cluster.kubeconfig });
  });
  after(() => cluster.close());
  beforeEach(() => {
    cluster.instead.clear();
    cluster.pods.clear();
    cluster.requests.length = 0;
  });

  it("belong by the beginning of their name, whatever case people write the service in", async () => {
    cluster.pods.set("checkout-7d9f-x2", podOf("checkout-7d9f-x2"));
    const { text } = await probe(prober, describing("checkout-7d9f-x2"), { services: ["cart", "Checkout"] });
    expect(text).to.match(/^Pod: default\/checkout-7d9f-x2$/m);
  });

  for (const label of ["app", "app.kubernetes.io/name"]) {
    it(`belong by the label ${label}`, async () => {
      cluster.pods.set("blue-1", podOf("blue-1", { metadata: { name: "blue-1", labels: { [label]: "checkout" } } }));
      expect((await probe(prober, describing("blue-1"))).findings).to.have.length(1);
    });
  }

  it("are refused in the same words whether they belong to others, are absent or may not be read", async () => {
    cluster.pods.set("cart-1", podOf("cart-1", { metadata: { name: "cart-1", labels: { app: "cart" } } }));
    const other = await failureOf(probe(prober, describing("cart-1")));
    cluster.pods.clear();
    const absent = await failureOf(probe(prober, describing("cart-1")));
    cluster.instead.set("cart-1", (_request, response) => status(response, 403, "Forbidden"));
    const forbidden = await failureOf(probe(prober, describing("cart-1")));
    const nowhere = await failureOf(probe(createPodProber({ kubeconfig: undefined }), describing("cart-1")));
    expect([other, absent, forbidden, nowhere].map(({ name }) => name)).to.deep.equal(Array(4).fill("ProbeRefused"));
    expect(new Set([other, absent, forbidden, nowhere].map(({ message }) => message)).size).to.equal(1);
    expect(other.message).to.include("Pod cart-1 isn't known to belong to a service of the incident");
  });

  it("aren't those whose name only begins alike", async () => {
    cluster.pods.set("checkoutadmin-1", podOf("checkoutadmin-1"));
    expect((await failureOf(probe(prober, describing("checkoutadmin-1")))).name).to.equal("ProbeRefused");
    expect((await failureOf(probe(prober, describing("checkoutadmin-1"), { services: [""] }))).name).to.equal(
      "ProbeRefused",
    );
  });

  it("that are absent and belong by name are a failure that says so", async () => {
    const { name, message } = await failureOf(probe(prober, describing("checkout-gone")));
    expect([name, message]).to.deep.equal(["ProbeFailed", "There is no pod checkout-gone in namespace default."]);
  });

  it("are looked at with nothing but reading: no names that Kubernetes wouldn't allow get into an address", async () => {
    const hostile = [
      ..."checkout-../../secrets|checkout-%2f..%2f|checkout-1/log|checkout-1?a=b|checkout-1#|checkout-\n1|checkout-".split(
        "|",
      ),
      ...[
        "Checkout-1",
        "checkout-1\u0000",
        "checkout-é",
        "checkout-..",
        "checkout-a..b",
        "",
        `checkout-${"a".repeat(250)}`,
      ],
    ];
    for (const pod of hostile) {
      for (const type of ["getPodLogs", "describePod", "getPodResources", "getPodProcesses"] as const) {
        const error = await failureOf(probe(prober, { type, namespace: "default", pod }));
        expect(error.name, JSON.stringify(pod)).to.equal("ProbeRefused");
      }
      const named = { type: "getPodLogs", pod: "checkout-1" } as const;
      expect((await failureOf(probe(prober, { ...named, namespace: pod }))).name).to.equal("ProbeRefused");
      const inside = { ...named, namespace: "default", container: pod };
      expect((await failureOf(probe(prober, inside))).name).to.equal("ProbeRefused");
    }
    expect(cluster.requests).to.deep.equal([]);
  });

  it("need a cluster, and the failure says how to name one", async () => {
    const { name, message } = await failureOf(
      probe(createPodProber({ kubeconfig: undefined }), describing("checkout-1")),
    );
    expect(name).to.equal("ProbeFailed");
    expect(message).to.equal("No Kubernetes cluster is configured: set KUBECONFIG, or run the daemon in a cluster.");
  });

  it("can't be had with a configuration that is none, and its text isn't told", async () => {
    const broken = `${cluster.kubeconfig}-broken`;
    for (const text of ["token: [hunter2", "hunter2", "clusters: [{name: hunter2}]", "{}"]) {
      writeFileSync(broken, text);
      const { name, message } = await failureOf(
        probe(createPodProber({ kubeconfig: broken }), describing("checkout-1")),
      );
      expect(name, text).to.equal("ProbeFailed");
      expect(message).to.match(/^(The file that KUBECONFIG names can't be read|KUBECONFIG names no current cluster)/);
      expect(message).to.not.include("hunter2");
    }
    const missing = createPodProber({ kubeconfig: `${cluster.kubeconfig}-missing` });
    expect((await failureOf(probe(missing, describing("checkout-1")))).message).to.not.include("missing");
  });
});
