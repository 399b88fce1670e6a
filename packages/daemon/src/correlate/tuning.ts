import { DAY_MS, toIso } from "../kernel/clock.ts";
import { uuidv7 } from "../kernel/ids.ts";
import { roundToTenth } from "../kernel/rounding.ts";
import { type Interval, wilsonInterval } from "../methods/calibration/wilson-interval.ts";
import type { Scope } from "../model/scope.ts";
import type { CorrelationRule } from "./correlation-rule.ts";
import type { CorrelationDecision } from "./decision.ts";

export const LOOKBACK_DAYS_DEFAULT = 30;
/** The priority rises if the whole confidence interval is above this rate. */
const INCREASE_ABOVE = 0.8;
/** The priority falls if the whole confidence interval is below this rate. */
const DECREASE_BELOW = 0.5;
const PRIORITY_STEP = 5;
const PRIORITY_MIN = 0;
const PRIORITY_MAX = 100;
/** Tuning needs this many decisions. */
const AUTO_APPLY_DECISIONS_MIN = 20;
/** Tuning needs decisions about this many incidents. */
const AUTO_APPLY_INCIDENTS_MIN = 5;
/** Tuning skips rules that were changed within this time. */
const AUTO_APPLY_EVERY_MS = DAY_MS;

export interface RuleEvidence {
  readonly rule: CorrelationRule;
  /** The merges, groups and suppressions, up to the limit of decisions. */
  readonly usageCount: number;
  /**
   * The decisions that ended well: the incident that stands for the newer one is resolved or closed. That is the parent
   * of a merged one, the existing one for a suppressed one, and a grouped one itself. An undone merge ended badly.
   */
  readonly resolvedCount: number;
  /** The decisions whose incident is still open. */
  readonly openCount: number;
  /** The number of different incidents: one long outage is one piece of evidence. */
  readonly incidentCount: number;
}

export interface TuningStore {
  evidence(scope: Scope, since: number): Promise<readonly RuleEvidence[]>;
  /** Stores the new priority with its decision; false where the rule has changed since it was read. */
  retune(scope: Scope, rule: CorrelationRule, priority: number, decision: CorrelationDecision): Promise<boolean>;
}

export interface Recommendation {
  readonly ruleId: string;
  readonly name: string;
  readonly currentPriority: number;
  readonly suggestedPriority: number;
  readonly recommendation: "increase" | "decrease" | "keep";
  readonly usageCount: number;
  readonly resolvedCount: number;
  readonly successRate: number;
  readonly rationale: string;
}

interface Weighed extends Recommendation {
  readonly rule: CorrelationRule;
  readonly incidentCount: number;
  /** The distance of the interval from the limit; 0 within it. */
  readonly clearance: number;
}

/** For each rule with decisions in the last days; changes first, then by the number of decisions. */
export async function recommendations(
  store: TuningStore,
  scope: Scope,
  lookbackDays: number,
  now: number,
): Promise<readonly Recommendation[]> {
  const weighed = await weighAll(store, scope, lookbackDays, now);
  return weighed.map(({ rule: _rule, incidentCount: _, clearance: _clearance, ...recommendation }) => recommendation);
}

async function weighAll(store: TuningStore, scope: Scope, lookbackDays: number, now: number): Promise<Weighed[]> {
  const evidence = await store.evidence(scope, now - lookbackDays * DAY_MS);
  const used = evidence.filter(({ usageCount }) => usageCount > 0);
  return used.map(weigh).sort(strongestFirst);
}

const isChange = ({ recommendation }: Recommendation): boolean => recommendation !== "keep";

const strongestFirst = (one: Weighed, other: Weighed): number =>
  Number(isChange(other)) - Number(isChange(one)) ||
  other.usageCount - one.usageCount ||
  other.clearance - one.clearance ||
  (one.ruleId < other.ruleId ? -1 : 1);

/**
 * Recommends by the Wilson interval of the success rate. Its lower end takes open decisions as failures, its upper end as
 * successes. Above 0.8 the priority rises by one step, below 0.5 it falls, within 0 to 100.
 */
export function weigh({ rule, usageCount, resolvedCount, openCount, incidentCount }: RuleEvidence): Weighed {
  const { lower } = wilsonInterval(resolvedCount, usageCount);
  const { upper } = wilsonInterval(resolvedCount + openCount, usageCount);
  const interval = { lower, upper };
  const { direction, clearance } = verdictOn(interval);
  const suggestedPriority = stepped(rule.priority, direction);
  return {
    rule,
    incidentCount,
    clearance,
    ruleId: rule.id,
    name: rule.name,
    currentPriority: rule.priority,
    suggestedPriority,
    recommendation: suggestedPriority === rule.priority ? "keep" : direction,
    usageCount,
    resolvedCount,
    successRate: resolvedCount / usageCount,
    rationale: `${evidenceOf(resolvedCount, usageCount, openCount, interval)} ${conclusion(rule.priority, suggestedPriority, direction)}`,
  };
}

type Direction = Recommendation["recommendation"];

function verdictOn({ lower, upper }: Interval): { readonly direction: Direction; readonly clearance: number } {
  if (lower > INCREASE_ABOVE) return { direction: "increase", clearance: lower - INCREASE_ABOVE };
  if (upper < DECREASE_BELOW) return { direction: "decrease", clearance: DECREASE_BELOW - upper };
  return { direction: "keep", clearance: 0 };
}

/** A priority outside of the range only moves towards it. */
function stepped(priority: number, direction: Direction): number {
  if (direction === "increase") return Math.min(priority + PRIORITY_STEP, Math.max(priority, PRIORITY_MAX));
  if (direction === "decrease") return Math.max(priority - PRIORITY_STEP, Math.min(priority, PRIORITY_MIN));
  return priority;
}

const percent = (fraction: number): string => `${roundToTenth(fraction * 100)} %`;

const evidenceOf = (resolvedCount: number, usageCount: number, openCount: number, { lower, upper }: Interval): string =>
  `${resolvedCount} of ${usageCount} decisions ended well (${percent(resolvedCount / usageCount)})` +
  `${openCount === 0 ? "" : `, ${openCount} haven't ended`}. ` +
  `The true rate lies between ${percent(lower)} and ${percent(upper)} (95 % confidence),`;

function conclusion(priority: number, suggested: number, direction: Direction): string {
  if (direction === "keep") {
    return `neither all above ${percent(INCREASE_ABOVE)} nor all below ${percent(DECREASE_BELOW)}, so the priority stays.`;
  }
  const [where, bar, end] =
    direction === "increase" ? ["above", INCREASE_ABOVE, PRIORITY_MAX] : ["below", DECREASE_BELOW, PRIORITY_MIN];
  const all = `all of it ${where} ${percent(bar)}`;
  return suggested === priority ? `${all}, but tuning goes no further than ${end}.` : `${all}.`;
}

export type AutoApplied =
  | ({ readonly applied: true; readonly lookbackDays: number } & Pick<
      Recommendation,
      "ruleId" | "name" | "recommendation"
    > & { readonly previousPriority: number; readonly appliedPriority: number })
  | { readonly applied: false; readonly lookbackDays: number; readonly reason: string };

/**
 * Applies the first recommendation that passes all guardrails. The store refuses it if the rule has changed since it
 * was read.
 */
export async function autoApply(
  store: TuningStore,
  scope: Scope,
  lookbackDays: number,
  now: number,
): Promise<AutoApplied> {
  const weighed = await weighAll(store, scope, lookbackDays, now);
  const declined = (reason: string): AutoApplied => ({ applied: false, lookbackDays, reason });
  const [first] = weighed;
  if (!first) return declined(`No rule decided about an incident in the last ${days(lookbackDays)}.`);
  const safe = weighed.find((each) => stoppedBy(each, now) === undefined);
  if (!safe) return declined(`${quoted(first)} ${stoppedBy(first, now)}`);
  const { rule, ruleId, name, recommendation, currentPriority, suggestedPriority } = safe;
  if (!(await store.retune(scope, rule, suggestedPriority, decisionOn(safe, lookbackDays, now)))) {
    return declined(`${quoted(safe)} was changed by somebody else meanwhile.`);
  }
  const change = { previousPriority: currentPriority, appliedPriority: suggestedPriority };
  return { applied: true, lookbackDays, ruleId, name, ...change, recommendation };
}

/** The guardrail that stops it, as the end of a sentence about the rule; undefined where it is safe. */
function stoppedBy({ rule, usageCount, incidentCount, rationale, ...rest }: Weighed, now: number): string | undefined {
  if (rest.recommendation === "keep") return `keeps its priority. ${rationale}`;
  if (!rule.enabled) return "is not enabled.";
  if (usageCount < AUTO_APPLY_DECISIONS_MIN) {
    return `decided ${usageCount} times, and ${AUTO_APPLY_DECISIONS_MIN} are asked for.`;
  }
  if (incidentCount < AUTO_APPLY_INCIDENTS_MIN) {
    return `decided about too few different incidents, ${incidentCount} of the ${AUTO_APPLY_INCIDENTS_MIN} that are asked for.`;
  }
  if (now - rule.updatedAt < AUTO_APPLY_EVERY_MS) {
    return `was changed at ${toIso(rule.updatedAt)}, and a rule is left alone for 24 hours after a change.`;
  }
  return undefined;
}

const quoted = ({ name }: Recommendation): string => `The rule "${name}"`;
const days = (count: number): string => (count === 1 ? "day" : `${count} days`);

function decisionOn(weighed: Weighed, lookbackDays: number, now: number): CorrelationDecision {
  const { rule, recommendation, currentPriority, suggestedPriority, usageCount, resolvedCount, successRate } = weighed;
  const moved = recommendation === "increase" ? "raised" : "lowered";
  const priorities = { previousPriority: currentPriority, appliedPriority: suggestedPriority };
  return {
    id: uuidv7(now),
    organizationId: rule.organizationId,
    incidentId: null,
    relatedIncidentId: null,
    ruleId: rule.id,
    ruleName: rule.name,
    action: "none",
    compared: { ...priorities, usageCount, resolvedCount, successRate, lookbackDays },
    gapMinutes: null,
    reason: `Priority ${moved} from ${currentPriority} to ${suggestedPriority} by tuning. ${weighed.rationale}`,
    createdAt: now,
  };
}
