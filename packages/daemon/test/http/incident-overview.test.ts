import { expect } from "chai";
import { NESTING_MAX } from "../../src/model/ingestion-limits.ts";
import { WORKFLOW_METADATA_BYTES_MAX } from "../../src/model/record-limits.ts";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { SOME_ID } from "../support/operations.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

interface Created {
  readonly id: string;
  readonly title: string;
  readonly createdAt: string;
}

interface Told {
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  readonly actor: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

describe("The overview of incidents over HTTP", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  let token = "";
  let last = 0;
  before(async () => {
    daemon = await startTestDaemon();
  });
  beforeEach(() => {
    token = tokenOf(`org-${++last}`, { name: "Ada", sub: "ada" });
  });
  after(() => daemon.stop());

  const get = (path: string, as = token): Promise<Answer> => core(daemon, path, { token: as });
  const create = async (more: Readonly<Record<string, unknown>> = {}): Promise<Created> => {
    const body = { title: "Checkout fails", description: "503", severity: "HIGH", affectedServices: ["api"], ...more };
    const answer = await core(daemon, "/incidents", { token, body });
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Created>();
  };
  const move = (id: string, status: string): Promise<Answer> =>
    core(daemon, `/incidents/${id}/status`, { method: "PATCH", token, body: { status } });
  const mark = (id: string, body: unknown, as = token): Promise<Answer> =>
    core(daemon, `/incidents/${id}/workflow-event`, { token: as, body });
  const told = async (id: string): Promise<Told[]> => (await get(`/incidents/${id}/events`)).json<Told[]>();

  it("counts by state, severity and service, over all time and over days", async () => {
    await create({ severity: "CRITICAL", affectedServices: ["web", "api"] });
    const over = await create({ severity: "LOW", affectedServices: ["mail"] });
    await move(over.id, "CLOSED");
    for (const query of ["", "?days=1", "?days=3650"]) {
      expect((await get(`/incidents/stats${query}`)).json(), query).to.deep.include({
        activeCount: 1,
        resolvedCount: 1,
        totalCount: 2,
        bySeverity: { CRITICAL: 1, HIGH: 0, MEDIUM: 0, LOW: 1 },
        affectedServices: ["api", "web"],
        allServices: ["api", "mail", "web"],
      });
    }
    for (const query of ["days=0", "days=3651", "days=x", "days=1.5"]) {
      expect((await get(`/incidents/stats?${query}`)).status, query).to.equal(400);
    }
  });

  it("counts by hour, the present one last", async () => {
    const { createdAt } = await create();
    await create();
    const hours = (await get("/incidents/timeline?hours=3")).json<{ hour: string; count: number }[]>();
    expect(hours).to.have.length(3);
    const total = hours.reduce((sum, { count }) => sum + count, 0);
    expect(total).to.equal(2);
    expect(hours.map(({ hour }) => hour)).to.include(`${createdAt.slice(0, 13)}:00:00.000Z`);
    expect((await get("/incidents/timeline")).json()).to.have.length(24);
    for (const query of ["hours=0", "hours=745"]) {
      expect((await get(`/incidents/timeline?${query}`)).status, query).to.equal(400);
    }
  });

  it("exports what the list shows, with the same filters and a limit, whole and in its order", async () => {
    const first = await create({ title: "=HYPERLINK(1)", affectedServices: ["api", "web"] });
    const second = await create({ title: 'Disk "full", again', severity: "CRITICAL" });
    await move(second.id, "RESOLVED");
    const whole = await get("/incidents/export/csv");
    expect(whole.headers.get("content-type")).to.equal("text/csv; charset=utf-8");
    expect(whole.headers.get("content-disposition")).to.equal('attachment; filename="incidents-export.csv"');
    const [head, ...rows] = whole.text.trimEnd().split("\r\n") as [string, string, string];
    expect(head).to.equal(
      "id,title,severity,status,environment,primaryService,affectedServices,assigneeId,deduplicationKey,duplicateCount,createdAt,updatedAt,resolvedAt",
    );
    expect(rows).to.have.length(2);
    const { updatedAt, resolvedAt } = (await get(`/incidents/${second.id}`)).json<Record<string, string>>();
    expect(rows[0]).to.equal(
      `${second.id},"Disk ""full"", again",CRITICAL,RESOLVED,unknown,api,api,,manual:${second.id},0,${second.createdAt},${updatedAt},${resolvedAt}`,
    );
    expect(rows[1]).to.contain(`${first.id},'=HYPERLINK(1),HIGH,OPEN,unknown,api,api;web,,`).and.match(/,$/);
    const idsOf = async (query: string): Promise<string[]> =>
      (await get(`/incidents/export/csv?${query}`)).text
        .trimEnd()
        .split("\r\n")
        .slice(1)
        .map((row) => row.slice(0, 36));
    expect(await idsOf("severity=HIGH")).to.deep.equal([first.id]);
    expect(await idsOf("search=disk&status=RESOLVED&service=api")).to.deep.equal([second.id]);
    expect(await idsOf("sortBy=severity&limit=1")).to.deep.equal([second.id]);
    expect(await idsOf("status=CLOSED")).to.deep.equal([]);
    for (const query of ["limit=0", "limit=10001", "status=open"]) {
      expect((await get(`/incidents/export/csv?${query}`)).status, query).to.equal(400);
    }
  });

  it("answers HEAD of an export without its rows", async () => {
    await create();
    const answer = await core(daemon, "/incidents/export/csv", { token, method: "HEAD" });
    expect([answer.status, answer.text]).to.deep.equal([200, ""]);
    expect(answer.headers.get("content-type")).to.equal("text/csv; charset=utf-8");
  });

  it("takes each marker of people into the timeline as it is given, and leaves the incident as it is", async () => {
    const { id } = await create();
    const before = (await get(`/incidents/${id}`)).json();
    const types = ["stakeholder_update_sent", "stakeholder_update_drafted", "handoff", "note", "war_room_opened"];
    for (const type of [...types, "war_room_closed"]) {
      const metadata = { channel: "email", nested: { list: [1, null, "ü"] } };
      const answer = await mark(id, { type, detail: `Told\nthem ${type}`, metadata });
      expect([answer.status, answer.json()]).to.deep.equal([200, { created: true }]);
      const event = (await told(id)).find((each) => each.type === type);
      expect(event).to.deep.include({ detail: `Told\nthem ${type}`, actor: "Ada", metadata });
      expect(event?.title).not.to.equal("");
    }
    expect((await mark(id, { type: "note", detail: "" })).status).to.equal(200);
    expect((await get(`/incidents/${id}`)).json()).to.deep.equal(before);
  });

  it("refuses markers that the document doesn't describe, or that are too large", async () => {
    const { id } = await create();
    let deep: unknown = 1;
    for (let n = 0; n < NESTING_MAX + 1; n++) deep = { deep };
    const cases: readonly (readonly [body: unknown, path: string])[] = [
      [{ type: "bogus", detail: "d" }, "/type"],
      [{ type: "status_changed", detail: "d" }, "/type"],
      [{ detail: "d" }, "/type"],
      [{ type: "note" }, "/detail"],
      [{ type: "note", detail: "d", metadata: "x" }, "/metadata"],
      [{ type: "note", detail: "d".repeat(20_001) }, "/detail"],
      [{ type: "note", detail: "d", metadata: { text: "x".repeat(WORKFLOW_METADATA_BYTES_MAX) } }, "/metadata"],
      [{ type: "note", detail: "d", metadata: { deep } }, "/metadata"],
    ];
    for (const [body, path] of cases) {
      const answer = await mark(id, body);
      expect(answer.status, answer.text).to.equal(400);
      expect(answer.json<ErrorBody>().details?.map((each) => each.path)).to.include(path);
    }
    expect((await told(id)).map(({ type }) => type)).to.deep.equal(["incident_created"]);
  });

  it("drafts a postmortem in Markdown, and notes the first draft alone", async () => {
    const { id } = await create({ title: "Queue <b>stuck</b>" });
    await mark(id, { type: "note", detail: "Restarted | by hand" });
    const first = await get(`/incidents/${id}/postmortem`);
    expect(first.headers.get("content-type")).to.equal("text/markdown; charset=utf-8");
    expect(first.text).to.match(/^# Postmortem: Queue &lt;b&gt;stuck&lt;\/b&gt;\n/);
    expect(first.text).to.contain("| Ada | Note | Restarted \\| by hand |");
    const other = tokenOf(`org-${last}`, { name: "Bob", sub: "bob" });
    expect((await get(`/incidents/${id}/postmortem`, other)).text).to.equal(first.text);
    const drafts = (await told(id)).filter(({ type }) => type === "postmortem_drafted");
    expect(drafts.map(({ actor }) => actor)).to.deep.equal(["Ada"]);
  });

  it("knows no incident of another organization", async () => {
    const { id } = await create();
    const other = tokenOf("somebody-else");
    for (const unknown of [id, SOME_ID]) {
      expect((await get(`/incidents/${unknown}/postmortem`, other)).status).to.equal(404);
      expect((await mark(unknown, { type: "note", detail: "d" }, other)).status).to.equal(404);
    }
    expect((await get("/incidents/export/csv", other)).text.trimEnd().split("\r\n")).to.have.length(1);
    expect((await get("/incidents/stats", other)).json()).to.include({ totalCount: 0 });
    expect((await told(id)).map(({ type }) => type)).to.deep.equal(["incident_created"]);
  });
});
