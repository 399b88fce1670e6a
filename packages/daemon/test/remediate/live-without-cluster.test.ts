import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { core, startTestDaemon, temporaryFolder } from "../support/daemon.ts";

describe("An action in the mode live where no cluster is configured", () => {
  it("is refused with the reason, and the start says so", async () => {
    const daemon = await startTestDaemon({ TOCSIN_REMEDIATION_MODE: "live" });
    const warnings = daemon.log.filter(({ level }) => level === "warn").map(({ message }) => message);
    expect(warnings.join()).to.contain("TOCSIN_REMEDIATION_MODE is live, and no Kubernetes cluster is configured");
    const incident = { title: "It fails", description: "none", severity: "HIGH", affectedServices: ["checkout"] };
    const { id: incidentId } = (await core(daemon, "/incidents", { body: incident })).json<{ id: string }>();
    const body = { incidentId, actionType: "restart-service", environment: "staging" };
    const answer = await core(daemon, "/remediation/request", { body });
    expect(answer.status).to.equal(422);
    expect(answer.text).to.contain("No Kubernetes cluster is configured");
    await daemon.stop();
  });

  it("names the kubeconfig that is missing, what follows of it and what to do, at start", async () => {
    const kubeconfig = "/nowhere/tocsin.kubeconfig";
    for (const [mode, follows] of [
      ["live", "Probes of pods fail, and no action on a cluster can be requested."],
      ["simulate", "Probes of pods fail."],
    ] as const) {
      const daemon = await startTestDaemon({ TOCSIN_REMEDIATION_MODE: mode, KUBECONFIG: kubeconfig });
      const warnings = daemon.log.filter(({ level }) => level === "warn").map(({ message }) => message);
      expect(warnings).to.include(
        `KUBECONFIG names ${kubeconfig}, which doesn't exist. ${follows} Put the file there, or unset KUBECONFIG where the daemon runs in the cluster; docs/remediation-kubernetes.md says how to make one`,
      );
      await daemon.stop();
    }
  });
});

describe("Guardrails of actions in clusters", function () {
  this.timeout(30_000);

  const kubeconfigOf = (context: string, server: string): string =>
    JSON.stringify({
      clusters: [{ name: context, cluster: { server } }],
      users: [{ name: "tocsin", user: {} }],
      contexts: [{ name: context, context: { cluster: context, user: "tocsin" } }],
      "current-context": context,
    });

  it("count a namesake in another cluster by itself, and the same cluster under another context together", async () => {
    const home = temporaryFolder();
    const settings = { KUBECONFIG: join(home, "kubeconfig") };
    const requested = async (context: string, server: string) => {
      writeFileSync(settings.KUBECONFIG, kubeconfigOf(context, server));
      daemon = await daemon.restart(settings);
      const incident = { title: "It fails", description: "none", severity: "HIGH", affectedServices: ["checkout"] };
      const { id: incidentId } = (await core(daemon, "/incidents", { body: incident })).json<{ id: string }>();
      const body = { incidentId, actionType: "restart-service", environment: "staging" };
      return core(daemon, "/remediation/request", { body });
    };
    let daemon = await startTestDaemon(settings);
    const body = { ownerTeam: "shop", tier: "tier-2", environment: "staging" };
    await core(daemon, "/services/catalog/checkout", { method: "PUT", body });
    const first = await requested("blue", "https://Blue.example:443/k8s/");
    expect(first.status, first.text).to.equal(201);
    expect(first.json<{ plan: object }>().plan).to.have.nested.property("target.cluster", "https://blue.example/k8s");
    const again = await requested("renamed", "https://blue.example/k8s");
    expect(again.status, again.text).to.equal(422);
    expect(again.text).to.contain("cooldown");
    const other = await requested("green", "https://green.example");
    expect(other.status, other.text).to.equal(201);
    await daemon.stop();
    rmSync(home, { recursive: true });
  });
});
