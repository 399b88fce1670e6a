import { DAY_MS, toIso, toIsoOrNull } from "../kernel/clock.ts";
import { ApplicationError } from "../kernel/errors.ts";
import { uuidv7 } from "../kernel/ids.ts";
import type { Delivery, ReportRun, ReportRunStatus } from "../model/report.ts";
import type { Scope } from "../model/scope.ts";
import { readSettings } from "./reporting-settings.ts";
import { DAYS, duePeriod, nextTime, type ReportSchedule } from "./schedule.ts";
import type { ReportCalendar, ReportRunStore, SettingsStore } from "./store.ts";

const DUE_AT_ONCE_MAX = 100;

export interface RunDeps {
  readonly runs: Pick<ReportRunStore, "add" | "get">;
  readonly settings: Pick<SettingsStore, "get">;
}

/** An unscheduled run over the last day or week. */
export async function startRun({ runs, settings }: RunDeps, scope: Scope, now: number): Promise<ReportRun> {
  const { reportCadence: cadence, reportRecipients: recipients } = await readSettings(settings, scope);
  const from = now - DAYS[cadence] * DAY_MS;
  return runs.add(scope, { id: uuidv7(now), cadence, from, until: now, recipients }, now);
}

/**
 * Repeats a run for the recipients it didn't reach, or for all. If it had none, for those of the settings. Throws
 * `not_found`, and `conflict` while it is running.
 */
export async function retryRun({ runs, settings }: RunDeps, scope: Scope, id: string, now: number): Promise<ReportRun> {
  const { cadence, from, until, status, deliveries } = await runs.get(scope, id);
  if (status === "running") {
    throw new ApplicationError(
      "report_run_in_progress",
      `Report run ${id} is still running. Deliver it again when it has ended.`,
    );
  }
  const unreached = deliveries.filter((delivery) => delivery.status !== "delivered");
  const again = (unreached.length > 0 ? unreached : deliveries).map(({ recipient }) => recipient);
  const recipients = again.length > 0 ? again : (await readSettings(settings, scope)).reportRecipients;
  return runs.add(scope, { id: uuidv7(now), cadence, from, until, recipients }, now);
}

/** Creates the due runs, one per organization, covering missed ones too; returns their number. */
export async function scheduleRuns(calendar: ReportCalendar, schedule: ReportSchedule, now: number): Promise<number> {
  let made = 0;
  for (const due of await calendar.dueReports(now, DUE_AT_ONCE_MAX)) {
    const { reportCadence: cadence, reportRecipients: recipients, coveredUntil } = due;
    const period = duePeriod(schedule, cadence, coveredUntil, now);
    const next = nextTime(schedule, cadence, now);
    if (await calendar.schedule(due, { id: uuidv7(now), cadence, recipients, ...period }, next, now)) made += 1;
  }
  return made;
}

export interface DeliveryTally {
  readonly recipients: readonly string[];
  readonly deliveredCount: number;
  readonly failedDeliveryCount: number;
  readonly deliveryFailures: readonly { readonly recipient: string; readonly reason: string }[];
}

export function tallyOf(deliveries: readonly Delivery[]): DeliveryTally {
  const failed = deliveries.filter(({ status }) => status === "failed");
  return {
    recipients: deliveries.map(({ recipient }) => recipient),
    deliveredCount: deliveries.filter(({ status }) => status === "delivered").length,
    failedDeliveryCount: failed.length,
    deliveryFailures: failed.map(({ recipient, reason }) => ({ recipient, reason: reason ?? "" })),
  };
}

const NOBODY = "The report has no recipients. Set `reportRecipients` in the reporting settings.";

/** The result of a run whose deliveries are over. */
export function endOf(deliveries: readonly Delivery[]): {
  readonly status: ReportRunStatus;
  readonly error: string | null;
} {
  if (deliveries.length === 0) return { status: "failed", error: NOBODY };
  const failed = deliveries.filter(({ status }) => status !== "delivered").length;
  if (failed === 0) return { status: "success", error: null };
  return { status: "failed", error: `${failed} of ${deliveries.length} deliveries failed` };
}

/** The columns of the export. */
export const runColumns = [
  "id",
  "organizationId",
  "cadence",
  "recipients",
  "deliveredCount",
  "failedDeliveryCount",
  "deliveryFailures",
  "deletedCount",
  "totalActions",
  "failedActions",
  "pendingApprovals",
  "queuedExecutions",
  "status",
  "error",
  "startedAt",
  "completedAt",
] as const;

type RunExportRow = Readonly<Record<(typeof runColumns)[number], string | number | null>>;

/** Lists are JSON in their cells. */
export async function* exportedRuns(runs: AsyncIterable<ReportRun>): AsyncGenerator<RunExportRow> {
  for await (const run of runs) yield toRow(run);
}

function toRow({ deliveries, from: _from, until: _until, ...run }: ReportRun): RunExportRow {
  const { recipients, deliveryFailures, ...counts } = tallyOf(deliveries);
  return {
    ...run,
    ...counts,
    recipients: JSON.stringify(recipients),
    deliveryFailures: JSON.stringify(deliveryFailures),
    startedAt: toIso(run.startedAt),
    completedAt: toIsoOrNull(run.completedAt),
  };
}
