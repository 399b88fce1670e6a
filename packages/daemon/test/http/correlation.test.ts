import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer } from "../support/request.ts";
import { openStream } from "../support/stream.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

interface Rule {
  readonly id: string;
  readonly name: string;
  readonly priority: number;
  readonly enabled: boolean;
  readonly conditions: Readonly<Record<string, unknown>>;
}
interface Incident {
  readonly id: string;
  readonly parentIncidentId: string | null;
  readonly duplicateCount: number;
}
interface Decision {
  readonly id: string;
  readonly incidentId: string;
  readonly action: string;
  readonly createdAt: string;
}

describe("correlation over HTTP", function () {
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
  const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
    core(daemon, path, { method, token, ...(body === undefined ? {} : { body }) });
  const conditions = { matchFields: ["service"], timeWindowMinutes: 30 };
  const ruleBody = { name: "One a service", description: "why", conditions, action: "merge" };
  const makeRule = async (more: object = {}): Promise<Rule> => {
    const answer = await send("POST", "/correlation/rules", { ...ruleBody, ...more });
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Rule>();
  };
  const post = (more: object = {}): Promise<Answer> =>
    send("POST", "/incidents", { title: "t", description: "d", severity: "LOW", affectedServices: ["api"], ...more });
  const create = async (more: object = {}): Promise<Incident> => {
    const answer = await post(more);
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Incident>();
  };
  const decisions = async (query = ""): Promise<Decision[]> =>
    (await get(`/correlation/decisions${query}`)).json<Decision[]>();

  it("keeps rules as they are given, in the order in which they are tried", async () => {
    const first = await makeRule({ name: " padded ", priority: 7.5, enabled: false });
    expect(first).to.deep.include({ name: "padded", description: "why", priority: 7.5, enabled: false });
    expect(first.conditions).to.deep.equal({ ...conditions, severities: null, signalTypes: null });
    const severities = ["HIGH", "CRITICAL"];
    const second = await makeRule({ priority: 9, conditions: { ...conditions, severities, signalTypes: [] } });
    const third = await makeRule({ priority: 7.5 });
    expect((await get("/correlation/rules")).json()).to.deep.equal([second, first, third]);
    expect((await get(`/correlation/rules/${second.id}`)).json()).to.deep.equal(second);
    const changed = (await send("PUT", `/correlation/rules/${second.id}`, { priority: -1 })).json<Rule>();
    expect(changed).to.deep.include({ id: second.id, priority: -1, conditions: second.conditions });
    const narrowed = { conditions: { matchFields: ["severity"], timeWindowMinutes: 0.5 } };
    const replaced = (await send("PUT", `/correlation/rules/${second.id}`, narrowed)).json<Rule>();
    expect(replaced.conditions).to.deep.equal({ ...narrowed.conditions, severities: null, signalTypes: null });
    expect((await send("DELETE", `/correlation/rules/${first.id}`)).json()).to.deep.equal({ deleted: true });
    for (const method of ["GET", "PUT", "DELETE"]) {
      const body = method === "PUT" ? {} : undefined;
      expect((await send(method, `/correlation/rules/${first.id}`, body)).status, method).to.equal(404);
    }
  });

  it("takes of a change what a rule has, and of nothing else", async () => {
    const rule = await makeRule();
    const [otherOrganization, id] = ["org-of-somebody-else", "01900000-0000-7000-8000-000000000000"];
    const more = { organizationId: otherOrganization, id, createdAt: 0, seq: 1, unknown: true };
    const answer = await send("PUT", `/correlation/rules/${rule.id}`, { ...more, priority: 3 });
    expect(answer.status, answer.text).to.equal(200);
    const changed = answer.json<Rule & { updatedAt: string }>();
    expect(changed).to.deep.equal({ ...rule, priority: 3, updatedAt: changed.updatedAt });
    expect((await get("/correlation/rules")).json()).to.deep.equal([changed]);
    const elsewhere = await core(daemon, "/correlation/rules", { token: tokenOf(otherOrganization) });
    expect(elsewhere.json()).to.deep.equal([]);
  });

  it("begins with the first page where the cursor of the decisions is empty", async () => {
    await create();
    expect((await decisions("?limit=1&cursor=")).length).to.equal(1);
  });

  it("refuses rules that the document doesn't describe, naming the field", async () => {
    const cases: readonly (readonly [more: object, path: string])[] = [
      [{ name: "  " }, "/name"],
      [{ action: "delete" }, "/action"],
      [{ priority: 1001 }, "/priority"],
      [{ conditions: { ...conditions, matchFields: [] } }, "/conditions/matchFields"],
      [{ conditions: { ...conditions, matchFields: ["service", "service"] } }, "/conditions/matchFields"],
      [{ conditions: { ...conditions, timeWindowMinutes: 0 } }, "/conditions/timeWindowMinutes"],
      [{ conditions: { ...conditions, timeWindowMinutes: 43_201 } }, "/conditions/timeWindowMinutes"],
    ];
    const { id } = await makeRule();
    for (const [more, path] of cases) {
      for (const answer of [
        await send("POST", "/correlation/rules", { ...ruleBody, ...more }),
        await send("PUT", `/correlation/rules/${id}`, more),
      ]) {
        expect(answer.status, answer.text).to.equal(400);
        const details = answer.json<{ details?: { path: string }[] }>().details ?? [];
        expect(
          details.map((each) => each.path),
          answer.text,
        ).to.include(path);
      }
    }
    expect((await get("/correlation/rules")).json<Rule[]>()).to.have.length(1);
  });

  it("merges fifty incidents that are posted at once into one", async () => {
    await makeRule();
    const answers = await Promise.all(Array.from({ length: 50 }, () => post()));
    for (const answer of answers) expect(answer.status, answer.text).to.equal(201);
    const shown = (await get("/incidents?deduplicated=true")).json<Incident[]>();
    expect(shown.map(({ duplicateCount }) => duplicateCount)).to.deep.equal([49]);
    const children = (await get("/incidents?limit=100")).json<Incident[]>().filter(({ id }) => id !== shown[0]?.id);
    expect(children).to.have.length(49);
    for (const { parentIncidentId } of children) expect(parentIncidentId).to.equal(shown[0]?.id);
    expect(await decisions("?action=merge&limit=100")).to.have.length(49);
    expect((await get(`/incidents/${shown[0]?.id}/related`)).json<Incident[]>()).to.have.length(49);
  });

  it("answers 200 with the decision where it suppresses, and stores nothing else", async () => {
    const rule = await makeRule({ action: "suppress" });
    const first = await create();
    const answer = await post({ title: "again" });
    expect(answer.status, answer.text).to.equal(200);
    const [decision] = await decisions("?action=suppress");
    expect(answer.json()).to.deep.equal({ suppressed: true, ruleId: rule.id, decisionId: decision?.id });
    expect(decision).to.include({ relatedIncidentId: first.id, ruleName: rule.name, gapMinutes: 0, repeats: 0 });
    expect((await get(`/incidents/${decision?.incidentId}`)).status).to.equal(404);
    expect((await get("/incidents")).headers.get("x-total-count")).to.equal("1");
  });

  it("tells readers of the stream of both when it merges and when somebody unmerges", async () => {
    await makeRule();
    const stream = await openStream(daemon.core, token);
    const parent = await create();
    const child = await create();
    await send("POST", `/incidents/${child.id}/unmerge`);
    const wanted = [parent.id, child.id, parent.id, child.id, parent.id];
    await waitFor(() => stream.messages.length >= wanted.length, { what: "five messages" });
    expect(stream.messages.map(({ data }) => data["id"])).to.deep.equal(wanted);
    expect(stream.messages.map(({ data }) => data["duplicateCount"])).to.deep.equal([0, 0, 1, 0, 0]);
    stream.close();
    expect((await send("POST", `/incidents/${child.id}/unmerge`)).status).to.equal(409);
    expect((await send("POST", "/incidents/nobody/unmerge")).status).to.equal(404);
    const types = (await get(`/incidents/${child.id}/events`)).json<{ type: string; actor: string }[]>();
    expect(types.map(({ type, actor }) => `${type} ${actor}`)).to.deep.equal([
      "incident_created Ada",
      "merged system",
      "unmerged Ada",
    ]);
  });

  it("pages through the decisions, and narrows them down by time", async () => {
    const rule = await makeRule({ action: "group" });
    for (let n = 0; n < 5; n++) await create();
    const all = await decisions();
    expect(all.map(({ action }) => action)).to.deep.equal(["group", "group", "group", "group", "none"]);
    const paged: Decision[] = [];
    let path: string | undefined = `/correlation/decisions?limit=2&ruleId=${rule.id}`;
    while (path !== undefined) {
      const page: Answer = await get(path);
      paged.push(...page.json<Decision[]>());
      path = /^<(.*)>; rel="next"$/.exec(page.headers.get("link") ?? "")?.[1];
    }
    expect(paged).to.deep.equal(all.slice(0, 4));
    const [newest, oldest] = [all[0]?.createdAt, all[4]?.createdAt] as [string, string];
    expect(await decisions(`?from=${oldest}&to=${newest}`)).to.deep.equal(all);
    expect(await decisions("?to=2020-01-01T00:00:00Z")).to.deep.equal([]);
    for (const wrong of ["from=2026-02-30T00:00:00Z", "from=yesterday", "action=delete", "limit=0", "cursor=x"]) {
      expect((await get(`/correlation/decisions?${wrong}`)).status, wrong).to.equal(400);
    }
    const id = all[4]?.incidentId as string;
    expect((await decisions(`?incidentId=${id}`)).map(({ action }) => action)).to.deep.equal(["group", "none"]);
  });
});
