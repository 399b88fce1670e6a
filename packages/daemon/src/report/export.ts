import { toIso, toIsoOrNull } from "../kernel/clock.ts";
import type { ReportRun } from "../model/report.ts";
import { tallyOf } from "./runs.ts";

/** The columns of the export, in their order (contract 2.12). */
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

/** Rows as they are taken; lists stand in their cells as JSON. */
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
