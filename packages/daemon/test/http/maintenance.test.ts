import { expect } from "chai";
import { core, drained, ingest, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { log } from "../support/telemetry.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

interface Window {
  readonly id: string;
  readonly services: readonly string[];
  readonly state: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly endedAt: string | null;
  readonly heldCount: number;
  readonly openedCount: number;
}

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const inFuture = (ms: number): string => new Date(Date.now() + ms).toISOString();

describe("maintenance windows over HTTP", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  let organization = "";
  let token = "";
  let last = 0;
  before(async () => {
    daemon = await startTestDaemon();
  });
  beforeEach(() => {
    organization = `org-${++last}`;
    token = tokenOf(organization, { name: "Ada", sub: "ada" });
  });
  after(() => daemon.stop());

  const get = (path: string): Promise<Answer> => core(daemon, path, { token });
  const act = (method: string, path: string, body?: unknown): Promise<Answer> =>
    core(daemon, path, { method, token, ...(body === undefined ? {} : { body }) });
  const post = (body: Readonly<Record<string, unknown>>): Promise<Answer> => act("POST", "/maintenance-windows", body);
  const schedule = async (more: Readonly<Record<string, unknown>> = {}): Promise<Window> => {
    const answer = await post({ services: ["checkout-api"], endsAt: inFuture(HOUR_MS), reason: "Upgrade", ...more });
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Window>();
  };
  const read = async (id: string): Promise<Window> => (await get(`/maintenance-windows/${id}`)).json<Window>();

  it("begin now where they name no start, and are answered as they are read", async () => {
    const before = Date.now();
    const window = await schedule({ services: ["checkout-api", "db"], endsAt: inFuture(2 * HOUR_MS) });
    expect(window).to.deep.include({
      organizationId: organization,
      services: ["checkout-api", "db"],
      state: "active",
      endedAt: null,
      endedBy: null,
      createdBy: "Ada",
      reason: "Upgrade",
      heldCount: 0,
      openedCount: 0,
      droppedCount: 0,
    });
    expect(Date.parse(window.startsAt)).to.be.within(before, Date.now());
    expect(await read(window.id)).to.deep.equal(window);
  });

  it("take times with any offset, and refuse what is no time or ends too early or too late, naming the field", async () => {
    const window = await schedule({ startsAt: "2099-01-01T00:00:00+02:00", endsAt: "2099-01-01T00:00Z" });
    expect(window).to.include({
      state: "scheduled",
      startsAt: "2098-12-31T22:00:00.000Z",
      endsAt: "2099-01-01T00:00:00.000Z",
    });
    const refused: readonly [Readonly<Record<string, unknown>>, string][] = [
      [{ endsAt: "2020-01-01T00:00:00Z" }, "/endsAt"],
      [{ endsAt: inFuture(31 * 24 * HOUR_MS) }, "/endsAt"],
      [{ endsAt: "2099-02-30T00:00:00Z" }, "/endsAt"],
      [{ endsAt: "tomorrow" }, "/endsAt"],
      [{ startsAt: "2099-02-30T00:00:00Z" }, "/startsAt"],
      [{ startsAt: "2099-01-01T00:00:00Z", endsAt: "2099-01-01T00:00:00Z" }, "/endsAt"],
      [{ services: [] }, "/services"],
      [{ services: ["  "] }, "/services/0"],
      [{ services: Array.from({ length: 101 }, (_, n) => `s${n}`) }, "/services"],
      [{ reason: " " }, "/reason"],
      [{ reason: "x".repeat(1001) }, "/reason"],
    ];
    for (const [fields, path] of refused) {
      const answer = await post({ services: ["a"], endsAt: inFuture(HOUR_MS), reason: "why", ...fields });
      expect(answer.status, JSON.stringify(fields).slice(0, 80)).to.equal(400);
      expect(answer.json<ErrorBody>().details?.[0]?.path).to.equal(path);
    }
    for (const missing of ["services", "endsAt", "reason"]) {
      const body = { services: ["a"], endsAt: inFuture(HOUR_MS), reason: "why", [missing]: undefined };
      expect((await post(body)).status, missing).to.equal(400);
    }
  });

  it("are moved until they are over, ended once, and stay on record", async () => {
    const { id } = await schedule();
    const endsAt = inFuture(3 * HOUR_MS);
    expect((await act("PATCH", `/maintenance-windows/${id}`, { endsAt })).json()).to.include({ endsAt });
    expect((await act("PATCH", `/maintenance-windows/${id}`, { endsAt: "2020-01-01T00:00:00Z" })).status).to.equal(400);
    expect((await act("DELETE", `/maintenance-windows/${id}`)).status).to.equal(409);
    const ended = (await act("POST", `/maintenance-windows/${id}/end`)).json<Window>();
    expect(ended).to.include({ state: "ended", endsAt, endedBy: "Ada" });
    expect(Date.parse(ended.endedAt ?? "")).to.be.at.most(Date.now());
    expect((await act("POST", `/maintenance-windows/${id}/end`)).json()).to.deep.equal(ended);
    expect((await act("PATCH", `/maintenance-windows/${id}`, { reason: "late" })).status).to.equal(409);
    expect((await act("DELETE", `/maintenance-windows/${id}`)).status).to.equal(409);
    expect(await read(id)).to.deep.equal(ended);
  });

  it("that have not begun are deleted, not ended", async () => {
    const { id } = await schedule({ startsAt: inFuture(HOUR_MS), endsAt: inFuture(2 * HOUR_MS) });
    expect((await act("POST", `/maintenance-windows/${id}/end`)).status).to.equal(409);
    expect((await act("DELETE", `/maintenance-windows/${id}`)).json()).to.deep.equal({ deleted: true });
    expect((await act("DELETE", `/maintenance-windows/${id}`)).status).to.equal(404);
    expect((await get(`/maintenance-windows/${id}/held`)).status).to.equal(404);
  });

  it("are listed by state and service, page after page", async () => {
    for (const hours of [1, 2, 3]) {
      await schedule({
        startsAt: inFuture(hours * HOUR_MS),
        endsAt: inFuture((hours + 1) * HOUR_MS),
        reason: `${hours}`,
      });
    }
    await schedule({ services: ["db & more"] });
    const reasons: string[] = [];
    let path: string | undefined = "/maintenance-windows?state=scheduled&limit=2";
    while (path !== undefined) {
      const answer = await get(path);
      reasons.push(...answer.json<{ reason: string }[]>().map(({ reason }) => reason));
      path = /^<(.+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
    }
    expect(reasons).to.deep.equal(["3", "2", "1"]);
    expect((await get("/maintenance-windows?service=db+%26+more")).json()).to.have.length(1);
    for (const wrong of ["state=open", "limit=0", "limit=501", "cursor=1.x"])
      expect((await get(`/maintenance-windows?${wrong}`)).status, wrong).to.equal(400);
  });

  it("are written with policy:update and read with incidents:view alone", async () => {
    const { id } = await schedule();
    const reader = tokenOf(organization, { permissions: ["incidents:view"] });
    const writer = tokenOf(organization, { permissions: ["policy:update"] });
    expect((await core(daemon, `/maintenance-windows/${id}`, { token: reader })).status).to.equal(200);
    expect((await core(daemon, `/maintenance-windows/${id}`, { token: writer })).status).to.equal(403);
    const end = { method: "POST", token: reader };
    expect((await core(daemon, `/maintenance-windows/${id}/end`, end)).status).to.equal(403);
    expect((await core(daemon, `/maintenance-windows/${id}/end`, { ...end, token: writer })).status).to.equal(200);
    expect((await core(daemon, `/maintenance-windows/${id}`, { token: tokenOf("stranger") })).status).to.equal(404);
  });

  it("hold back what telemetry shows, let people open theirs, and open it when they end", async () => {
    const { id } = await schedule();
    const fatal = log({ level: "fatal", message: "the <b>disk</b> is gone" });
    expect((await ingest(daemon, "/events/logs", fatal, { organization })).status).to.equal(202);
    await drained(daemon, { organization });
    expect((await get("/incidents")).json()).to.deep.equal([]);
    const held = await get(`/maintenance-windows/${id}/held`);
    expect(held.json<unknown[]>()[0]).to.deep.include({
      deduplicationKey: "log-fatal:checkout-api",
      service: "checkout-api",
      severity: "CRITICAL",
      observations: 1,
    });
    expect(await read(id)).to.include({ heldCount: 1, openedCount: 0 });
    const body = { title: "mine", description: "", severity: "LOW", affectedServices: ["checkout-api"] };
    expect((await core(daemon, "/incidents", { token, body })).status).to.equal(201);
    await act("POST", `/maintenance-windows/${id}/end`);
    const [opened] = await waitFor(
      async () => {
        const incidents = (await get("/incidents?severity=CRITICAL")).json<{ id: string; status: string }[]>();
        return incidents.length > 0 && incidents;
      },
      { within: 15_000, what: "the held incident to open" },
    );
    const timeline = (await get(`/incidents/${opened?.id}/events`)).json<{ type: string; metadata: unknown }[]>();
    expect(timeline.map(({ type }) => type)).to.deep.equal(["incident_created", "note"]);
    expect(timeline[1]?.metadata).to.include({ reason: "held_by_maintenance", maintenanceWindowId: id });
    expect(await read(id)).to.include({ heldCount: 0, openedCount: 1 });
    expect((await get(`/maintenance-windows/${id}/held`)).json()).to.deep.equal([]);
    const line = await waitFor(() => daemon.log.find(({ fields }) => fields["windowId"] === id), { what: "its line" });
    expect(line.fields).to.include({ organizationId: organization, opened: 1, dropped: 0 });
  });
});
