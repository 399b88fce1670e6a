import { expect } from "chai";
import type { ErrorBody } from "../support/request.ts";
import { type Body, remediationCluster } from "./remediation-cluster.ts";

describe("Remediation over HTTP", function () {
  this.timeout(30_000);
  const world = remediationCluster();

  it("answers 201 with the row, which waits where nothing says that it isn't production", async () => {
    const row = await world.request();
    expect(row).to.include({
      status: "PENDING_APPROVAL",
      performedBy: "requester",
      serviceName: "checkout",
      environment: "unknown",
      actionType: "restart-service",
      mode: "simulate",
      error: null,
      verification: null,
      organizationId: world.organization,
    });
    expect(await world.rowOf(row.id)).to.deep.equal(row);
    expect(await world.read(`/remediation/history/${row.incidentId}`)).to.deep.equal([row]);
    expect(await world.read("/remediation/actions")).to.deep.equal([row]);
    const events = await world.read<{ type: string; metadata: Body }[]>(`/incidents/${row.incidentId}/events`);
    expect(events.find(({ type }) => type === "remediation_requested")?.metadata).to.deep.include({
      actionId: row.id,
      status: "PENDING_APPROVAL",
    });
  });

  it("takes the environment of the incident, and lets through what policy lets through", async () => {
    const row = await world.request({ incidentId: await world.open("Staging") });
    expect(row.environment).to.equal("staging");
    expect(row.status).to.be.oneOf(["QUEUED", "EXECUTING", "COMPLETED"]);
  });

  it("answers 422 with the violations in the body, and makes no row", async () => {
    const incidentId = await world.open();
    const body = { incidentId, actionType: "format-disk", environment: "staging" };
    const answer = await world.send("/remediation/request", body);
    expect(answer.status).to.equal(422);
    const problem = answer.json<ErrorBody & { violations: string[] }>();
    expect(problem.violations).to.have.lengthOf(1);
    expect(problem.violations[0]).to.contain("format-disk");
    expect(problem.message).to.equal("Policy blocks this action.");
    await world.resolve(incidentId);
    const resolved = await world.send("/remediation/request", { incidentId, actionType: "restart-service" });
    expect([resolved.status, resolved.json<{ violations: string[] }>().violations.join()]).to.satisfy(
      ([status, text]: [number, string]) => status === 422 && text.includes("RESOLVED"),
    );
    expect(await world.read(`/remediation/history/${incidentId}`)).to.deep.equal([]);
  });

  it("answers 400 naming the parameter that doesn't fit", async () => {
    const incidentId = await world.open();
    const wrong: readonly [Body, string][] = [
      [{ actionType: "scale-service" }, "/parameters/replicas"],
      [{ actionType: "scale-service", parameters: { replicas: 1.5 } }, "/parameters/replicas"],
      [{ actionType: "delete-pod", parameters: { pod: "../secrets" } }, "/parameters/pod"],
      [{ actionType: "rollback-deployment", parameters: { toRevision: 0 } }, "/parameters/toRevision"],
      [{ actionType: "restart-service", parameters: { force: true } }, "/parameters/force"],
      [{ actionType: "" }, "/actionType"],
      [{ actionType: "\u3000 " }, "/actionType"],
      [{ serviceName: " " }, "/serviceName"],
      [{ environment: " " }, "/environment"],
      [{ actionType: "restart-service", severity: "AWFUL" }, "/severity"],
    ];
    for (const [given, path] of wrong) {
      const answer = await world.send("/remediation/request", { incidentId, ...given });
      expect(answer.status, answer.text).to.equal(400);
      expect(
        answer.json<ErrorBody>().details?.map((each) => each.path),
        answer.text,
      ).to.include(path);
    }
    expect(await world.read("/remediation/actions")).to.deep.equal([]);
  });

  it("previews what a request would come to, and writes nothing", async () => {
    const incidentId = await world.open();
    const preview = (given: Body) =>
      world.send("/remediation/preview", { incidentId, actionType: "restart-service", ...given });
    const waits = (await preview({})).json<Body>();
    expect(waits).to.deep.include({
      verdict: "manual",
      status: "PENDING_APPROVAL",
      violations: [],
      approvalTtlMinutes: 60,
    });
    const named = (await preview({ environment: "staging" })).json<Body>();
    expect(named).to.include({ verdict: "manual", status: "PENDING_APPROVAL" });
    expect(named["environments"]).to.deep.equal([
      { environment: "staging", source: "action", about: null },
      { environment: "production", source: "nobody", about: null },
    ]);
    const denied = await preview({ actionType: "format-disk" });
    expect(denied.status).to.equal(200);
    expect(denied.json<Body>()).to.include({ verdict: "deny", status: null });
    expect((await preview({ incidentId: "01900000-0000-7000-8000-000000000000" })).status).to.equal(404);
    expect(await world.read("/remediation/actions")).to.deep.equal([]);
    expect((await world.request({ incidentId })).planHash).to.equal(waits["planHash"]);
  });
});
