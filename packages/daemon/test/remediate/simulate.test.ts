import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon, temporaryFolder } from "../support/daemon.ts";
import { type FakeKubernetes, openFakeKubernetes } from "../support/kubernetes.ts";
import { waitFor } from "../support/wait.ts";

interface Row {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly verification: { readonly status: string } | null;
}

interface TimelineEvent {
  readonly type: string;
  readonly title: string;
  readonly metadata: object;
}

describe("An action in the mode simulate", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  let cluster: FakeKubernetes;
  before(async () => {
    cluster = await openFakeKubernetes();
    daemon = await startTestDaemon({
      KUBECONFIG: cluster.kubeconfig,
      TOCSIN_ALLOWED_NAMESPACES: "default,shop,theirs@somebody-else",
    });
    for (const service of ["checkout", "search"]) {
      const body = { ownerTeam: "shop", tier: "tier-2", environment: "staging" };
      const answer = await core(daemon, `/services/catalog/${service}`, { method: "PUT", body });
      expect(answer.status, answer.text).to.equal(200);
    }
  });
  after(async () => {
    await daemon.stop();
    await cluster.close();
  });

  const incident = async (service = "checkout"): Promise<string> => {
    const body = { title: "It fails", description: "none", severity: "HIGH", affectedServices: [service] };
    const answer = await core(daemon, "/incidents", { body });
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<{ id: string }>().id;
  };
  const requested = async (incidentId: string, more: object): Promise<Row> => {
    const body = { incidentId, actionType: "restart-service", environment: "staging", ...more };
    const answer = await core(daemon, "/remediation/request", { body });
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Row>();
  };
  const ended = ({ id }: Row): Promise<Row> =>
    waitFor(
      async () => {
        const row = (await core(daemon, `/remediation/actions/${id}`)).json<Row>();
        return ["COMPLETED", "FAILED"].includes(row.status) && row;
      },
      { within: 10_000, what: "the end of the action" },
    );

  it("is completed, and writes down exactly what it would have sent", async () => {
    const incidentId = await incident();
    const row = await ended(await requested(incidentId, { parameters: { namespace: "shop" } }));
    expect(row).to.deep.include({ status: "COMPLETED", error: null });
    expect(row.verification).to.not.equal(null);
    const { outcome, simulated, execution } = row.details as Record<string, Record<string, string>[]>;
    const url = "/apis/apps/v1/namespaces/shop/deployments/checkout?fieldManager=tocsin";
    expect(outcome).to.deep.equal({ summary: `Simulated: would send PATCH ${url}.` });
    expect(simulated).to.have.length(1);
    expect(simulated?.[0]).to.deep.include({ method: "PATCH", url });
    expect(JSON.stringify(simulated)).to.contain(`"tocsin.dev/action":"${row.id}"`);
    expect(execution).to.have.keys("startedAt", "policyVersion");
    const events = (await core(daemon, `/incidents/${incidentId}/events`)).json<TimelineEvent[]>();
    expect(events.map(({ type }) => type)).to.include.members(["remediation_executing", "remediation_completed"]);
    const completed = events.find(({ type }) => type === "remediation_completed");
    expect(completed?.metadata).to.include({ actionId: row.id, actionType: "restart-service" });
    expect(events.map(({ title }) => title)).to.include.members([
      "EXECUTING (simulated): restart-service on checkout in staging",
      "SIMULATED: restart-service on checkout in staging",
    ]);
    expect((await core(daemon, `/incidents/${incidentId}`)).json()).to.include({ status: "OPEN" });
  });

  for (const [actionType, parameters, sent] of [
    ["scale-service", { replicas: 4 }, "PATCH /apis/apps/v1/namespaces/default/deployments/cart?fieldManager=tocsin"],
    ["rollback-deployment", {}, "PATCH /apis/apps/v1/namespaces/default/deployments/cart?fieldManager=tocsin"],
    ["delete-pod", { pod: "cart-1" }, "DELETE /api/v1/namespaces/default/pods/cart-1"],
  ] as const) {
    it(`of ${actionType} would send ${sent}`, async () => {
      const serviceName = "cart";
      const row = await requested(await incident(), { actionType, parameters, serviceName, environment: "prod" });
      const reason = "One after the other, in a test.";
      const approval = { method: "POST", body: { reason } };
      expect((await core(daemon, `/remediation/${row.id}/approve`, approval)).status).to.equal(200);
      expect((await ended(row)).details["outcome"]).to.deep.equal({ summary: `Simulated: would send ${sent}.` });
    });
  }

  it("is refused the namespaces that live mode refuses, in its words, and so is its preview", async () => {
    const body = { incidentId: await incident(), actionType: "restart-service", environment: "staging" };
    for (const namespace of ["kube-system", "theirs"]) {
      const given = { ...body, parameters: { namespace } };
      const reason = `Your organization may not use the namespace ${namespace}. The setting TOCSIN_ALLOWED_NAMESPACES allows it.`;
      const answer = await core(daemon, "/remediation/request", { body: given });
      expect(answer.status, answer.text).to.equal(422);
      expect(answer.text).to.contain(reason);
      const preview = await core(daemon, "/remediation/preview", { body: given });
      expect(preview.text).to.contain(reason);
    }
  });

  it("asks a cluster that is configured nothing: when it is tried out, asked for, approved and executed", async () => {
    const incidentId = await incident();
    const more = { actionType: "delete-pod", parameters: { pod: "basket-1" }, serviceName: "basket" };
    const body = { incidentId, environment: "prod", ...more };
    expect((await core(daemon, "/remediation/preview", { body })).status).to.equal(200);
    const row = await requested(incidentId, { environment: "prod", ...more });
    expect((await core(daemon, `/remediation/${row.id}/approve`, { method: "POST", body: {} })).status).to.equal(200);
    expect(await ended(row)).to.include({ status: "COMPLETED" });
    expect([cluster.requests, cluster.connections()]).to.deep.equal([[], 0]);
  });

  it("is counted by how it ended and by its mode, and none is open then", async () => {
    await ended(await requested(await incident("search"), {}));
    const { text } = await core(daemon, "/metrics");
    expect(text).to.match(/^tocsin_remediations_total\{status="COMPLETED",mode="simulate".*\} [1-9]/m);
    expect(text).to.match(/^tocsin_remediations_open(?:\{.*\})? 0$/m);
  });
});

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
