import { expect } from "chai";
import { createUnits } from "../../src/app/wiring/incident-wiring.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
import { randomId } from "../../src/kernel/ids.ts";
import { REPORT_LEASE_MS } from "../../src/model/lease-limits.ts";
import { REPORT_RUNS_OPEN_MAX } from "../../src/model/record-limits.ts";
import type { ReportRun } from "../../src/model/report.ts";
import type { Scope } from "../../src/model/scope.ts";
import { createAuditRetention } from "../../src/remediate/audit/audit-retention.ts";
import { changeSettings, readSettings, type SettingsUpdate } from "../../src/report/reporting-settings.ts";
import { enforceRetention } from "../../src/report/retention.ts";
import { retryRun, scheduleRuns, startRun } from "../../src/report/runs.ts";
import type {
  ReportCalendar,
  ReportFactStore,
  ReportJob,
  ReportJobStore,
  ReportRunStore,
  SettingsStore,
} from "../../src/report/store.ts";
import { toolRunTable } from "../../src/store/probes/probe-tables.ts";
import { createReportFactStore } from "../../src/store/reports/report-facts.ts";
import { createReportRetention } from "../../src/store/reports/report-retention.ts";
import { createReportJobStore, createReportRunStore } from "../../src/store/reports/report-runs.ts";
import { createReportCalendar, createSettingsStore } from "../../src/store/reports/report-settings.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { actionRow, given } from "./audit-samples.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { queriesOf } from "./queries.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

const SCHEDULE = { hour: 8, timeZone: "UTC" };
const ANN = "ann@shop.example";
const BEN = "ben@shop.example";
const NUMBERS = { totalActions: 3, failedActions: 2, pendingApprovals: 1, queuedExecutions: 0 };

onEachEngine("The store of reports", (fresh) => {
  let store: Fresh;
  let database: Database;
  let settings: SettingsStore;
  let runs: ReportRunStore;
  let jobs: ReportJobStore;
  let calendar: ReportCalendar;
  let facts: ReportFactStore;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    settings = createSettingsStore(database);
    runs = createReportRunStore(database);
    jobs = createReportJobStore(database);
    calendar = createReportCalendar(database);
    facts = createReportFactStore(database);
  });
  afterEach(() => store.drop());

  const set = (update: SettingsUpdate, scope: Scope = ACME, now = NOW) =>
    changeSettings({ settings, schedule: SCHEDULE }, scope, update, now);
  const start = (scope: Scope = ACME, now = NOW): Promise<ReportRun> => startRun({ runs, settings }, scope, now);
  const claimed = async (now = NOW): Promise<ReportJob> => {
    const job = await jobs.claim(now);
    if (!job) throw new Error("No run waits.");
    return job;
  };
  const refused = async (work: Promise<unknown>): Promise<ApplicationError> => {
    const error = await work.then(
      () => new Error("It was not refused."),
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof ApplicationError)) throw error;
    return error;
  };
  const scheduled = (now: number, by = calendar): Promise<number> => scheduleRuns(by, SCHEDULE, now);

  it("has defaults for whom nothing was set, and keeps what is set, field by field", async () => {
    expect(await readSettings(settings, ACME)).to.deep.equal({
      organizationId: "acme",
      retentionDays: 365,
      scheduledReportEnabled: false,
      reportCadence: "weekly",
      reportRecipients: [],
      lastReportAt: null,
      createdAt: 0,
      updatedAt: 0,
    });
    await set({ retentionDays: 45 });
    await set({ reportCadence: "daily", reportRecipients: [ANN] }, ACME, NOW + 1);
    expect(await readSettings(settings, ACME)).to.deep.include({
      retentionDays: 45,
      reportCadence: "daily",
      reportRecipients: [ANN],
      createdAt: NOW,
      updatedAt: NOW + 1,
    });
    expect(await readSettings(settings, OTHER)).to.include({ retentionDays: 365, createdAt: 0 });
  });

  it("keeps what each of two says that change settings at once", async () => {
    await Promise.all([set({ retentionDays: 45 }), set({ reportRecipients: [ANN] }), set({ reportCadence: "daily" })]);
    expect(await readSettings(settings, ACME)).to.deep.include({
      retentionDays: 45,
      reportRecipients: [ANN],
      reportCadence: "daily",
    });
  });

  it("takes one address for each mailbox, and nothing that is none", async () => {
    const set1 = await set({ reportRecipients: [ANN, "ANN@shop.example", BEN] });
    expect(set1.reportRecipients).to.deep.equal([ANN, BEN]);
    const error = await refused(set({ reportRecipients: [ANN, "ben@shop.example\r\nBcc: eve@evil.example"] }));
    expect(error.details[0]?.path).to.equal("/reportRecipients/1");
    expect((await readSettings(settings, ACME)).reportRecipients).to.deep.equal([ANN, BEN]);
  });

  it("takes a run from running over its deliveries to its end", async () => {
    await set({ reportRecipients: [ANN, BEN], reportCadence: "daily" });
    const made = await start();
    expect(made).to.include({ status: "running", cadence: "daily", from: NOW - DAY_MS, until: NOW, completedAt: null });
    const job = await claimed();
    expect(job).to.include({ scheduled: false, attempts: 1 });
    expect(job.run).to.deep.equal(made);
    expect(await jobs.prepared(job, NUMBERS, 4)).to.equal(true);
    expect(await jobs.delivered(job, { recipient: ANN, status: "delivered", reason: null })).to.equal(true);
    const failed = { recipient: BEN, status: "failed", reason: "no such user" } as const;
    expect(await jobs.delivered(job, failed)).to.equal(true);
    expect(await jobs.end(job, { status: "failed", error: "1 of 2 deliveries failed" }, NOW + 5)).to.equal(true);
    expect(await runs.get(ACME, made.id)).to.deep.equal({
      ...made,
      ...NUMBERS,
      deletedCount: 4,
      deliveries: [{ recipient: ANN, status: "delivered", reason: null }, failed],
      status: "failed",
      error: "1 of 2 deliveries failed",
      completedAt: NOW + 5,
    });
    expect((await readSettings(settings, ACME)).lastReportAt).to.equal(NOW + 5);
    expect(await jobs.claim(NOW + DAY_MS)).to.equal(undefined);
  });

  it("lets nobody write for a run that another worker has taken over", async () => {
    await set({ reportRecipients: [ANN] });
    const { id } = await start();
    const first = await claimed();
    expect(await jobs.claim(NOW + REPORT_LEASE_MS - 1)).to.equal(undefined);
    const second = await claimed(NOW + REPORT_LEASE_MS);
    expect(second.attempts).to.equal(2);
    const delivered = { recipient: ANN, status: "delivered", reason: null } as const;
    expect(await jobs.renew(first, NOW)).to.equal(false);
    expect(await jobs.prepared(first, NUMBERS, 0)).to.equal(false);
    expect(await jobs.delivered(first, delivered)).to.equal(false);
    expect(await jobs.end(first, { status: "success", error: null }, NOW)).to.equal(false);
    expect(await runs.get(ACME, id)).to.deep.include({ status: "running", totalActions: 0 });
    expect(await jobs.renew(second, NOW + REPORT_LEASE_MS)).to.equal(true);
    expect(await jobs.claim(NOW + 2 * REPORT_LEASE_MS - 1)).to.equal(undefined);
  });

  it("hands a run that was given back to the next, and one of a process that ended at once", async () => {
    await set({ reportRecipients: [ANN] });
    await start();
    await jobs.release(await claimed(), NOW + 100, false);
    expect(await jobs.claim(NOW + 99)).to.equal(undefined);
    expect(await claimed(NOW + 100)).to.include({ attempts: 1 });
    await jobs.reclaim();
    expect(await claimed(NOW + 100)).to.include({ attempts: 2 });
    expect(await jobs.countOpen()).to.equal(1);
  });

  it("lets organizations take turns, and each have so many runs open", async () => {
    for (let index = 0; index < REPORT_RUNS_OPEN_MAX; index += 1) await start(ACME, NOW + index);
    const error = await refused(start());
    expect(error).to.include({ code: "too_many_running", retryAfterSeconds: 60 });
    const { id } = await start(OTHER);
    await claimed(NOW + DAY_MS);
    expect((await claimed(NOW + DAY_MS)).run.id).to.equal(id);
  });

  it("makes a scheduled run when it is due, and sets when the next one is", async () => {
    await set({ scheduledReportEnabled: true, reportCadence: "daily", reportRecipients: [ANN] });
    // 2026-11-21T12:00Z: the next time is the 22nd at 8.
    const due = Date.parse("2026-11-22T08:00:00Z");
    expect(await scheduled(due - 1)).to.equal(0);
    expect(await scheduled(due)).to.equal(1);
    expect(await scheduled(due + HOUR_MS)).to.equal(0);
    const [run] = await runs.list(ACME, { limit: 10 });
    expect(run).to.include({ from: due - DAY_MS, until: due, cadence: "daily", startedAt: due });
    expect(await claimed(due)).to.include({ scheduled: true });
  });

  it("makes one run of all that was missed, which covers it", async () => {
    await set({ scheduledReportEnabled: true, reportCadence: "daily", reportRecipients: [ANN] });
    const first = Date.parse("2026-11-22T08:00:00Z");
    await scheduled(first);
    expect(await scheduled(first + 4 * DAY_MS + 3 * HOUR_MS)).to.equal(1);
    const [late, ...others] = await runs.list(ACME, { limit: 10 });
    expect(others).to.have.length(1);
    expect(late).to.include({ from: first, until: first + 4 * DAY_MS });
    expect(await scheduled(first + 5 * DAY_MS)).to.equal(1);
  });

  it("makes one run a period, however many processes look at the same time", async () => {
    for (const scope of [ACME, OTHER]) await set({ scheduledReportEnabled: true, reportRecipients: [ANN] }, scope);
    // The embedded database serves one process.
    const another = async () => (database.kind === "sqlite" ? database : store.openDatabase());
    const others = await Promise.all([1, 2, 3].map(async () => createReportCalendar(await another())));
    const monday = Date.parse("2026-11-23T08:00:00Z");
    const made = await Promise.all([calendar, ...others].map((each) => scheduled(monday, each)));
    expect(made.reduce((sum, each) => sum + each, 0)).to.equal(2);
    expect(await runs.list(ACME, { limit: 10 })).to.have.length(1);
    expect(await runs.list(OTHER, { limit: 10 })).to.have.length(1);
  });

  it("makes no second run of a period for settings that were switched off and on again", async () => {
    await set({ scheduledReportEnabled: true, reportCadence: "daily", reportRecipients: [ANN] });
    const due = Date.parse("2026-11-22T08:00:00Z");
    await scheduled(due);
    await set({ scheduledReportEnabled: false }, ACME, due + 1);
    expect(await scheduled(due + DAY_MS)).to.equal(0);
    // As if the clock had been set back.
    await set({ scheduledReportEnabled: true }, ACME, due - 1);
    expect(await scheduled(due)).to.equal(0);
    expect(await runs.list(ACME, { limit: 10 })).to.have.length(1);
  });

  it("delivers again to whom the report didn't reach, to all where it reached all, and not before its end", async () => {
    await set({ reportRecipients: [ANN, BEN] });
    const first = await start();
    expect(await refused(retryRun({ runs, settings }, ACME, first.id, NOW))).to.include({
      code: "report_run_in_progress",
    });
    const job = await claimed();
    await jobs.delivered(job, { recipient: ANN, status: "delivered", reason: null });
    await jobs.delivered(job, { recipient: BEN, status: "failed", reason: "busy" });
    await jobs.end(job, { status: "failed", error: "1 of 2 deliveries failed" }, NOW);
    const second = await retryRun({ runs, settings }, ACME, first.id, NOW + HOUR_MS);
    expect(second.id).not.to.equal(first.id);
    expect(second).to.include({ from: first.from, until: first.until, startedAt: NOW + HOUR_MS });
    expect(second.deliveries).to.deep.equal([{ recipient: BEN, status: "waiting", reason: null }]);
    const again = await claimed(NOW + HOUR_MS);
    await jobs.delivered(again, { recipient: BEN, status: "delivered", reason: null });
    await jobs.end(again, { status: "success", error: null }, NOW);
    const third = await retryRun({ runs, settings }, ACME, second.id, NOW);
    expect(third.deliveries.map(({ recipient }) => recipient)).to.deep.equal([BEN]);
    expect(await refused(retryRun({ runs, settings }, OTHER, first.id, NOW))).to.include({
      code: "report_run_not_found",
    });
  });

  it("lists runs of one organization, the newest first, by status and by when they started", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.push((await start(ACME, NOW + index)).id);
    await start(OTHER);
    const listed = async (filter: Partial<Parameters<ReportRunStore["list"]>[1]>): Promise<number[]> =>
      (await runs.list(ACME, { limit: 50, ...filter })).map(({ id }) => ids.indexOf(id));
    expect(await listed({})).to.deep.equal([4, 3, 2, 1, 0]);
    expect(await listed({ limit: 2 })).to.deep.equal([4, 3]);
    expect(await listed({ from: NOW + 1, to: NOW + 3 })).to.deep.equal([3, 2, 1]);
    expect(await listed({ status: "success" })).to.deep.equal([]);
    expect(await listed({ status: "running", to: NOW })).to.deep.equal([0]);
    const taken: number[] = [];
    for await (const { id } of runs.each(ACME, { limit: 4 })) taken.push(ids.indexOf(id));
    expect(taken).to.deep.equal([4, 3, 2, 1]);
  });

  it("reads what a report tells from what was requested and what ended in the time", async () => {
    const until = NOW;
    const from = NOW - DAY_MS;
    const ended = (status: "COMPLETED" | "FAILED" | "REJECTED", finishedAt: number, more = {}) =>
      actionRow({ status, createdAt: from - HOUR_MS, finishedAt, updatedAt: finishedAt, ...more });
    const verification = { status: "ineffective" as const, checkedAt: NOW, reason: "Errors went on." };
    const waits = [actionRow({ createdAt: from - 9 * DAY_MS }), actionRow({ createdAt: until - 1, serviceName: null })];
    const failures = [
      ended("FAILED", from, { error: "first" }),
      ended("FAILED", until - 1, { error: "second", createdAt: from }),
    ];
    await given(
      database,
      ...waits,
      ...failures,
      ended("FAILED", from - 1),
      ended("FAILED", until),
      ended("COMPLETED", from + 1, { verification }),
      ended("COMPLETED", from + 2, { serviceName: "cart" }),
      ended("REJECTED", from + 3),
      ended("COMPLETED", from + 4, { mode: "simulate", verification }),
      ended("FAILED", from + 4, { mode: "simulate", error: "simulated" }),
      ended("REJECTED", from + 4, { mode: "simulate" }),
      actionRow({ createdAt: until }),
      actionRow({ organizationId: "other", createdAt: from }),
    );
    const read = await facts.read(ACME, from, until);
    expect(read).to.include({ requested: 2, completed: 2, failed: 2, rejected: 2, simulated: 2 });
    expect(read.services).to.deep.include.members([
      { serviceName: "checkout", requested: 1, completed: 1, failed: 2, simulated: 2 },
      { serviceName: null, requested: 1, completed: 0, failed: 0, simulated: 0 },
    ]);
    expect(read.waiting.map(({ id }) => id).slice(0, 2)).to.deep.equal(waits.map(({ id }) => id));
    expect(read.failures.map(({ error }) => error)).to.deep.equal(["second", "simulated", "first"]);
    expect(read.ineffective).to.have.length(1);
    expect(read.ineffective[0]?.verification).to.deep.equal(verification);
    const attached: string[] = [];
    for await (const { id } of facts.actions(ACME, from, until, 10)) attached.push(id);
    expect(attached).to.deep.equal([waits[1]?.id, failures[1]?.id]);
  });

  it("reads many actions page by page, and no more than are wanted", async () => {
    await given(database, ...Array.from({ length: 250 }, (_, index) => actionRow({ createdAt: NOW + (index >> 3) })));
    const taken: number[] = [];
    for await (const { createdAt } of facts.actions(ACME, NOW, NOW + DAY_MS, 230)) taken.push(createdAt);
    expect(taken).to.have.length(230);
    expect(taken).to.deep.equal([...taken].sort((one, other) => other - one));
  });

  it("deletes what is past its retention, of one organization, and keeps what isn't over", async () => {
    const old = NOW - 30 * DAY_MS;
    const gone = actionRow({ status: "FAILED", createdAt: old, updatedAt: old, finishedAt: old });
    const kept = [
      actionRow({ createdAt: old, updatedAt: old }),
      actionRow({ status: "FAILED", createdAt: old, updatedAt: NOW, finishedAt: NOW }),
      actionRow({ organizationId: "other", status: "FAILED", createdAt: old, updatedAt: old, finishedAt: old }),
    ];
    await given(database, gone, ...kept);
    const waiting = await start(ACME, old);
    const done = await start(ACME, old);
    const theirs = await start(OTHER, old);
    for (let job = await jobs.claim(old); job; job = await jobs.claim(old)) {
      if (job.run.id !== waiting.id) await jobs.end(job, { status: "failed", error: "nobody" }, old);
    }
    const probe = (organizationId: string, completedAt: number) => ({
      id: randomId(),
      organizationId,
      incidentId: randomId(),
      tool: { type: "getPodLogs" as const, namespace: "default", pod: "checkout-1", tailLines: 5 },
      toolType: "getPodLogs" as const,
      provider: "kubernetes",
      status: "success" as const,
      summary: "5 lines",
      keyPatterns: [],
      outputRef: "a".repeat(64),
      preview: "line",
      truncated: false,
      startedBy: "anna",
      startedAt: completedAt - MINUTE_MS,
      completedAt,
      error: null,
      failurePattern: null,
    });
    const probes = [probe("acme", old), probe("acme", NOW), probe("other", old)];
    await database.write((transaction) => insertRows(transaction, toolRunTable, probes));

    const deps = { audit: createAuditRetention(createUnits(database)), retention: createReportRetention(database) };
    const result = await enforceRetention(deps, ACME, 7, NOW);
    expect(result).to.deep.equal({
      organizationId: "acme",
      retentionDays: 7,
      cutoff: NOW - 7 * DAY_MS,
      deletedCount: 1,
    });
    expect((await enforceRetention(deps, ACME, 7, NOW)).deletedCount).to.equal(0);
    const left = (await runs.list(ACME, { limit: 10 })).map(({ id }) => id);
    expect(left).to.include(waiting.id).and.not.to.include(done.id);
    expect(await runs.get(OTHER, theirs.id)).to.include({ status: "failed" });
    const outputs = await database.reader.find(toolRunTable, { order: { seq: "ASC" } });
    expect(outputs.map(({ outputRef }) => outputRef !== null)).to.deep.equal([false, true, true]);
  });

  it("has the retention of each organization that made settings done once a day, by one process", async () => {
    await set({ retentionDays: 45 });
    await set({ retentionDays: 50 }, OTHER, NOW + 1);
    expect(await calendar.takeRetention(NOW + DAY_MS - 1, NOW)).to.equal(undefined);
    const now = NOW + DAY_MS + 1;
    const taken = await Promise.all([1, 2, 3].map(() => calendar.takeRetention(now, now + DAY_MS)));
    const more = await calendar.takeRetention(now, now + DAY_MS);
    const days = [...taken, more].flatMap((each) => each?.retentionDays ?? []);
    expect(days.sort()).to.deep.equal([45, 50]);
    expect(await calendar.takeRetention(now, now + DAY_MS)).to.equal(undefined);
  });

  it("asks indexes for all of it", async () => {
    await set({ scheduledReportEnabled: true });
    await start();
    await given(database, ...Array.from({ length: 20 }, () => actionRow()));
    const asked = await queriesOf(database, async () => {
      await facts.read(ACME, NOW - DAY_MS, NOW + DAY_MS);
      for await (const _ of facts.actions(ACME, NOW - DAY_MS, NOW + DAY_MS, 10));
      await runs.list(ACME, { limit: 5 });
      await runs.list(ACME, { limit: 5, status: "failed", from: NOW });
      await jobs.claim(NOW - 1);
      await calendar.dueReports(NOW, 10);
      await calendar.takeRetention(NOW, NOW);
    });
    expect(asked.length).to.be.above(9);
    for (const { sql, plan } of asked) expect(plan, sql).not.to.match(/SCAN (?!CONSTANT|\w+ USING)|Seq Scan/);
  });
});
