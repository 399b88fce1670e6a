import type {
  AuditEntry,
  AuditVerification,
  RemediationAction,
  RemediationPriority,
  RemediationStats,
} from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import { percentText } from "../text/figure.ts";
import type { Style } from "../text/paint.ts";
import { clock } from "../text/time.ts";
import { wrap, wrapHanging } from "../text/wrap.ts";
import { auditEventText, findReason } from "./action-status.ts";
import { factList, optionalFact } from "./fact-list.ts";
import type { Layout } from "./layout.ts";
import { column, fieldColumn, type Listing } from "./listing.ts";

/** Counts by status. Simulated actions changed nothing, so they are counted apart and excluded from rates. */
export function remediationStatsText({ live, simulated, ...all }: RemediationStats, layout: Layout): string {
  const of = (count: number, simulatedOf: number) =>
    simulatedOf === 0 ? String(count) : `${count}, ${simulatedOf} of them SIMULATED`;
  return factList(
    [
      ["all", of(all.total, simulated)],
      ["waiting", of(all.pending, all.pending - live.pending)],
      ["executing", of(all.executing, all.executing - live.executing)],
      ["completed", String(live.completed)],
      ["failed", of(all.failed, all.failed - live.failed)],
      ...optionalFact("SIMULATED", simulatedWords(all.completed - live.completed)),
      [
        "success",
        live.successRate === null
          ? "no action was executed"
          : percentText(live.completed / (live.completed + live.failed)),
      ],
    ],
    layout,
  );
}

const simulatedWords = (completed: number): string =>
  completed === 0 ? "" : `${completed}: nothing was changed, and rates exclude them`;

const levelStyle: Readonly<Record<RemediationPriority["level"], Style>> = {
  normal: "green",
  elevated: "cyan",
  high: "yellow",
  critical: "red",
};

/** The priority of remediation with its figures. */
export const remediationPriorityText = (signal: RemediationPriority, layout: Layout): string =>
  [
    wrapHanging(
      `${layout.paint([levelStyle[signal.level], "bold"], cleanLine(signal.level))} ${cleanLine(signal.label)}`,
      layout.width,
      0,
    ),
    wrap(cleanLine(signal.reason), layout.width),
    factList(
      [
        ["waiting", String(signal.pendingApprovals)],
        ["executing", String(signal.activeExecutions)],
        ["failed", `${signal.failedInLast24h} in the last day`],
      ],
      layout,
    ),
  ].join("\n\n");

/** The result of verifying the audit log. */
export const verificationText = (found: AuditVerification, layout: Layout): string =>
  factList(
    [
      ["audit log", found.valid ? layout.paint("green", "whole") : layout.paint("red", "broken")],
      ["checked", `${found.checked} entries`],
      ["head", cleanLine(found.headHash ?? "none, the log is empty")],
      ...optionalFact("first broken", found.firstBroken),
    ],
    layout,
  );

export const auditListing = (items: readonly AuditEntry[], mode: RemediationAction["mode"]): Listing<AuditEntry> => ({
  items,
  idOf: ({ id }) => id,
  columns: [
    fieldColumn("SEQ", "seq", { dropPriority: 18 }),
    column("AT", "at", ({ at }) => ({ text: clock(at), exact: at })),
    column("EVENT", "event", ({ event }) => auditEventText(event, mode), { minWidth: 6 }),
    fieldColumn("ACTOR", "actor", { minWidth: 5, dropPriority: 14 }),
    column("WHY", "reason", ({ content }) => findReason(content), { minWidth: 8, dropPriority: 20 }),
    fieldColumn("HASH", "hash", { wide: true }),
  ],
});
