import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { mintToken } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

interface Row {
  readonly id: string;
  readonly incidentId: string;
  readonly status: string;
  readonly performedBy: string;
  readonly serviceName: string | null;
  readonly environment: string | null;
  readonly updatedAt: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly plan: Readonly<Record<string, unknown>>;
  readonly planHash: string;
}

type Body = Readonly<Record<string, unknown>>;

describe("Remediation over HTTP", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  let organization = "";
  let last = 0;
  before(async () => {
    daemon = await startTestDaemon();
  });
  beforeEach(() => {
    organization = `remediation-${++last}`;
  });
  after(() => daemon.stop());

  const tokenOf = (sub: string, name?: string): string =>
    mintToken({ organizationId: organization, sub, ...(name === undefined ? {} : { name }) });
  const send = (path: string, body?: unknown, token = tokenOf("requester")): Promise<Answer> =>
    core(daemon, path, { method: "POST", token, ...(body === undefined ? {} : { body }) });
  const read = async <Json>(path: string, token = tokenOf("reader")): Promise<Json> => {
    const answer = await core(daemon, path, { token });
    expect(answer.status, `${path}: ${answer.text}`).to.equal(200);
    return answer.json<Json>();
  };
  const open = async (environment?: string): Promise<string> => {
    if (environment !== undefined) {
      const entry = { ownerTeam: "shop", tier: "tier-1", environment };
      const answer = await core(daemon, "/services/catalog/checkout", {
        method: "PUT",
        token: tokenOf("a"),
        body: entry,
      });
      expect(answer.status, answer.text).to.equal(200);
    }
    const body = { title: "Checkout fails", description: "none", severity: "HIGH", affectedServices: ["checkout"] };
    return (await send("/incidents", body)).json<{ id: string }>().id;
  };
  const request = async (given: Body = {}): Promise<Row> => {
    const body = { incidentId: given["incidentId"] ?? (await open()), actionType: "restart-service", ...given };
    const answer = await send("/remediation/request", body);
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Row>();
  };
  const approve = (id: string, body?: Body, token = tokenOf("approver", "Ben")): Promise<Answer> =>
    send(`/remediation/${id}/approve`, body, token);
  const reject = (id: string, body?: Body): Promise<Answer> =>
    send(`/remediation/${id}/reject`, body, tokenOf("rejecter", "Rita"));
  const rowOf = (id: string): Promise<Row> => read<Row>(`/remediation/actions/${id}`);
  const resolve = async (id: string): Promise<void> => {
    const body = { status: "RESOLVED" };
    await core(daemon, `/incidents/${id}/status`, { method: "PATCH", token: tokenOf("a"), body });
  };

  it("answers 201 with the row, which waits where nothing says that it isn't production", async () => {
    const row = await request();
    expect(row).to.include({
      status: "PENDING_APPROVAL",
      performedBy: "requester",
      serviceName: "checkout",
      environment: "unknown",
      actionType: "restart-service",
      mode: "simulate",
      error: null,
      verification: null,
      organizationId: organization,
    });
    expect(await rowOf(row.id)).to.deep.equal(row);
    expect(await read(`/remediation/history/${row.incidentId}`)).to.deep.equal([row]);
    expect(await read("/remediation/actions")).to.deep.equal([row]);
    const events = await read<{ type: string; metadata: Body }[]>(`/incidents/${row.incidentId}/events`);
    expect(events.find(({ type }) => type === "remediation_requested")?.metadata).to.deep.include({
      actionId: row.id,
      status: "PENDING_APPROVAL",
    });
  });

  it("takes the environment of the incident, and lets through what policy lets through", async () => {
    const row = await request({ incidentId: await open("Staging") });
    expect(row.environment).to.equal("staging");
    expect(row.status).to.be.oneOf(["QUEUED", "EXECUTING", "COMPLETED"]);
  });

  it("answers 422 with the violations in the body, and makes no row", async () => {
    const incidentId = await open();
    const body = { incidentId, actionType: "format-disk", environment: "staging" };
    const answer = await send("/remediation/request", body);
    expect(answer.status).to.equal(422);
    const problem = answer.json<ErrorBody & { violations: string[] }>();
    expect(problem.violations).to.have.lengthOf(1);
    expect(problem.violations[0]).to.contain("format-disk");
    expect(problem.message).to.equal("Policy blocks this action.");
    await resolve(incidentId);
    const resolved = await send("/remediation/request", { incidentId, actionType: "restart-service" });
    expect([resolved.status, resolved.json<{ violations: string[] }>().violations.join()]).to.satisfy(
      ([status, text]: [number, string]) => status === 422 && text.includes("RESOLVED"),
    );
    expect(await read(`/remediation/history/${incidentId}`)).to.deep.equal([]);
  });

  it("answers 400 naming the parameter that doesn't fit", async () => {
    const incidentId = await open();
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
      const answer = await send("/remediation/request", { incidentId, ...given });
      expect(answer.status, answer.text).to.equal(400);
      expect(
        answer.json<ErrorBody>().details?.map((each) => each.path),
        answer.text,
      ).to.include(path);
    }
    expect(await read("/remediation/actions")).to.deep.equal([]);
  });

  it("previews what a request would come to, and writes nothing", async () => {
    const incidentId = await open();
    const preview = (given: Body) =>
      send("/remediation/preview", { incidentId, actionType: "restart-service", ...given });
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
    expect(await read("/remediation/actions")).to.deep.equal([]);
    expect((await request({ incidentId })).planHash).to.equal(waits["planHash"]);
  });

  it("approves, with and without a body; a second time answers what it has become", async () => {
    for (const body of [undefined, {}, { reason: "Looked at it" }]) {
      const { id } = await request({ serviceName: `service-${body?.reason}-${body}` });
      const answer = await approve(id, body);
      expect([answer.status, answer.json<Body>()]).to.deep.equal([200, { status: "QUEUED", mode: "simulate" }]);
      const row = await rowOf(id);
      expect(row.details["approval"]).to.deep.include({ by: "approver", name: "Ben", reason: body?.reason ?? null });
      const again = await approve(id);
      expect(again.status).to.equal(200);
      expect(again.json<Body>()["status"]).to.be.oneOf(["QUEUED", "EXECUTING", "COMPLETED"]);
      const events = await read<{ event: string }[]>(`/remediation/actions/${id}/audit`);
      expect(events.filter(({ event }) => event === "approved")).to.have.lengthOf(1);
    }
  });

  it("answers 200 with POLICY_VIOLATION where a guardrail blocks, and takes a reason for an override", async () => {
    const { id, incidentId, updatedAt } = await request();
    await resolve(incidentId);
    const blocked = await approve(id, { reason: "" });
    expect(blocked.status).to.equal(200);
    const { status, violations, detail } = blocked.json<{ status: string; violations: string[]; detail: string }>();
    expect([status, violations.length]).to.deep.equal(["POLICY_VIOLATION", 1]);
    expect(detail).to.contain("reason");
    expect(await rowOf(id)).to.include({ status: "PENDING_APPROVAL", updatedAt });
    expect((await approve(id, { reason: "It must be" })).json<Body>()).to.deep.equal({
      status: "QUEUED",
      mode: "simulate",
    });
    expect((await rowOf(id)).details["override"]).to.deep.include({ reason: "It must be", violations });
  });

  it("answers 409 where the plan isn't what was requested, naming what differs", async () => {
    const { id } = await request({ serviceName: "ledger" });
    const body = { dependencies: ["ledger"] };
    await core(daemon, "/services/catalog/web/dependencies", { method: "PUT", token: tokenOf("a"), body });
    const answer = await approve(id, { reason: "all the same" });
    expect(answer.status).to.equal(409);
    expect(answer.json<ErrorBody>().message).to.contain("blastRadius was 0 and is 1");
    expect((await rowOf(id)).status).to.equal("PENDING_APPROVAL");
  });

  it("rejects, and says of what can't be rejected what it is", async () => {
    const { id } = await request();
    const answer = await reject(id, { reason: "Not now" });
    expect([answer.status, answer.json<Body>()]).to.deep.equal([200, { status: "REJECTED" }]);
    const row = await rowOf(id);
    expect(row.details["rejection"]).to.deep.include({ by: "rejecter", name: "Rita", reason: "Not now" });
    const again = await reject(id);
    expect(again.status).to.equal(400);
    expect(again.json<ErrorBody>().message).to.equal(
      "The action is REJECTED in the mode simulate; only PENDING_APPROVAL actions can be rejected.",
    );
    expect((await approve(id)).json<Body>()).to.deep.equal({ status: "REJECTED", mode: "simulate" });
    expect(await rowOf(id)).to.deep.equal(row);
  });

  it("rejects by itself what nobody approved in time", async () => {
    const { id } = await request();
    // An hour ago, as far as the daemon can tell.
    const database = new Database(join(daemon.dataDir, "tocsin.db"));
    database.prepare("update remediation_action set approval_expires_at = 1 where id = ?").run(id);
    database.close();
    const row = await waitFor(
      async () => {
        const found = await rowOf(id);
        return found.status === "REJECTED" && found;
      },
      { within: 15_000, what: "the end of the approval" },
    );
    expect(row.details["rejection"]).to.deep.include({ by: "system" });
  });

  it("lists the latest first, by status and by environment, and counts them", async () => {
    const incidentId = await open();
    const made: Row[] = [];
    for (const environment of ["prod", "production", "Production "]) {
      made.push(await request({ incidentId, environment, serviceName: environment.trim() }));
    }
    const [first, second, third] = made.map(({ id }) => id);
    const ids = async (query: string) => (await read<Row[]>(`/remediation/actions${query}`)).map(({ id }) => id);
    expect(await ids("")).to.deep.equal([third, second, first]);
    expect(await ids("?limit=2")).to.deep.equal([third, second]);
    expect(await ids("?environment=PRODUCTION")).to.deep.equal([third, second]);
    expect(await ids("?environment=prod")).to.deep.equal([first]);
    await reject(first as string);
    expect(await ids("?status=REJECTED")).to.deep.equal([first]);
    expect(await ids("?status=SOMETHING_ELSE")).to.deep.equal([]);
    expect(await read("/remediation/stats")).to.deep.equal({
      total: 3,
      pending: 2,
      executing: 0,
      completed: 0,
      failed: 0,
      successRate: 0,
      simulated: 3,
      live: { total: 0, pending: 0, executing: 0, completed: 0, failed: 0, successRate: null },
    });
    expect(await read("/remediation/stats?environment=prod")).to.deep.include({ total: 1, pending: 0 });
    expect(await read("/remediation/priority-signal")).to.deep.equal({
      level: "elevated",
      label: "Needs attention",
      reason: "2 actions wait for approval, 2 of which would be simulated.",
      pendingApprovals: 2,
      activeExecutions: 0,
      failedInLast24h: 0,
    });
    expect(await read("/remediation/priority-signal?environment=prod")).to.deep.include({ level: "normal" });
  });

  it("exports the rows as CSV, with the hash of the log's newest entry", async () => {
    const empty = await core(daemon, "/remediation/export/csv", { token: tokenOf("a") });
    expect([empty.status, empty.headers.get("x-tocsin-audit-head")]).to.deep.equal([200, null]);
    const incidentId = await open();
    const { id } = await request({ incidentId, serviceName: "=cmd|' /C calc'!A0" });
    await request({ incidentId, environment: "prod" });
    const audit = await read<{ hash: string }[]>(`/remediation/actions/${id}/audit`);
    const file = await core(daemon, "/remediation/export/csv?environment=unknown", { token: tokenOf("a") });
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
    const { incidentId } = await request({ incidentId: (await send("/incidents", body)).json<Row>().id });
    const events = await read<{ type: string; title: string }[]>(`/incidents/${incidentId}/events`);
    expect(events.find(({ type }) => type === "remediation_requested")?.title).to.match(/^[^\p{C}]+$/u);
  });
});
