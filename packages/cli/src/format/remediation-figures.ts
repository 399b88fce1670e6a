import type { AuditEntry, AuditVerification, RemediationPriority, RemediationStats } from "@tocsin/sdk";
import { reasonIn } from "./audit-reason.ts";
import { cleanLine } from "./clean.ts";
import type { Sheet } from "./diagnosis.ts";
import { factLines, optional } from "./facts.ts";
import { type Listing, textCell } from "./listing.ts";
import type { Style } from "./paint.ts";
import { clock } from "./time.ts";
import { hanging, wrap } from "./wrap.ts";

/** Counts by status. */
export const statsText = (stats: RemediationStats, sheet: Sheet): string =>
  factLines(
    [
      ["all", String(stats.total)],
      ["waiting", String(stats.pending)],
      ["under way", String(stats.executing)],
      ["completed", String(stats.completed)],
      ["failed", String(stats.failed)],
      ["success", stats.completed + stats.failed === 0 ? "none has ended yet" : `${stats.successRate} %`],
    ],
    sheet,
  );

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
    hanging(
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

/** Entries of the audit log as a list. */
export const auditListing = (items: readonly AuditEntry[]): Listing<AuditEntry> => ({
  items,
  idOf: ({ id }) => id,
  columns: [
    { name: "SEQ", field: "seq", optional: 18, of: ({ seq }) => ({ text: String(seq) }) },
    { name: "AT", field: "at", of: ({ at }) => ({ text: clock(at), whole: at }) },
    { name: "EVENT", field: "event", flexible: 6, of: ({ event }) => textCell(event) },
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
