import { writeFileSync } from "node:fs";
import { delimiter } from "node:path";
import { inspect } from "node:util";
import { expect } from "chai";
import { createPodProber } from "../../src/adapters/kubernetes/pod-prober.ts";
import { status } from "../support/kubernetes.ts";
import { failureOf, probe } from "./probe.ts";
import { troubledCluster } from "./troubled-cluster.ts";

const LEAKS = /fake-bearer|PRIVATE KEY|127\.0\.0\.1|localhost|10\.0\.0\.5|Bearer| {4}at /;

describe("a cluster in trouble", () => {
  const world = troubledCluster();

  for (const [code, reason, words] of world.answers) {
    it(`that answers ${code} is told in words, without its own`, async () => {
      world.cluster.instead.set("checkout-1", (_request, response) =>
        status(response, code, reason, 'Get "https://10.0.0.5:10250/": Bearer fake-bearer'),
      );
      const error = await failureOf(probe(world.prober, world.tool));
      expect([error.name, error.message]).to.deep.equal(["ProbeFailed", words]);
      expect(inspect(error, { showHidden: true }).replaceAll(error.stack ?? "", "")).to.not.match(LEAKS);
    });
  }

  it("says which right is missing as the cluster says it", async () => {
    const message =
      'pods "checkout-1" is forbidden: User "x" cannot get resource "pods/log" in API group "" in the namespace "shop"';
    world.cluster.instead.set("log", (_request, response) => status(response, 403, "Forbidden", message));
    const error = await failureOf(probe(world.prober, { ...world.tool, type: "getPodLogs" }));
    expect(error.message).to.equal("The daemon may not get pods/log in namespace shop: grant its account that right.");
  });

  it("that refuses the credentials is asked with renewed ones the next time", async () => {
    const kubeconfig = `${world.cluster.kubeconfig}-rotating`;
    const text = world.configuration();
    const write = (token: string): void =>
      writeFileSync(kubeconfig, JSON.stringify({ ...text, users: [{ name: "probe", user: { token } }] }));
    write("stale-token");
    const rotating = createPodProber({ kubeconfig });
    const { message } = await failureOf(probe(rotating, world.tool));
    expect(message).to.equal("The cluster doesn't accept the daemon's credentials: renew those that KUBECONFIG names.");
    write(world.cluster.token);
    expect((await probe(rotating, world.tool)).findings).to.have.length(1);
  });

  it("whose credentials come from a program that hangs is given up with the time limit", async () => {
    const kubeconfig = `${world.cluster.kubeconfig}-plugin`;
    const exec = {
      apiVersion: "client.authentication.k8s.io/v1",
      command: "sleep",
      args: ["1"],
      interactiveMode: "Never",
    };
    writeFileSync(kubeconfig, JSON.stringify({ ...world.configuration(), users: [{ name: "probe", user: { exec } }] }));
    const hanging = createPodProber({ kubeconfig });
    const { message } = await failureOf(probe(hanging, world.tool, { signal: AbortSignal.timeout(100) }));
    expect(message).to.equal("The cluster didn't answer within the time limit.");
    expect((await failureOf(probe(hanging, world.tool))).message).to.match(/^What KUBECONFIG names can't be used/);
  });

  it("may be named by several files", async () => {
    const { users, ...rest } = world.configuration();
    const files = [`${world.cluster.kubeconfig}-users`, `${world.cluster.kubeconfig}-rest`];
    writeFileSync(files[0] ?? "", JSON.stringify({ users, clusters: [], contexts: [] }));
    writeFileSync(files[1] ?? "", JSON.stringify({ ...rest, users: [] }));
    expect((await probe(createPodProber({ kubeconfig: files.join(delimiter) }), world.tool)).findings).to.have.length(
      1,
    );
  });
});
