import type { ReportingRoutesDeps } from "../../http/core/reporting.ts";
import { DAY_MS, SECOND_MS, systemClock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import { SYSTEM } from "../../model/scope.ts";
import type { SendMail } from "../../notify/mail.ts";
import { createAuditRetention } from "../../remediate/audit/audit-retention.ts";
import { enforceRetention } from "../../report/retention.ts";
import { createReportRunner, type RunReportsDeps } from "../../report/run-reports.ts";
import { scheduleRuns } from "../../report/runs.ts";
import type { ReportSchedule } from "../../report/schedule.ts";
import type { ReportCalendar } from "../../report/store.ts";
import { createIncidentSumStore } from "../../store/incidents/incident-sums.ts";
import { createReportFactStore } from "../../store/reports/report-facts.ts";
import { createReportRetention } from "../../store/reports/report-retention.ts";
import { createReportJobStore, createReportRunStore } from "../../store/reports/report-runs.ts";
import { createReportCalendar, createSettingsStore } from "../../store/reports/report-settings.ts";
import type { Database } from "../../store/sql/database.ts";
import type { Config } from "../config/config.ts";
import type { Metrics } from "../runtime/metrics.ts";
import { jobTask, type Task, TICK_MS, TIDY_MS } from "../runtime/schedule.ts";
import { createActionStore, createUnits } from "./incident-wiring.ts";

const SCHEDULE_MS = 5 * SECOND_MS;
/** Before the second and the third attempt of a delivery. */
const PAUSES_MS = [2 * SECOND_MS, 10 * SECOND_MS];

const scheduleOf = ({ reportHour: hour, reportTimeZone: timeZone }: Config): ReportSchedule => ({ hour, timeZone });

/** The ports of reporting, for the core interface. */
export const reportingRoutesDeps = (config: Config, database: Database): ReportingRoutesDeps["reporting"] => ({
  settings: createSettingsStore(database),
  runs: createReportRunStore(database),
  actions: createActionStore(database),
  audit: createAuditRetention(createUnits(database)),
  retention: createReportRetention(database),
  schedule: scheduleOf(config),
  clock: systemClock,
});

export interface ReportingParts {
  readonly config: Config;
  readonly database: Database;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, "gauge">;
  readonly send: SendMail;
}

interface ReportingDeps extends RunReportsDeps {
  readonly calendar: ReportCalendar;
  readonly schedule: ReportSchedule;
}

/** The ports of making and sending reports, for the worker. */
export async function reportingDeps(parts: ReportingParts): Promise<ReportingDeps> {
  const { config, database, logger, metrics, send } = parts;
  const jobs = createReportJobStore(database);
  // Only one process uses the embedded database, so runs there belong to a process that has ended.
  if (database.kind === "sqlite") await jobs.reclaim();
  metrics.gauge("tocsin_report_runs_open", "Report runs that wait or run.", () => jobs.countOpen());
  return {
    jobs,
    calendar: createReportCalendar(database),
    schedule: scheduleOf(config),
    settings: createSettingsStore(database),
    facts: createReportFactStore(database),
    actions: createActionStore(database),
    incidents: createIncidentSumStore(database),
    audit: createAuditRetention(createUnits(database)),
    retention: createReportRetention(database),
    timeZone: config.reportTimeZone,
    send,
    pausesMs: PAUSES_MS,
    clock: systemClock,
    logger,
  };
}

/** Makes reports that are due, sends them, and deletes what is past its retention, until the signal. */
export const reportingTasks = (deps: ReportingDeps, stop: AbortSignal): Task[] => [
  {
    name: "schedule reports",
    everyMs: SCHEDULE_MS,
    run: () => scheduleRuns(deps.calendar, deps.schedule, deps.clock.now()),
  },
  jobTask("report", TICK_MS, createReportRunner(deps, stop)),
  { name: "enforce retention", everyMs: TIDY_MS, run: () => retain(deps, stop) },
];

/** Once a day for every organization with settings. */
async function retain(deps: ReportingDeps, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const now = deps.clock.now();
    const due = await deps.calendar.takeRetention(now, now + DAY_MS);
    if (!due) return;
    const scope = { organizationId: due.organizationId, actor: SYSTEM, permissions: [] };
    await enforceRetention(deps, scope, due.retentionDays, now, stop);
  }
}
