import { expect } from "chai";
import { createIncidentStore, createUnits } from "../../src/app/wiring/incident-wiring.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
import { randomId } from "../../src/kernel/ids.ts";
import type { DiagnosticTool, ToolRun } from "../../src/model/diagnostic-tool.ts";
import type { Incident } from "../../src/model/incident.ts";
import { failAbandoned, toFinishedRun } from "../../src/probe/outcome.ts";
import { type GivenResource, type ResourceStore, replaceResources } from "../../src/probe/resources.ts";
import { type ToolRunStore, type ToolRunUpkeep, toolMetrics } from "../../src/probe/tool-runs.ts";
import { createToolRunUpkeep } from "../../src/store/probes/probe-retention.ts";
import { toolRunTable } from "../../src/store/probes/probe-tables.ts";
import { createResourceStore } from "../../src/store/probes/resource-store.ts";
import { createToolRunStore } from "../../src/store/probes/tool-run-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { queriesOf } from "./queries.ts";
import { ACME, incident, NOW, OTHER } from "./samples.ts";

const LOGS: DiagnosticTool = { type: "getPodLogs", namespace: "default", pod: "checkout-1", tailLines: 5 };
const HEALTH: DiagnosticTool = { type: "checkHttpHealth", url: "https://checkout.example/" };
const REF = "a".repeat(64);
const MANY = 1_000;

const refused = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => "not refused",
    (error: unknown) => (error instanceof ApplicationError ? error.code : String(error)),
  );

onEachEngine("The store of tool runs", (fresh) => {
  let store: Fresh;
  let database: Database;
  let runs: ToolRunStore & ToolRunUpkeep;
  let incidents: IncidentStore;
  let about: Incident;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    runs = { ...createToolRunStore(database, createUnits(database)), ...createToolRunUpkeep(database) };
    incidents = createIncidentStore(database, { now: () => NOW });
    about = await open();
  });
  afterEach(() => store.drop());

  const open = async (): Promise<Incident> => {
    const made = incident();
    await incidents.create(ACME, made, []);
    return made;
  };
  const run = (given: Partial<ToolRun> = {}): ToolRun => ({
    id: randomId(),
    organizationId: "acme",
    incidentId: about.id,
    tool: LOGS,
    provider: given.tool === HEALTH ? "http" : "kubernetes",
    status: "running",
    summary: "",
    keyPatterns: [],
    outputRef: null,
    truncated: false,
    startedBy: "Grace",
    startedAt: NOW,
    completedAt: null,
    error: null,
    ...given,
  });
  const begin = async (given: Partial<ToolRun> = {}): Promise<ToolRun> => {
    const begun = run(given);
    await runs.begin(ACME, begun, MANY);
    return begun;
  };
  const over = async (given: Partial<ToolRun> = {}): Promise<ToolRun> => {
    const begun = await begin({ ...given, status: "running" });
    const ended: ToolRun = {
      ...begun,
      status: "success",
      summary: "fine",
      keyPatterns: ["a <*> b"],
      completedAt: begun.startedAt + 5,
      ...given,
    };
    await runs.finish(ACME, toFinishedRun(ended, ended.outputRef === null ? null : "how it begins"));
    return ended;
  };
  const failing = (error: string, given: Partial<ToolRun> = {}): Promise<ToolRun> =>
    over({ status: "failed", summary: error, error, keyPatterns: [], ...given });
  const ids = (list: readonly ToolRun[]): string[] => list.map(({ id }) => id);

  it("gives back a run as it was, with the tool as it was submitted", async () => {
    const ended = await over({ outputRef: REF, truncated: true });
    expect(await runs.get(ACME, about.id, ended.id)).to.deep.equal({ ...ended, preview: "how it begins" });
    expect(await runs.list(ACME, about.id, { limit: 10 })).to.deep.equal([ended]);
    const [entry] = await incidents.timeline(ACME, about.id);
    expect(entry).to.deep.include({ type: "diagnosis_completed", actor: "Grace", detail: "fine" });
  });

  it("lists within both bounds, the newest first, of those at one time the last", async () => {
    const times = [NOW - 2, NOW - 1, NOW, NOW, NOW + 1];
    const made: ToolRun[] = [];
    for (const startedAt of times) made.push(await begin({ startedAt }));
    const newest = ids(made).reverse();
    expect(ids(await runs.list(ACME, about.id, { limit: 10 }))).to.deep.equal(newest);
    expect(ids(await runs.list(ACME, about.id, { limit: 2 }))).to.deep.equal(newest.slice(0, 2));
    const middle = await runs.list(ACME, about.id, { limit: 10, from: NOW - 1, to: NOW });
    expect(ids(middle)).to.deep.equal(newest.slice(1, 4));
  });

  it("answers the latest that are over", async () => {
    const [first, second] = [await over({ startedAt: NOW - 1 }), await failing("no")];
    await begin({ startedAt: NOW + 1 });
    expect(ids(await runs.latest(ACME, about.id, 10))).to.deep.equal([second.id, first.id]);
    expect(ids(await runs.latest(ACME, about.id, 1))).to.deep.equal([second.id]);
  });

  it("shows another organization and another incident nothing", async () => {
    const { id } = await over();
    const other = await open();
    expect(await refused(runs.get(ACME, other.id, id))).to.equal("diagnostic_run_not_found");
    const attempts = [
      runs.list(OTHER, about.id, { limit: 10 }),
      runs.latest(OTHER, about.id, 10),
      runs.get(OTHER, about.id, id),
      runs.counts(OTHER, about.id, 0),
      runs.begin(OTHER, run(), MANY),
      runs.get(ACME, about.id, randomId()),
    ];
    expect(await Promise.all(attempts.map(refused))).to.deep.equal([
      ...Array.from({ length: attempts.length - 1 }, () => "incident_not_found"),
      "diagnostic_run_not_found",
    ]);
    const begun = await begin();
    await runs.withdraw(OTHER, begun.id);
    expect(await runs.finish(OTHER, toFinishedRun({ ...begun, status: "success" }, null))).to.equal(false);
    expect(await runs.get(ACME, about.id, begun.id)).to.include({ status: "running" });
  });

  it("ends a run once, and forgets one that was refused", async () => {
    const ended = await over();
    const again = { ...ended, status: "failed" as const, error: "late", summary: "late" };
    expect(await runs.finish(ACME, toFinishedRun(again, null))).to.equal(false);
    await runs.withdraw(ACME, ended.id);
    expect(await runs.get(ACME, about.id, ended.id)).to.include({ status: "success" });
    const begun = await begin();
    await runs.withdraw(ACME, begun.id);
    expect(await refused(runs.get(ACME, about.id, begun.id))).to.equal("diagnostic_run_not_found");
    expect(await incidents.timeline(ACME, about.id)).to.have.length(1);
  });

  it("begins no more runs of an organization in a minute than it may, over all of its incidents", async () => {
    const other = await open();
    await runs.begin(ACME, run({ startedAt: NOW - MINUTE_MS }), 2);
    await runs.begin(ACME, run({ startedAt: NOW - 1_000, incidentId: other.id }), 2);
    await runs.begin(ACME, run(), 2);
    expect(await runs.begin(ACME, run(), 2)).to.equal(NOW - 1_000);
    const theirs = incident({ organizationId: "other" });
    await incidents.create(OTHER, theirs, []);
    await runs.begin(OTHER, run({ incidentId: theirs.id }), 2);
  });

  it("counts exactly, by tool, provider, status and reason", async () => {
    const now = NOW + 1;
    await over({ truncated: true });
    await over({ tool: HEALTH });
    await failing("Pod checkout-1 was not found.");
    await failing("Pod checkout-2 was not found.");
    await failing("It took longer than 15 seconds.", { tool: HEALTH });
    await begin();
    await over({ startedAt: now - HOUR_MS - 1 });
    await over({ startedAt: now - HOUR_MS, tool: HEALTH });
    const kubernetes = { total: 4, success: 1, failed: 2, running: 1, truncated: 1 };
    const http = { total: 3, success: 2, failed: 1, running: 0, truncated: 0 };
    const metrics = await toolMetrics(runs, ACME, about.id, 1, now);
    expect(metrics).to.deep.equal({
      windowHours: 1,
      total: 7,
      success: 3,
      failed: 3,
      running: 1,
      truncated: 1,
      byProvider: [
        { provider: "http", ...http },
        { provider: "kubernetes", ...kubernetes },
      ],
      byTool: [
        { toolType: "checkHttpHealth", ...http },
        { toolType: "getPodLogs", ...kubernetes },
      ],
      topFailingTool: { toolType: "getPodLogs", failed: 2 },
      failurePatterns: [
        { pattern: "Pod checkout-<num> was not found.", count: 2 },
        { pattern: "It took longer than <duration>.", count: 1 },
      ],
    });
    const none = await toolMetrics(runs, ACME, (await open()).id, 24, now);
    expect(none).to.deep.include({ total: 0, byTool: [], byProvider: [], topFailingTool: null, failurePatterns: [] });
  });

  it("counts and lists along one index", async () => {
    const stored = Array.from({ length: 5_000 }, (_, n) => ({
      ...run({ incidentId: n % 50 === 0 ? about.id : `${n % 50}` }),
      toolType: LOGS.type,
    }));
    await database.write((transaction) => insertRows(transaction, toolRunTable, stored));
    await database.write((transaction) => transaction.query("analyze tool_run"));
    const queries = await queriesOf(database, async () => {
      await runs.counts(ACME, about.id, NOW);
      await runs.list(ACME, about.id, { limit: 5, from: NOW });
    });
    const plans = queries.filter(({ sql }) => /tool_run/.test(sql)).map(({ plan }) => plan);
    expect(plans).to.have.length(3);
    for (const plan of plans) expect(plan, plan).to.match(/tool_run_by_incident/);
    for (const plan of plans.slice(0, 2)) expect(plan).to.match(/COVERING INDEX|Index Only Scan|Bitmap Index Scan/);
  });

  it("fails what a daemon that ended left running, in the name of who began it", async () => {
    const left = await begin({ startedAt: NOW - 2 * MINUTE_MS });
    const young = await begin();
    await failAbandoned(runs, 15_000, NOW);
    await failAbandoned(runs, 15_000, NOW);
    const found = await runs.get(ACME, about.id, left.id);
    expect(found).to.include({ status: "failed", completedAt: NOW });
    expect(found.error).to.match(/ended before it was done/);
    expect(await runs.get(ACME, about.id, young.id)).to.include({ status: "running" });
    const entries = await incidents.timeline(ACME, about.id);
    expect(entries.map(({ type, actor }) => [type, actor])).to.deep.equal([["diagnosis_failed", "Grace"]]);
  });

  it("forgets outputs first and runs later, the oldest first, in bounded steps", async () => {
    for (let day = 5; day >= 1; day--) await over({ startedAt: NOW - day * DAY_MS, outputRef: `${day}`.repeat(64) });
    expect(await runs.forgetOutputs(NOW - 2 * DAY_MS, 2)).to.equal(2);
    const refs = ["1", "2", "3", "4", "5", "6"].map((digit) => digit.repeat(64));
    expect([...(await runs.named(refs))].sort()).to.deep.equal(refs.slice(0, 3));
    expect(await runs.forgetOutputs(NOW - 2 * DAY_MS, 2)).to.equal(1);
    expect(await runs.forgetOutputs(NOW - 2 * DAY_MS, 2)).to.equal(0);
    const all = await runs.list(ACME, about.id, { limit: 10 });
    expect(all.map(({ outputRef }) => outputRef === null)).to.deep.equal([false, false, true, true, true]);
    expect((await runs.get(ACME, about.id, ids(all).at(-1) as string)).preview).to.equal(null);
    expect(await runs.deleteRuns(NOW - 3 * DAY_MS, 1)).to.equal(1);
    expect(await runs.list(ACME, about.id, { limit: 10 })).to.deep.equal(all.slice(0, 4));
  });
});

onEachEngine("The store of mapped resources", (fresh) => {
  let store: Fresh;
  let resources: ResourceStore;
  let about: Incident;
  beforeEach(async () => {
    store = await fresh();
    const database = await store.openDatabase();
    resources = createResourceStore(database);
    about = incident();
    await createIncidentStore(database, { now: () => NOW }).create(ACME, about, []);
  });
  afterEach(() => store.drop());

  const queue: GivenResource = { provider: "aws", resourceType: "queue", resourceId: "orders", region: "eu-west-1" };
  const replace = (given: readonly GivenResource[], now = NOW, scope = ACME) =>
    replaceResources(resources, scope, about.id, given, now);

  it("keeps the order that was given and the row of what stays", async () => {
    const topic = { ...queue, resourceType: "topic" };
    const [first] = await replace([queue]);
    const after = await replace([topic, queue, { ...topic }], NOW + 5);
    expect(after.map(({ resourceType }) => resourceType)).to.deep.equal(["topic", "queue"]);
    expect(after[1]).to.deep.equal(first);
    expect(await resources.list(ACME, about.id)).to.deep.equal(after);
    expect(await replace([])).to.deep.equal([]);
    expect(await resources.list(ACME, about.id)).to.deep.equal([]);
  });

  it("leaves one whole set where several are put at once", async () => {
    const sets = Array.from({ length: 5 }, (_, n) => [queue, { ...queue, resourceId: `only ${n}` }]);
    await Promise.all(sets.map((set) => replace(set)));
    const names = (await resources.list(ACME, about.id)).map(({ resourceId }) => resourceId);
    expect(sets.map((set) => set.map(({ resourceId }) => resourceId))).to.deep.include(names);
  });

  it("shows another organization nothing", async () => {
    await replace([queue]);
    expect(await refused(resources.list(OTHER, about.id))).to.equal("incident_not_found");
    expect(await refused(replace([], NOW, OTHER))).to.equal("incident_not_found");
    expect(await resources.list(ACME, about.id)).to.have.length(1);
  });
});
