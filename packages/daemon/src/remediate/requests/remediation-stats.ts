import { count } from "../../detect/describe-figures.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { roundToTenth } from "../../kernel/rounding.ts";
import type { ActionStatus } from "../../model/remediation.ts";
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
  const live = countsOf(all, simulated);
  return {
    ...counts,
    successRate: successRate(counts) ?? 0,
    simulated: counts.total - live.total,
    live: { ...live, successRate: successRate(live) },
  };
}

/** Counts of actions, without those that `minus` counts. */
function countsOf(tallies: ActionTallies, minus?: ActionTallies): ActionCounts {
  const of = (...statuses: readonly ActionStatus[]): number =>
    statuses.reduce((sum, status) => sum + tallies[status] - (minus?.[status] ?? 0), 0);
  return {
    total: of(...(Object.keys(tallies) as ActionStatus[])),
    pending: of("PENDING_APPROVAL"),
    executing: of("QUEUED", "EXECUTING"),
    completed: of("COMPLETED"),
    failed: of("FAILED"),
  };
}

/** Percent with one decimal; null if none was executed. */
const successRate = ({ completed, failed }: Pick<ActionCounts, "completed" | "failed">): number | null =>
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

const LABELS: Readonly<Record<AttentionLevel, string>> = {
  normal: "Nothing presses",
  elevated: "Needs attention",
  high: "Needs attention soon",
  critical: "Needs attention now",
};

/** `thresholds`: of elevated, high and critical. */
const partOf = (number: number, thresholds: readonly number[], words: string) => ({
  level: thresholds.filter((threshold) => number >= threshold).length,
  number,
  words,
});

/** The most severe part sets the level. `simulated` is the simulated part of `pending`. */
export function attentionOf(pending: number, active: number, failed: number, simulated = 0): AttentionSignal {
  const parts = [
    partOf(pending, [1, 5, 20], waiting(pending, simulated)),
    partOf(failed, [1, 3, 10], `${count(failed, "action")} failed in the last 24 hours.`),
    partOf(active, [5, 20, 100], `${count(active, "action")} ${active === 1 ? "is" : "are"} queued or under way.`),
  ];
  const level = attentionLevels[Math.max(...parts.map((part) => part.level))] ?? "normal";
  const said = parts
    .filter(({ number }) => number > 0)
    .sort((one, other) => other.level - one.level)
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
