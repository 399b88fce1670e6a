import type { ReportingSettings, ReportRun, ReportRunStatus } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import type { Style } from "../text/paint.ts";
import { age, clock } from "../text/time.ts";
import type { Sheet } from "./diagnosis.ts";
import { factLines, listed, optional } from "./facts.ts";
import { type ListColumn, type Listing, textCell } from "./listing.ts";

export const reportStatuses: readonly ReportRunStatus[] = ["running", "success", "failed"];

/** Colour goes with the word, never instead of it. */
const statusStyle: Readonly<Record<ReportRunStatus, Style>> = { running: "magenta", success: "green", failed: "red" };

/** Settings that nobody made carry the beginning of time. */
const wasSet = ({ updatedAt }: ReportingSettings): boolean => Date.parse(updatedAt) > 0;

const schedule = ({ scheduledReportEnabled, reportCadence }: ReportingSettings): string =>
  scheduledReportEnabled ? cleanLine(reportCadence) : `off (${cleanLine(reportCadence)} once it is on)`;
const recipients = ({ reportRecipients }: ReportingSettings): string =>
  cleanLine(reportRecipients.join(", ")) || "nobody";
const retention = ({ retentionDays }: ReportingSettings): string => `${retentionDays} days`;

/** The settings on a page. */
export const settingsText = (settings: ReportingSettings, sheet: Sheet & { readonly now: number }): string => {
  const { lastReportAt: last, updatedAt } = settings;
  const at = (time: string) => `${clock(time)} (${age(time, sheet.now)} ago)`;
  return factLines(
    [
      ["schedule", schedule(settings)],
      ["recipients", recipients(settings)],
      ["retention", retention(settings)],
      ["last report", last === null ? "none yet" : at(last)],
      ["set", wasSet(settings) ? at(updatedAt) : "never, these are the defaults"],
    ],
    sheet,
  );
};

/** What changed between two settings, such as `retention 90 days → 30 days`. */
export function settingsChanges(before: ReportingSettings, after: ReportingSettings): string[] {
  const said = { schedule, recipients, retention };
  return Object.entries(said)
    .map(([name, of]) => [name, of(before), of(after)])
    .filter(([, from, to]) => from !== to)
    .map(([name, from, to]) => `${name} ${from} → ${to}`);
}

const count = (name: string, field: keyof ReportRun & string, optional: number): ListColumn<ReportRun> => ({
  name,
  field,
  optional,
  of: (run) => ({ text: String(run[field]) }),
});

/** The runs as a list. */
export const reportRunListing = (items: readonly ReportRun[]): Listing<ReportRun> => ({
  items,
  idOf: ({ id }) => id,
  columns: [
    { name: "STATUS", field: "status", of: ({ status }) => ({ text: cleanLine(status), style: statusStyle[status] }) },
    { name: "CADENCE", field: "cadence", optional: 20, of: ({ cadence }) => textCell(cadence) },
    count("SENT", "deliveredCount", 10),
    count("NOT SENT", "failedDeliveryCount", 10),
    count("ACTIONS", "totalActions", 15),
    count("FAILED", "failedActions", 15),
    { name: "DELETED", field: "deletedCount", wide: true, of: ({ deletedCount }) => ({ text: String(deletedCount) }) },
    {
      name: "RECIPIENTS",
      field: "recipients",
      wide: true,
      of: ({ recipients: list }) => textCell(list.join(",")),
    },
    {
      name: "COMPLETED",
      field: "completedAt",
      wide: true,
      of: ({ completedAt: at }, now) => (at === null ? textCell(at) : { text: age(at, now), whole: at }),
    },
    {
      name: "AGE",
      field: "startedAt",
      of: ({ startedAt }, now) => ({ text: age(startedAt, now), whole: startedAt }),
    },
    { name: "ERROR", field: "error", flexible: 8, optional: 25, of: ({ error }) => textCell(error) },
  ],
});

/** A run on a page: whether it arrived, then what it says. */
export function reportRunText(run: ReportRun, sheet: Sheet): string {
  const failures = run.deliveryFailures.map(({ recipient, reason }) => cleanLine(`${recipient}: ${reason}`));
  const facts = factLines(
    [
      ["id", cleanLine(run.id)],
      ["status", sheet.paint(statusStyle[run.status], cleanLine(run.status))],
      ...optional("error", run.error),
      ["sent", `to ${run.deliveredCount}, not to ${run.failedDeliveryCount}`],
      ["began", clock(run.startedAt)],
      ["ended", run.completedAt === null ? "not yet" : clock(run.completedAt)],
      ["actions", `${run.totalActions}, ${run.failedActions} of them failed`],
      ["waiting", `${run.pendingApprovals} for approval, ${run.queuedExecutions} for their turn`],
      ["deleted", `${run.deletedCount} past their retention`],
    ],
    sheet,
  );
  return [facts, ...listed("Not delivered", failures, sheet)].join("\n\n");
}
