import type { ReportingRoutesDeps } from "../../http/core/reporting.ts";
import { SECOND_MS, systemClock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { SendMail } from "../../notify/mail.ts";
import type { ReportSchedule } from "../../report/schedule.ts";
import type { WorkDeps } from "../../report/work.ts";
import { createIncidentSumStore } from "../../store/incidents/incident-sums.ts";
import { createActionStore } from "../../store/remediation/action-store.ts";
import { createAuditRetention } from "../../store/remediation/audit-retention.ts";
import { createReportCalendar } from "../../store/reports/report-calendar.ts";
import { createReportFactStore } from "../../store/reports/report-facts.ts";
import { createReportJobStore } from "../../store/reports/report-jobs.ts";
import { createReportRetention } from "../../store/reports/report-retention.ts";
import { createReportRunStore } from "../../store/reports/report-runs.ts";
import { createSettingsStore } from "../../store/reports/report-settings.ts";
import type { Database } from "../../store/sql/database.ts";
import type { Config } from "../config/config.ts";
import type { Metrics } from "../runtime/metrics.ts";
import type { ReportingTasks } from "./reporting-tasks.ts";

/** Before the second and the third try of a delivery. */
const PAUSES_MS = [2 * SECOND_MS, 10 * SECOND_MS];

const scheduleOf = ({ reportHour: hour, reportTimeZone: timeZone }: Config): ReportSchedule => ({ hour, timeZone });

/** What the core interface asks of reporting. */
export const reportingRoutesDeps = (config: Config, database: Database): ReportingRoutesDeps["reporting"] => ({
  settings: createSettingsStore(database),
  runs: createReportRunStore(database),
  actions: createActionStore(database),
  audit: createAuditRetention(database),
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

/** All that reports are made of. */
export async function reportingDeps(parts: ReportingParts): Promise<WorkDeps & ReportingTasks> {
  const { config, database, logger, metrics, send } = parts;
  const jobs = createReportJobStore(database);
  // One process alone has the embedded database: what is begun there was begun by one that has ended.
  if (database.kind === "sqlite") await jobs.takeOver();
  metrics.gauge("tocsin_report_runs_open", "Report runs that wait or are under way.", () => jobs.countOpen());
  return {
    jobs,
    calendar: createReportCalendar(database),
    schedule: scheduleOf(config),
    settings: createSettingsStore(database),
    facts: createReportFactStore(database),
    actions: createActionStore(database),
    incidents: createIncidentSumStore(database),
    audit: createAuditRetention(database),
    retention: createReportRetention(database),
    timeZone: config.reportTimeZone,
    send,
    pausesMs: PAUSES_MS,
    clock: systemClock,
    logger,
  };
}
