import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
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
