import { count } from "../../detect/describe-figures.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { roundToTenth } from "../../kernel/rounding.ts";
import type { Scope } from "../../model/scope.ts";
import type { ActionStore, ActionTallies } from "../actions/action-store.ts";

export interface ActionCounts {
  readonly total: number;
  readonly pending: number;
  readonly executing: number;
  readonly completed: number;
  readonly failed: number;
}

/** Contract 4.10: counts by status, whatever the mode. */
export interface RemediationStats extends ActionCounts {
  /** Percent; 0 if none was executed. */
  readonly successRate: number;
  /** The simulated part of `total`. */
  readonly simulated: number;
  /** Without simulated actions; texts show these. */
  readonly live: ActionCounts & { readonly successRate: number | null };
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
  const { all, simulated } = await actions.tallies(scope, environment);
  const counts = countsOf(all);
  const live = countsOf(without(all, simulated));
  return {
    ...counts,
    successRate: successRate(counts) ?? 0,
    simulated: counts.total - live.total,
    live: { ...live, successRate: successRate(live) },
  };
}

const countsOf = (tallies: ActionTallies): ActionCounts => ({
  total: Object.values(tallies).reduce((sum, each) => sum + each, 0),
  pending: tallies.PENDING_APPROVAL,
  executing: activeOf(tallies),
  completed: tallies.COMPLETED,
  failed: tallies.FAILED,
});

const without = (all: ActionTallies, simulated: ActionTallies): ActionTallies => ({
  PENDING_APPROVAL: all.PENDING_APPROVAL - simulated.PENDING_APPROVAL,
  QUEUED: all.QUEUED - simulated.QUEUED,
  EXECUTING: all.EXECUTING - simulated.EXECUTING,
  COMPLETED: all.COMPLETED - simulated.COMPLETED,
  FAILED: all.FAILED - simulated.FAILED,
  REJECTED: all.REJECTED - simulated.REJECTED,
});

/** Percent with one decimal; null if none was executed. */
export const successRate = ({ completed, failed }: Pick<ActionCounts, "completed" | "failed">): number | null =>
  completed + failed === 0 ? null : roundToTenth((completed / (completed + failed)) * 100);

const activeOf = ({ QUEUED, EXECUTING }: ActionTallies): number => QUEUED + EXECUTING;

export async function remediationAttention(
  actions: Pick<ActionStore, "tallies" | "failedSince">,
  scope: Scope,
  environment: string | undefined,
  now: number,
): Promise<AttentionSignal> {
  const [{ all, simulated }, failed] = await Promise.all([
    actions.tallies(scope, environment),
    actions.failedSince(scope, environment, now - DAY_MS),
  ]);
  return attentionOf(all.PENDING_APPROVAL, activeOf(all), failed, simulated.PENDING_APPROVAL);
}

/** Thresholds of elevated, high and critical. */
const THRESHOLDS = { pending: [1, 5, 20], active: [5, 20, 100], failed: [1, 3, 10] } as const;

const LABELS: Readonly<Record<AttentionLevel, string>> = {
  normal: "Nothing presses",
  elevated: "Needs attention",
  high: "Needs attention soon",
  critical: "Needs attention now",
};

const gravityOf = (number: number, thresholds: readonly number[]): number =>
  thresholds.filter((threshold) => number >= threshold).length;

/** The most severe part sets the level. `simulated` is the simulated part of `pending`. */
export function attentionOf(pending: number, active: number, failed: number, simulated = 0): AttentionSignal {
  const parts = [
    { gravity: gravityOf(pending, THRESHOLDS.pending), number: pending, words: waiting(pending, simulated) },
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

function waiting(pending: number, simulated: number): string {
  const words = `${count(pending, "action")} ${pending === 1 ? "waits" : "wait"} for approval`;
  return simulated === 0 ? `${words}.` : `${words}, ${simulated} of which would be simulated.`;
}
