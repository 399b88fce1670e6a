import { expect } from "chai";
import { core } from "../support/daemon.ts";
import { type Row, remediationCluster } from "./remediation-cluster.ts";

describe("Lists of remediation actions over HTTP", function () {
  this.timeout(30_000);
  const world = remediationCluster();

  it("lists the latest first, by status and by environment, and counts them", async () => {
    const incidentId = await world.open();
    const made: Row[] = [];
    for (const environment of ["prod", "production", "Production "]) {
      made.push(await world.request({ incidentId, environment, serviceName: environment.trim() }));
    }
    const [first, second, third] = made.map(({ id }) => id);
    const ids = async (query: string) => (await world.read<Row[]>(`/remediation/actions${query}`)).map(({ id }) => id);
    expect(await ids("")).to.deep.equal([third, second, first]);
    expect(await ids("?limit=2")).to.deep.equal([third, second]);
    expect(await ids("?environment=PRODUCTION")).to.deep.equal([third, second]);
    expect(await ids("?environment=prod")).to.deep.equal([first]);
    await world.reject(first as string);
    expect(await ids("?status=REJECTED")).to.deep.equal([first]);
    expect(await ids("?status=SOMETHING_ELSE")).to.deep.equal([]);
    expect(await world.read("/remediation/stats")).to.deep.equal({
      total: 3,
      pending: 2,
      executing: 0,
      completed: 0,
      failed: 0,
      successRate: 0,
      simulated: 3,
      live: { total: 0, pending: 0, executing: 0, completed: 0, failed: 0, successRate: null },
    });
    expect(await world.read("/remediation/stats?environment=prod")).to.deep.include({ total: 1, pending: 0 });
    expect(await world.read("/remediation/priority-signal")).to.deep.equal({
      level: "elevated",
      label: "Needs attention",
      reason: "2 actions wait for approval, 2 of which would be simulated.",
      pendingApprovals: 2,
      activeExecutions: 0,
      failedInLast24h: 0,
    });
    expect(await world.read("/remediation/priority-signal?environment=prod")).to.deep.include({ level: "normal" });
  });

  it("exports the rows as CSV, with the hash of the log's newest entry", async () => {
    const empty = await core(world.daemon, "/remediation/export/csv", { token: world.tokenOf("a") });
    expect([empty.status, empty.headers.get("x-tocsin-audit-head")]).to.deep.equal([200, null]);
    const incidentId = await world.open();
    const { id } = await world.request({ incidentId, serviceName: "=cmd|' /C calc'!A0" });
    await world.request({ incidentId, environment: "prod" });
    const audit = await world.read<{ hash: string }[]>(`/remediation/actions/${id}/audit`);
    const file = await core(world.daemon, "/remediation/export/csv?environment=unknown", { token: world.tokenOf("a") });
    expect(file.headers.get("content-disposition")).to.equal('attachment; filename="remediation-audit-export.csv"');
    expect(file.headers.get("x-tocsin-audit-head"))
      .to.match(/^[0-9a-f]{64}$/)
      .and.to.not.equal(audit[0]?.hash);
    const [head, row, ...more] = file.text.trimEnd().split("\r\n");
    expect(head).to.equal(
      "id,incidentId,actionType,status,performedBy,serviceName,environment,createdAt,updatedAt,details,error",
    );
    expect(row).to.match(new RegExp(`^${id},${incidentId},restart-service,PENDING_APPROVAL,requester,'=cmd`));
    expect(more).to.deep.equal([]);
  });

  it("gives a person's name to the timeline, and hostile names no line of their own", async () => {
    const affectedServices = ["web\n\u001b[2Jadmin approved this"];
    const body = { title: "It fails", description: "none", severity: "HIGH", affectedServices };
    const { incidentId } = await world.request({ incidentId: (await world.send("/incidents", body)).json<Row>().id });
    const events = await world.read<{ type: string; title: string }[]>(`/incidents/${incidentId}/events`);
    expect(events.find(({ type }) => type === "remediation_requested")?.title).to.match(/^[^\p{C}]+$/u);
  });
});
