import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

interface Incident {
  readonly id: string;
  readonly title: string;
  readonly severity: string;
  readonly status: string;
  readonly organizationId: string;
  readonly affectedServices: readonly string[];
  readonly resolvedAt: string | null;
  readonly updatedAt: string;
}

describe("incidents over HTTP", function () {
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

  const get = (path: string): Promise<Answer> => core(daemon, path, { token });
  const create = async (title: string, more: Readonly<Record<string, unknown>> = {}): Promise<Incident> => {
    const body = { title, description: "none", severity: "LOW", affectedServices: ["api"], ...more };
    const answer = await core(daemon, "/incidents", { token, body });
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Incident>();
  };
  const move = (id: string, status: unknown): Promise<Answer> =>
    core(daemon, `/incidents/${id}/status`, { method: "PATCH", token, body: { status } });
  const titles = async (query: string): Promise<string[]> =>
    (await get(`/incidents${query}`)).json<Incident[]>().map(({ title }) => title);

  it("ignore fields that a caller may not set", async () => {
    const forbidden = {
      id: "01900000-0000-7000-8000-000000000000",
      status: "CLOSED",
      organizationId: "other",
      createdAt: "2001-01-01T00:00:00.000Z",
      updatedAt: "2001-01-01T00:00:00.000Z",
      resolvedAt: "2001-01-01T00:00:00.000Z",
      deduplicationKey: "x",
      duplicateCount: 9,
      assigneeId: "x",
      parentIncidentId: "x",
      diagnosis: { cause: "x" },
      diagnosisStatus: "COMPLETED",
      triggeringEventId: "x",
      signalType: "log_fatal",
      environment: "dev",
      primaryService: "x",
      lastSeenAt: "2001-01-01T00:00:00.000Z",
      ref: 1,
      ruleId: "x",
      constructor: { a: 1 },
    };
    const { id } = await create("mass", forbidden);
    const kept = (await get(`/incidents/${id}`)).json<Record<string, unknown>>();
    for (const [name, value] of Object.entries(forbidden)) expect(kept[name], name).to.not.deep.equal(value);
    expect(kept).to.include({
      status: "OPEN",
      duplicateCount: 0,
      assigneeId: null,
      parentIncidentId: null,
      diagnosis: null,
      signalType: "manual",
      triggeringEventId: `manual:${id}`,
      environment: "unknown",
      primaryService: "api",
    });
    const polluting =
      '{"title":"p","description":"d","severity":"LOW","affectedServices":[],"__proto__":{"status":"CLOSED"}}';
    const answer = await core(daemon, "/incidents", { token, body: polluting });
    expect([201, 400]).to.include(answer.status);
    if (answer.status === 201) expect(answer.json()).to.include({ status: "OPEN" });
    expect(({} as { status?: string }).status).to.equal(undefined);
  });

  it("refuse what the document doesn't describe, naming the field", async () => {
    const good = { title: "t", description: "d", severity: "LOW", affectedServices: ["a"] };
    const cases: readonly (readonly [body: unknown, path: string])[] = [
      [{ ...good, title: undefined }, "/title"],
      [{ ...good, title: 7 }, "/title"],
      [{ ...good, title: "" }, "/title"],
      [{ ...good, title: " \t\u00a0" }, "/title"],
      [{ ...good, severity: "low" }, "/severity"],
      [{ ...good, affectedServices: "a" }, "/affectedServices"],
      [{ ...good, affectedServices: [1] }, "/affectedServices/0"],
      [{ ...good, affectedServices: ["api", " "] }, "/affectedServices/1"],
      [[], ""],
      ["text", ""],
    ];
    for (const [body, path] of cases) {
      const answer = await core(daemon, "/incidents", { token, body: JSON.stringify(body) });
      expect(answer.status, answer.text).to.equal(400);
      expect(
        answer.json<{ details?: { path: string }[] }>().details?.map((each) => each.path),
        answer.text,
      ).to.include(path);
    }
  });

  it("hold their title and services without the white space around them, each service once", async () => {
    const { id } = await create(" padded\n", { affectedServices: [" api ", "api", "web\t"], description: "" });
    const kept = (await get(`/incidents/${id}`)).json<Record<string, unknown>>();
    expect(kept).to.deep.include({ title: "padded", affectedServices: ["api", "web"], primaryService: "api" });
    const nameless = await create("no service", { affectedServices: [] });
    expect((await get(`/incidents/${nameless.id}`)).json()).to.include({ primaryService: null });
    expect((await get("/incidents?service=api")).json<Incident[]>().map((each) => each.id)).to.deep.equal([id]);
  });

  it("are listed by status, severity, service and any of them together", async () => {
    const a = await create("a", { severity: "CRITICAL", affectedServices: ["api", "web"] });
    await create("b", { severity: "HIGH", affectedServices: ["web"] });
    await create("c", { severity: "CRITICAL", affectedServices: ["api-gateway"] });
    await move(a.id, "RESOLVED");
    expect(await titles("")).to.deep.equal(["c", "b", "a"]);
    expect(await titles("?status=RESOLVED")).to.deep.equal(["a"]);
    expect(await titles("?severity=CRITICAL")).to.deep.equal(["c", "a"]);
    expect(await titles("?service=api")).to.deep.equal(["a"]);
    expect(await titles("?service=web&severity=HIGH&status=OPEN")).to.deep.equal(["b"]);
    expect(await titles("?service=web&severity=LOW")).to.deep.equal([]);
    expect(await titles("?assigneeId=01900000-0000-7000-8000-000000000000")).to.deep.equal([]);
    expect(await titles("?sortBy=severity")).to.deep.equal(["c", "a", "b"]);
    expect(await titles("?sortBy=severity&limit=2&deduplicated=true")).to.deep.equal(["c", "a"]);
  });

  it("refuse query values out of range, unknown words, non-numbers and a value twice with 400", async () => {
    for (const query of [
      "status=open",
      "status=",
      "severity=FATAL",
      "sortBy=age",
      "limit=0",
      "limit=-1",
      "limit=x",
      "limit=1.5",
      "limit=99999",
      "assigneeId=7",
      "status=OPEN&status=CLOSED",
    ]) {
      const answer = await get(`/incidents?${query}`);
      expect(answer.status, query).to.equal(400);
    }
  });

  for (const sortBy of ["recency", "severity"]) {
    it(`are paged by ${sortBy} each once, though new ones arrive between the pages`, async () => {
      const severities = ["LOW", "MEDIUM", "HIGH", "CRITICAL"];
      for (let index = 0; index < 23; index++) await create(`old ${index}`, { severity: severities[index % 4] });
      const expected = await titles(`?sortBy=${sortBy}&limit=100`);
      const seen: string[] = [];
      let path: string | undefined = `/incidents?sortBy=${sortBy}&limit=5`;
      for (let page = 0; path !== undefined; page++) {
        const answer = await get(path);
        expect(answer.headers.get("x-total-count")).to.equal(String(23 + page));
        seen.push(...answer.json<Incident[]>().map(({ title }) => title));
        path = /^<(.+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
        await create(`new ${page}`, { severity: "LOW" });
      }
      expect(seen.filter((title) => title.startsWith("old"))).to.deep.equal(expected);
      expect(new Set(seen).size).to.equal(seen.length);
    });
  }

  it("count in X-Total-Count what the filters match, not the page", async () => {
    for (let index = 0; index < 7; index++)
      await create(`counted ${index}`, { severity: index < 3 ? "HIGH" : "LOW", affectedServices: [`s${index % 2}`] });
    for (const [query, count] of [
      ["", 7],
      ["severity=HIGH", 3],
      ["service=s0", 4],
      ["search=counted", 7],
      ["search=5", 1],
      ["status=CLOSED", 0],
    ] as const) {
      const answer = await get(`/incidents?limit=2&${query}`);
      expect(answer.headers.get("x-total-count"), query).to.equal(String(count));
      expect(answer.headers.get("x-total-count-relation"), query).to.equal("eq");
    }
  });

  it("are found by words of the title, the description and the services, in any order and case", async () => {
    await create("Payment gateway refuses cards", {
      description: "Seit 9 Uhr: Größe überschritten",
      affectedServices: ["billing-worker"],
    });
    await create("Disk full", { description: "on host-17" });
    for (const text of ["payment", "GATEWAY payment", "größe", "billing", "billing-worker", "refuses billing"]) {
      expect(await titles(`?search=${encodeURIComponent(text)}`), text).to.deep.equal([
        "Payment gateway refuses cards",
      ]);
    }
    for (const text of ["payment disk", "pay", "nothing"])
      expect(await titles(`?search=${encodeURIComponent(text)}`), text).to.deep.equal([]);
  });

  it("are searched for hostile text without an error, and without finding what doesn't hold it", async () => {
    await create("plain words only");
    const hostile = [
      '"',
      "'",
      '"" OR ""',
      "*",
      "plain*",
      "NEAR(plain words)",
      "plain NEAR words",
      "plain OR nothing",
      "NOT plain",
      "title:plain",
      "^plain",
      "{plain}",
      "-plain",
      "plain AND",
      "(",
      ")",
      "🙈",
      "\u0000",
      "\ud83d",
      "%",
      "_",
      "\\",
      ";drop table incident;--",
      "' or 1=1 --",
      "\uE000",
      "a".repeat(4_000),
      "word ".repeat(800),
      "é".repeat(1_000),
    ];
    for (const text of hostile) {
      const answer = await get(`/incidents?search=${encodeURIComponent(text.toWellFormed())}`);
      expect(answer.status, `${text.slice(0, 40)}: ${answer.text.slice(0, 200)}`).to.be.oneOf([200, 400]);
      const events = await get(`/events/search?q=${encodeURIComponent(text.toWellFormed())}`);
      expect(events.status, `events, ${text.slice(0, 40)}: ${events.text.slice(0, 200)}`).to.be.oneOf([200, 400]);
    }
    expect(await titles(`?search=${encodeURIComponent("plain OR nothing")}`)).to.deep.equal([]);
    expect(await titles(`?search=${encodeURIComponent('"plain" "words"')}`)).to.deep.equal(["plain words only"]);
    expect(await titles("")).to.deep.equal(["plain words only"]);
  });

  it("are searched as a form or a hand writes it, with + for a space and signs as they are", async () => {
    await create("plain words only");
    for (const text of ["plain+words", "plain:words", "words,plain?", "(plain)+words!"]) {
      expect(await titles(`?search=${text}`), text).to.deep.equal(["plain words only"]);
    }
  });

  it("take a search of 10 kB, or refuse it with 400", async () => {
    const answer = await get(`/incidents?search=${"long ".repeat(2_000).trim().replaceAll(" ", "+")}`);
    expect(answer.status).to.be.oneOf([200, 400]);
  });

  it("keep hostile text as it was given", async () => {
    const title = `<script>alert(1)</script> '"; drop table incident;-- \u001b[31m 🙈`;
    const { id } = await create(title, { affectedServices: ["__proto__", "a'b"] });
    expect((await get(`/incidents/${id}`)).json()).to.deep.include({ title, affectedServices: ["__proto__", "a'b"] });
  });

  it("move from any status to any, set resolvedAt at the first move out and clear it on the way back", async () => {
    const { id } = await create("moved");
    const statuses = ["OPEN", "INVESTIGATING", "REMEDIATING", "RESOLVED", "CLOSED"];
    for (const from of statuses) {
      for (const to of statuses) {
        await move(id, from);
        const before = (await get(`/incidents/${id}`)).json<Incident>();
        const after = (await move(id, to)).json<Incident>();
        expect(after.status).to.equal(to);
        const over = (status: string): boolean => status === "RESOLVED" || status === "CLOSED";
        if (!over(to)) expect(after.resolvedAt, `${from} to ${to}`).to.equal(null);
        else if (over(from)) expect(after.resolvedAt, `${from} to ${to}`).to.equal(before.resolvedAt);
        else expect(after.resolvedAt, `${from} to ${to}`).to.be.a("string");
      }
    }
    for (const wrong of ["open", "", null, 7, ["OPEN"]])
      expect((await move(id, wrong)).status, JSON.stringify(wrong)).to.equal(400);
  });

  it("tell their moves in the timeline, who and from where to where; the same status again isn't told", async () => {
    const { id } = await create("told");
    for (const status of ["INVESTIGATING", "INVESTIGATING", "RESOLVED"]) await move(id, status);
    const timeline = (await get(`/incidents/${id}/events`)).json<
      { type: string; actor: string; metadata: { from?: string; to?: string } }[]
    >();
    expect(timeline.map(({ type, actor, metadata: { from, to } }) => [type, actor, from, to])).to.deep.equal([
      ["incident_created", "Ada", undefined, undefined],
      ["status_changed", "Ada", "OPEN", "INVESTIGATING"],
      ["status_changed", "Ada", "INVESTIGATING", "RESOLVED"],
    ]);
  });

  it("come through 20 status changes at once with a timeline that has no gap", async () => {
    const { id } = await create("contended");
    const wanted = ["INVESTIGATING", "REMEDIATING", "RESOLVED", "CLOSED", "OPEN"];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => move(id, wanted[index % 5])));
    for (const answer of answers) expect(answer.status, answer.text).to.equal(200);
    const changes = (await get(`/incidents/${id}/events`))
      .json<{ type: string; createdAt: string; metadata: { from: string; to: string } }[]>()
      .slice(1);
    let status = "OPEN";
    for (const { metadata } of changes) {
      expect(metadata.from).to.equal(status);
      expect(metadata.to).to.not.equal(status);
      status = metadata.to;
    }
    expect((await get(`/incidents/${id}`)).json()).to.include({ status });
    const times = changes.map(({ createdAt }) => createdAt);
    expect(times).to.deep.equal([...times].sort());
    expect((await get("/incidents")).headers.get("x-total-count")).to.equal("1");
  });
});
