import { count } from "../detect/text.ts";
import { DAY_MS } from "../kernel/clock.ts";
import { toTenth } from "../kernel/numbers.ts";
import type { Scope } from "../model/scope.ts";
import type { ActionStore, ActionTallies } from "./action-store.ts";

/** Contract 4.10. */
export interface RemediationStats {
  readonly total: number;
  readonly pending: number;
  readonly executing: number;
  readonly completed: number;
  readonly failed: number;
  /** Percent of those that ended by execution; 0 where none did. */
  readonly successRate: number;
}

export const attentionLevels = ["normal", "elevated", "high", "critical"] as const;
export type AttentionLevel = (typeof attentionLevels)[number];

export interface AttentionSignal {
  readonly level: AttentionLevel;
  readonly label: string;
  readonly reason: string;
  readonly pendingApprovals: number;
  readonly activeExecutions: number;
  readonly failedInLast24h: number;
}

export async function remediationStats(
  actions: Pick<ActionStore, "tallies">,
  scope: Scope,
  environment: string | undefined,
): Promise<RemediationStats> {
  const tallies = await actions.tallies(scope, environment);
  const { COMPLETED: completed, FAILED: failed } = tallies;
  const ended = completed + failed;
  return {
    total: Object.values(tallies).reduce((sum, each) => sum + each, 0),
    pending: tallies.PENDING_APPROVAL,
    executing: activeOf(tallies),
    completed,
    failed,
    successRate: ended === 0 ? 0 : toTenth((completed / ended) * 100),
  };
}

const activeOf = ({ QUEUED, EXECUTING }: ActionTallies): number => QUEUED + EXECUTING;

export async function remediationAttention(
  actions: Pick<ActionStore, "tallies" | "failedSince">,
  scope: Scope,
  environment: string | undefined,
  now: number,
): Promise<AttentionSignal> {
  const [tallies, failed] = await Promise.all([
    actions.tallies(scope, environment),
    actions.failedSince(scope, environment, now - DAY_MS),
  ]);
  return attentionOf(tallies.PENDING_APPROVAL, activeOf(tallies), failed);
}

/** From how many on each of them is elevated, high and critical. */
const THRESHOLDS = { pending: [1, 5, 20], active: [5, 20, 100], failed: [1, 3, 10] } as const;

const LABELS: Readonly<Record<AttentionLevel, string>> = {
  normal: "Nothing presses",
  elevated: "Needs attention",
  high: "Needs attention soon",
  critical: "Needs attention now",
};

const gravityOf = (number: number, thresholds: readonly number[]): number =>
  thresholds.filter((threshold) => number >= threshold).length;

/** The gravest of the three says the level: what waits for approval, what is under way, what failed in a day. */
export function attentionOf(pending: number, active: number, failed: number): AttentionSignal {
  const parts = [
    { gravity: gravityOf(pending, THRESHOLDS.pending), number: pending, words: waiting(pending) },
    {
      gravity: gravityOf(failed, THRESHOLDS.failed),
      number: failed,
      words: `${count(failed, "action")} failed in the last 24 hours.`,
    },
    {
      gravity: gravityOf(active, THRESHOLDS.active),
      number: active,
      words: `${count(active, "action")} ${active === 1 ? "is" : "are"} queued or under way.`,
    },
  ];
  const level = attentionLevels[Math.max(...parts.map(({ gravity }) => gravity))] ?? "normal";
  const said = parts
    .filter(({ number }) => number > 0)
    .sort((one, other) => other.gravity - one.gravity)
    .map(({ words }) => words);
  return {
    level,
    label: LABELS[level],
    reason: said.length > 0 ? said.join(" ") : "No action waits, is under way or failed in the last 24 hours.",
    pendingApprovals: pending,
    activeExecutions: active,
    failedInLast24h: failed,
  };
}

const waiting = (pending: number): string =>
  `${count(pending, "action")} ${pending === 1 ? "waits" : "wait"} for approval.`;
