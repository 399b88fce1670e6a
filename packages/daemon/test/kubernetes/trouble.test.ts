import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter } from "node:path";
import { inspect } from "node:util";
import { expect } from "chai";
import { createPodProber } from "../../src/adapters/kubernetes/pod-prober.ts";
import { podToolTypes } from "../../src/model/diagnostic-tool.ts";
import type { PodProber } from "../../src/probe/prober.ts";
import { certificateFor } from "../support/certificates.ts";
import { type FakeKubernetes, kubeconfigOf, openFakeKubernetes, podOf, status } from "../support/kubernetes.ts";
import { waitFor } from "../support/wait.ts";
import { failureOf, probe } from "./probe.ts";

const LEAKS = /fake-bearer|PRIVATE KEY|127\.0\.0\.1|localhost|10\.0\.0\.5|Bearer| {4}at /;

describe("a cluster in trouble", () => {
  let cluster: FakeKubernetes;
  let prober: PodProber;
  const tool = { type: "describePod", namespace: "shop", pod: "checkout-1" } as const;

  before(async () => {
    cluster = await openFakeKubernetes();
    prober = createPodProber({ kubeconfig: cluster.kubeconfig });
  });
  after(() => cluster.close());
  beforeEach(() => {
    cluster.instead.clear();
    cluster.pods.set("checkout-1", podOf("checkout-1", { metadata: { namespace: "shop" } }));
  });

  const withServer = (server: string, ca: string, token: string): PodProber => {
    const kubeconfig = `${cluster.kubeconfig}-other`;
    writeFileSync(kubeconfig, kubeconfigOf(server, ca, token));
    return createPodProber({ kubeconfig });
  };

  const configuration = () => JSON.parse(readFileSync(cluster.kubeconfig, "utf8"));

  const answers: readonly (readonly [number, string, string])[] = [
    [400, "BadRequest", "The cluster refuses the request (400 BadRequest)."],
    [403, "Forbidden", "The daemon may not get pods in namespace shop: grant its account that right."],
    [404, "NotFound", "There is no pod checkout-1 in namespace shop."],
    [409, "Conflict", "The pod checkout-1 is being changed at the moment; try again."],
    [422, "Invalid", "The cluster refuses the parameters as they are (422)."],
    [429, "TooManyRequests", "The cluster is asked too much at the moment; try again later."],
    [500, "InternalError", "The cluster or the node of the pod is in trouble (500 InternalError); try again later."],
    [503, "<b>", "The cluster or the node of the pod is in trouble (503); try again later."],
  ];
  for (const [code, reason, words] of answers) {
    it(`that answers ${code} is told in words, without its own`, async () => {
      cluster.instead.set("checkout-1", (_request, response) =>
        status(response, code, reason, 'Get "https://10.0.0.5:10250/": Bearer fake-bearer'),
      );
      const error = await failureOf(probe(prober, tool));
      expect([error.name, error.message]).to.deep.equal(["ProbeFailed", words]);
      expect(inspect(error, { showHidden: true }).replaceAll(error.stack ?? "", "")).to.not.match(LEAKS);
    });
  }

  it("says which right is missing as the cluster says it", async () => {
    const message =
      'pods "checkout-1" is forbidden: User "x" cannot get resource "pods/log" in API group "" in the namespace "shop"';
    cluster.instead.set("log", (_request, response) => status(response, 403, "Forbidden", message));
    const error = await failureOf(probe(prober, { ...tool, type: "getPodLogs" }));
    expect(error.message).to.equal("The daemon may not get pods/log in namespace shop: grant its account that right.");
  });

  it("that refuses the credentials is asked with renewed ones the next time", async () => {
    const kubeconfig = `${cluster.kubeconfig}-rotating`;
    const text = configuration();
    const write = (token: string): void =>
      writeFileSync(kubeconfig, JSON.stringify({ ...text, users: [{ name: "probe", user: { token } }] }));
    write("stale-token");
    const rotating = createPodProber({ kubeconfig });
    const { message } = await failureOf(probe(rotating, tool));
    expect(message).to.equal("The cluster doesn't accept the daemon's credentials: renew those that KUBECONFIG names.");
    write(cluster.token);
    expect((await probe(rotating, tool)).findings).to.have.length(1);
  });

  it("whose credentials come from a program that hangs is given up with the time limit", async () => {
    const kubeconfig = `${cluster.kubeconfig}-plugin`;
    const exec = {
      apiVersion: "client.authentication.k8s.io/v1",
      command: "sleep",
      args: ["1"],
      interactiveMode: "Never",
    };
    writeFileSync(kubeconfig, JSON.stringify({ ...configuration(), users: [{ name: "probe", user: { exec } }] }));
    const hanging = createPodProber({ kubeconfig });
    const { message } = await failureOf(probe(hanging, tool, { signal: AbortSignal.timeout(100) }));
    expect(message).to.equal("The cluster didn't answer within the time limit.");
    expect((await failureOf(probe(hanging, tool))).message).to.match(/^What KUBECONFIG names can't be used/);
  });

  it("may be named by several files", async () => {
    const { users, ...rest } = configuration();
    const files = [`${cluster.kubeconfig}-users`, `${cluster.kubeconfig}-rest`];
    writeFileSync(files[0] ?? "", JSON.stringify({ users, clusters: [], contexts: [] }));
    writeFileSync(files[1] ?? "", JSON.stringify({ ...rest, users: [] }));
    expect((await probe(createPodProber({ kubeconfig: files.join(delimiter) }), tool)).findings).to.have.length(1);
  });

  it("that can't be reached or isn't the one that was meant is told by its kind", async () => {
    const stranger = certificateFor("localhost", new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000));
    const closed = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => closed.once("listening", resolve));
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    const refused = await failureOf(probe(withServer(`https://127.0.0.1:${port}`, stranger.cert, "t"), tool));
    expect(refused.message).to.equal("The cluster can't be reached: it refuses the connection.");
    const unknown = await failureOf(probe(withServer("https://cluster.invalid", stranger.cert, "t"), tool));
    expect(unknown.message).to.match(/^The cluster can't be reached: its name /);
    const { server } = configuration().clusters[0].cluster;
    const untrusted = await failureOf(probe(withServer(server, stranger.cert, cluster.token), tool));
    expect(untrusted.message).to.equal(
      "The cluster's certificate isn't trusted: check certificate-authority in KUBECONFIG.",
    );
    for (const error of [refused, unknown, untrusted]) {
      expect(error.cause).to.equal(undefined);
      expect(error.message).to.not.match(LEAKS);
    }
  });

  for (const type of podToolTypes) {
    it(`that is silent ends ${type} with the time limit, and leaves no connection behind`, async () => {
      cluster.instead.set("checkout-1", () => undefined);
      const { message } = await failureOf(probe(prober, { ...tool, type }, { signal: AbortSignal.timeout(100) }));
      expect(message).to.equal("The cluster didn't answer within the time limit.");
      await waitFor(() => cluster.openSockets() === 0, { what: "the connection to be closed" });
    });
  }

  it("that stalls in the middle of an answer is left when the daemon stops", async () => {
    const stopping = new AbortController();
    cluster.instead.set("log", (_request, response) => {
      response.writeHead(200, { "content-type": "text/plain" }).write("first line\n");
      setImmediate(() => stopping.abort());
    });
    const error = await failureOf(probe(prober, { ...tool, type: "getPodLogs" }, { signal: stopping.signal }));
    expect([error.name, error.message]).to.deep.equal(["ProbeFailed", "The probe was stopped."]);
    await waitFor(() => cluster.openSockets() === 0, { what: "the connection to be closed" });
  });

  it("is asked by connections that end with their answers", async () => {
    await Promise.all(podToolTypes.map((type) => probe(prober, { ...tool, type }).catch(() => undefined)));
    await waitFor(() => cluster.openSockets() === 0, { what: "all connections to be closed" });
  });

  it("isn't followed to where it redirects", async () => {
    cluster.instead.set("checkout-1", (_request, response) => {
      response.writeHead(302, { location: "/api/v1/namespaces/shop/secrets/other" }).end();
    });
    expect((await failureOf(probe(prober, tool))).message).to.equal("The cluster refuses the request (302).");
    expect(cluster.requests.filter((request) => request.includes("secrets"))).to.deep.equal([]);
  });
});
