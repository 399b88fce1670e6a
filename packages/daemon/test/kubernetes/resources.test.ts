import { expect } from "chai";
import { createPodProber } from "../../src/adapters/kubernetes/pod-prober.ts";
import { readQuantity } from "../../src/adapters/kubernetes/quantity.ts";
import type { PodTool } from "../../src/model/diagnostic-tool.ts";
import type { PodProber } from "../../src/probe/prober.ts";
import { type FakeKubernetes, openFakeKubernetes, podOf, status } from "../support/kubernetes.ts";
import { probe } from "./probe.ts";

describe("getPodResources", () => {
  let cluster: FakeKubernetes;
  let prober: PodProber;
  const tool: PodTool = { type: "getPodResources", namespace: "default", pod: "checkout-1" };

  before(async () => {
    cluster = await openFakeKubernetes();
    prober = createPodProber({ kubeconfig: cluster.kubeconfig });
  });
  after(() => cluster.close());
  beforeEach(() => {
    cluster.instead.clear();
    const resources = { requests: { cpu: "100m", memory: "16Mi" }, limits: { cpu: "0.5", memory: "32Mi" } };
    cluster.pods.set("checkout-1", podOf("checkout-1", { spec: { containers: [{ name: "app", resources }] } }));
  });

  const using = (cpu: string, memory: string): void => {
    const metadata = { name: "checkout-1", namespace: "default", selfLink: "", creationTimestamp: "" };
    const containers = [{ name: "app", usage: { cpu, memory } }];
    cluster.metrics = { metadata, timestamp: "2026-11-20T21:00:00Z", window: "30s", containers };
  };

  it("shows requests, limits and usage with their shares, and tells what is near its limit", async () => {
    using("123456789n", "30Mi");
    const { text, findings } = await probe(prober, tool);
    expect(text.split("\n")).to.deep.equal([
      "Usage: measured at 2026-11-20T21:00:00.000Z",
      "Container app:",
      "  cpu: uses 123m (25 % of the limit), request 100m, limit 500m",
      "  memory: uses 30.0 MiB (94 % of the limit), request 16.0 MiB, limit 32.0 MiB",
    ]);
    expect(findings).to.deep.equal(["Container app uses 94 % of its memory limit (30.0 MiB of 32.0 MiB)."]);
  });

  it("says where nothing is near a limit", async () => {
    using("1m", "1Mi");
    expect((await probe(prober, tool)).findings).to.deep.equal(["No container is near its limits."]);
  });

  it("tells a container without a memory limit", async () => {
    using("1m", "1Mi");
    cluster.pods.set("checkout-1", podOf("checkout-1"));
    expect((await probe(prober, tool)).findings).to.deep.equal(["Container app has no memory limit."]);
  });

  it("answers requests and limits, and why there is no usage, where the cluster measures none", async () => {
    cluster.metrics = undefined;
    const { text, findings } = await probe(prober, tool);
    expect(text).to.include("memory: uses unknown, request 16.0 MiB, limit 32.0 MiB");
    expect(findings).to.deep.equal([
      "Actual usage isn't known: the cluster has no metrics server, or it has not measured this pod yet.",
    ]);
    cluster.metrics = {} as never;
    for (const [code, why] of [
      [403, "the daemon may not get pods of metrics.k8s.io"],
      [503, "the cluster's metrics server doesn't answer"],
    ] as const) {
      cluster.instead.set("checkout-1", (request, response) => {
        if (request.url?.startsWith("/apis/")) status(response, code, "No");
        else
          response
            .writeHead(200, { "content-type": "application/json" })
            .end(JSON.stringify(cluster.pods.get("checkout-1")));
      });
      expect((await probe(prober, tool)).findings).to.deep.equal([`Actual usage isn't known: ${why}.`]);
    }
  });

  it("reads amounts in every form that Kubernetes writes, and nothing else", () => {
    const amounts = {
      "250m": 0.25,
      "1.5Gi": 1.5 * 1024 ** 3,
      "1e3": 1000,
      "128974848": 128974848,
      "12345n": 1.2345e-5,
      "2M": 2e6,
      ".5": 0.5,
    };
    for (const [text, amount] of Object.entries(amounts)) expect(readQuantity(text), text).to.be.closeTo(amount, 1e-9);
    for (const text of ["", "abc", "1 Gi", "1GiB", "--1", "1e", "0x10", undefined])
      expect(readQuantity(text)).to.equal(undefined);
  });
});
