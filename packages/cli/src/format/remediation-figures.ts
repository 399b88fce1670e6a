import type {
  AuditEntry,
  AuditVerification,
  RemediationAction,
  RemediationPriority,
  RemediationStats,
} from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import type { Style } from "../text/paint.ts";
import { clock } from "../text/time.ts";
import { wrap, wrapHanging } from "../text/wrap.ts";
import { auditEventText } from "./action-status.ts";
import { reasonIn } from "./audit-reason.ts";
import type { Sheet } from "./diagnosis.ts";
import { factLines, optional } from "./facts.ts";
import { type Listing, textCell } from "./listing.ts";

/** Counts by status. What was simulated touched nothing: it stands by itself, and in no rate. */
export function statsText({ live, simulated, ...all }: RemediationStats, sheet: Sheet): string {
  const of = (count: number, simulatedOf: number) =>
    simulatedOf === 0 ? String(count) : `${count}, ${simulatedOf} of them SIMULATED`;
  return factLines(
    [
      ["all", of(all.total, simulated)],
      ["waiting", of(all.pending, all.pending - live.pending)],
      ["under way", of(all.executing, all.executing - live.executing)],
      ["completed", String(live.completed)],
      ["failed", of(all.failed, all.failed - live.failed)],
      ...optional("SIMULATED", simulatedWords(all.completed - live.completed)),
      ["success", live.successRate === null ? "none was executed yet" : `${live.successRate} %`],
    ],
    sheet,
  );
}

const simulatedWords = (completed: number): string =>
  completed === 0 ? "" : `${completed}: nothing was touched, and no rate counts them`;

/** Colour goes with the word, never instead of it. */
const levelStyle: Readonly<Record<RemediationPriority["level"], Style>> = {
  normal: "green",
  elevated: "cyan",
  high: "yellow",
  critical: "red",
};

/** How much the remediation needs somebody: the verdict, then its figures. */
export const remediationPriorityText = (signal: RemediationPriority, sheet: Sheet): string =>
  [
    wrapHanging(
      `${sheet.paint([levelStyle[signal.level], "bold"], cleanLine(signal.level))} ${cleanLine(signal.label)}`,
      sheet.width,
      0,
    ),
    wrap(cleanLine(signal.reason), sheet.width),
    factLines(
      [
        ["waiting", String(signal.pendingApprovals)],
        ["under way", String(signal.activeExecutions)],
        ["failed", `${signal.failedInLast24h} in the last day`],
      ],
      sheet,
    ),
  ].join("\n\n");

/** What checking the audit log came to. */
export const verificationText = (found: AuditVerification, sheet: Sheet): string =>
  factLines(
    [
      ["audit log", found.valid ? sheet.paint("green", "whole") : sheet.paint("red", "broken")],
      ["checked", `${found.checked} entries`],
      ["head", cleanLine(found.headHash ?? "none, the log is empty")],
      ...optional("first broken", found.firstBroken),
    ],
    sheet,
  );

/** Entries of the audit log about an action of this mode, as a list. */
export const auditListing = (items: readonly AuditEntry[], mode: RemediationAction["mode"]): Listing<AuditEntry> => ({
  items,
  idOf: ({ id }) => id,
  columns: [
    { name: "SEQ", field: "seq", optional: 18, of: ({ seq }) => ({ text: String(seq) }) },
    { name: "AT", field: "at", of: ({ at }) => ({ text: clock(at), whole: at }) },
    { name: "EVENT", field: "event", flexible: 6, of: ({ event }) => textCell(auditEventText(event, mode)) },
    { name: "ACTOR", field: "actor", flexible: 5, optional: 14, of: ({ actor }) => textCell(actor) },
    {
      name: "WHY",
      field: "reason",
      flexible: 8,
      optional: 20,
      of: ({ content }) => textCell(reasonIn(content)),
    },
    { name: "HASH", field: "hash", wide: true, of: ({ hash }) => textCell(hash) },
  ],
});
