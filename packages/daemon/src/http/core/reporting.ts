import type { components } from "../../generated/interfaces.ts";
import { type Clock, toIso, toIsoOrNull } from "../../kernel/clock.ts";
import { formatTimes } from "../../kernel/format-times.ts";
import { EXPORT_LIMIT_DEFAULT, EXPORT_STALL_MS_MAX, REPORT_RUNS_LIMIT_DEFAULT } from "../../model/page-limits.ts";
import type { ReportingSettings, ReportRun } from "../../model/report.ts";
import type { ActionStore } from "../../remediate/actions/action-store.ts";
import { changeSettings, readSettings } from "../../report/reporting-settings.ts";
import { enforceRetention, type RetentionDeps } from "../../report/retention.ts";
import { exportedRuns, retryRun, runColumns, startRun, tallyOf } from "../../report/runs.ts";
import type { ReportSchedule } from "../../report/schedule.ts";
import type { ReportRunStore, RunFilter, SettingsStore } from "../../report/store.ts";
import { created, ok } from "./answers.ts";
import { parseOptionalTime } from "./parse-time.ts";
import type { Routes } from "./route.ts";
import { sendCsv } from "./send-csv.ts";

export interface ReportingRoutesDeps {
  readonly reporting: RetentionDeps & {
    readonly settings: SettingsStore;
    readonly runs: ReportRunStore;
    readonly actions: Pick<ActionStore, "auditHead">;
    readonly schedule: ReportSchedule;
    readonly clock: Clock;
  };
}

/** Contract 4.10: reports on remediation, their recipients, and retention. */
export const reportingRoutes = ({ reporting }: ReportingRoutesDeps) => {
  const { settings, runs, actions, clock } = reporting;
  return {
    getReportingSettings: async ({ scope }) => ok(presentSettings(await readSettings(settings, scope))),
    updateReportingSettings: async ({ scope, body }) =>
      ok(presentSettings(await changeSettings(reporting, scope, body, clock.now()))),
    listReportRuns: async ({ scope, query }) =>
      ok((await runs.list(scope, filterOf(query, REPORT_RUNS_LIMIT_DEFAULT))).map(presentRun)),
    startReportRun: async ({ scope }) => created(presentRun(await startRun(reporting, scope, clock.now()))),
    retryReportRun: async ({ scope, path }) =>
      ok(presentRun(await retryRun(reporting, scope, path.runId, clock.now()))),
    exportReportRuns: async ({ scope, query, response }) => {
      const filter = filterOf(query, EXPORT_LIMIT_DEFAULT);
      const head = await actions.auditHead(scope);
      await sendCsv(response, {
        name: "remediation-report-runs.csv",
        columns: runColumns,
        rows: exportedRuns(runs.each(scope, filter)),
        // An empty log has no newest entry.
        headers: head === null ? {} : { "x-tocsin-audit-head": head },
        stallMsMax: EXPORT_STALL_MS_MAX,
      });
      return null;
    },
    enforceRetention: async ({ scope }) => {
      const { retentionDays } = await readSettings(settings, scope);
      const { cutoff, ...result } = await enforceRetention(reporting, scope, retentionDays, clock.now());
      return ok({ ...result, cutoff: toIso(cutoff) });
    },
  } satisfies Partial<Routes>;
};

interface RunQuery {
  readonly status?: ReportRun["status"];
  readonly from?: string;
  readonly to?: string;
  readonly limit?: number;
}

const filterOf = ({ status, from, to, limit }: RunQuery, limitDefault: number): RunFilter => ({
  status,
  from: parseOptionalTime(from, "/query/from"),
  to: parseOptionalTime(to, "/query/to"),
  limit: limit ?? limitDefault,
});

/** Without the times at which the next report and retention are due. */
const presentSettings = (settings: ReportingSettings): components["schemas"]["ReportingSettings"] => ({
  organizationId: settings.organizationId,
  retentionDays: settings.retentionDays,
  scheduledReportEnabled: settings.scheduledReportEnabled,
  reportCadence: settings.reportCadence,
  reportRecipients: settings.reportRecipients,
  lastReportAt: toIsoOrNull(settings.lastReportAt),
  createdAt: toIso(settings.createdAt),
  updatedAt: toIso(settings.updatedAt),
});

const presentRun = ({ from: _from, until: _until, deliveries, ...run }: ReportRun) => ({
  ...formatTimes(run, "startedAt", "completedAt"),
  ...tallyOf(deliveries),
});
