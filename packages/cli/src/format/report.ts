import type { ReportingSettings, ReportRun, ReportRunStatus } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import type { Style } from "../text/paint.ts";
import { age, ago, clock } from "../text/time.ts";
import { bulletSection, factList, optionalFact } from "./fact-list.ts";
import type { Layout, TimedLayout } from "./layout.ts";
import { ageColumn, column, fieldColumn, listingOf, styledColumn, textCell } from "./listing.ts";

export const reportStatuses: readonly ReportRunStatus[] = ["running", "success", "failed"];

const statusStyle: Readonly<Record<ReportRunStatus, Style>> = { running: "magenta", success: "green", failed: "red" };

/** Default settings have the epoch as their time of update. */
const isCustomized = ({ updatedAt }: ReportingSettings): boolean => Date.parse(updatedAt) > 0;

const schedule = ({ scheduledReportEnabled, reportCadence }: ReportingSettings): string =>
  scheduledReportEnabled ? cleanLine(reportCadence) : `off (${cleanLine(reportCadence)} once it is on)`;
const recipients = ({ reportRecipients }: ReportingSettings): string =>
  cleanLine(reportRecipients.join(", ")) || "nobody";
const retention = ({ retentionDays }: ReportingSettings): string => `${retentionDays} days`;

export const settingsText = (settings: ReportingSettings, layout: TimedLayout): string => {
  const { lastReportAt: last, updatedAt } = settings;
  const at = (time: string) => `${clock(time)} (${ago(time, layout.now)})`;
  return factList(
    [
      ["schedule", schedule(settings)],
      ["recipients", recipients(settings)],
      ["retention", retention(settings)],
      ["last report", last === null ? "none yet" : at(last)],
      ["changed", isCustomized(settings) ? at(updatedAt) : "never; these are the defaults"],
    ],
    layout,
  );
};

/** Changes between two settings, such as `retention 90 days → 30 days`. */
export function settingsChanges(before: ReportingSettings, after: ReportingSettings): string[] {
  const said = { schedule, recipients, retention };
  return Object.entries(said)
    .map(([name, of]) => [name, of(before), of(after)])
    .filter(([, from, to]) => from !== to)
    .map(([name, from, to]) => `${name} ${from} → ${to}`);
}

export const reportRunListing = listingOf<ReportRun>([
  styledColumn("STATUS", "status", statusStyle),
  fieldColumn("CADENCE", "cadence", { dropPriority: 20 }),
  fieldColumn("SENT", "deliveredCount", { dropPriority: 10 }),
  fieldColumn("NOT SENT", "failedDeliveryCount", { dropPriority: 10 }),
  fieldColumn("ACTIONS", "totalActions", { dropPriority: 15 }),
  fieldColumn("FAILED", "failedActions", { dropPriority: 15 }),
  fieldColumn("DELETED", "deletedCount", { wide: true }),
  column("RECIPIENTS", "recipients", ({ recipients: list }) => list.join(","), { wide: true }),
  column(
    "COMPLETED",
    "completedAt",
    ({ completedAt: at }, now) => (at === null ? textCell(at) : { text: age(at, now), exact: at }),
    { wide: true },
  ),
  ageColumn("AGE", "startedAt"),
  fieldColumn("ERROR", "error", { minWidth: 8, dropPriority: 25 }),
]);

/** A report run on a page: delivery first, then figures. */
export function reportRunText(run: ReportRun, layout: Layout): string {
  const failures = run.deliveryFailures.map(({ recipient, reason }) => cleanLine(`${recipient}: ${reason}`));
  const facts = factList(
    [
      ["id", cleanLine(run.id)],
      ["status", layout.paint(statusStyle[run.status], cleanLine(run.status))],
      ...optionalFact("error", run.error),
      ["sent", `to ${run.deliveredCount}, not to ${run.failedDeliveryCount}`],
      ["began", clock(run.startedAt)],
      ["ended", run.completedAt === null ? "not yet" : clock(run.completedAt)],
      ["actions", `${run.totalActions}, ${run.failedActions} of them failed`],
      ["waiting", `${run.pendingApprovals} for approval, ${run.queuedExecutions} executions queued`],
      ["deleted", `${run.deletedCount} past their retention`],
    ],
    layout,
  );
  return [facts, ...bulletSection("Not delivered", failures, layout)].join("\n\n");
}
