import { ApplicationError } from "../../src/kernel/errors.ts";
import type { ReportRun } from "../../src/model/report.ts";
import type { Scope } from "../../src/model/scope.ts";
import { changeSettings, type SettingsUpdate } from "../../src/report/reporting-settings.ts";
import { scheduleRuns, startRun } from "../../src/report/runs.ts";
import type {
  ReportCalendar,
  ReportFactStore,
  ReportJob,
  ReportJobStore,
  ReportRunStore,
  SettingsStore,
} from "../../src/report/store.ts";
import { createReportFactStore } from "../../src/store/reports/report-facts.ts";
import { createReportJobStore, createReportRunStore } from "../../src/store/reports/report-runs.ts";
import { createReportCalendar, createSettingsStore } from "../../src/store/reports/report-settings.ts";
import type { Database } from "../../src/store/sql/database.ts";
import type { Fresh, MakeFresh } from "./engines.ts";
import { ACME, NOW } from "./samples.ts";

const SCHEDULE = { hour: 8, timeZone: "UTC" };

/** The stores and helpers of the tests about the store of reports. */
export function reportWorld(fresh: MakeFresh) {
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

  return {
    set,
    start,
    claimed,
    refused,
    scheduled,
    get jobs() {
      return jobs;
    },
    get runs() {
      return runs;
    },
    get settings() {
      return settings;
    },
    get database() {
      return database;
    },
    get store() {
      return store;
    },
    get calendar() {
      return calendar;
    },
    get facts() {
      return facts;
    },
  };
}
