import { MINUTE_MS } from "../../kernel/clock.ts";
import { gapMax, nextInterval } from "../../methods/metric-series/sampling-interval.ts";
import { addMark, createEvidenceTrail, type EvidenceTrail } from "../../methods/state/evidence-trail.ts";
import type { CachedJson } from "../../methods/state/stored-json.ts";
import { BREACHES_MAX } from "../detection-bounds.ts";
import type { Comparison, MetricThresholdRule } from "../rules/rule.ts";
import { type Instance, instanceOf } from "./series-key.ts";

/** A series beyond a rule's threshold; for `increase`, the recent growth of a counter. */
export interface Breach extends CachedJson {
  since: number;
  lastAt: number;
  last: number;
  /** The value furthest beyond the threshold. */
  worst: number;
  /** The usual time between its values; 0 after the first. */
  intervalMs: number;
  /** For `increase`, the growth within the rule's window. */
  growth: [at: number, by: number][];
  trail: EvidenceTrail;
  readonly instance: Instance | null;
}

/** By rule and series. */
export type Breaches = Map<string, Breach>;

/** A value of a series in the rule's unit. */
export interface Sample {
  readonly id: string;
  readonly at: number;
  readonly value: number;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>> | undefined;
}

const compare: Readonly<Record<Comparison, (value: number, threshold: number) => boolean>> = {
  ">": (value, threshold) => value > threshold,
  ">=": (value, threshold) => value >= threshold,
  "<": (value, threshold) => value < threshold,
  "<=": (value, threshold) => value <= threshold,
};

export const isBeyond = (rule: MetricThresholdRule, value: number): boolean =>
  compare[rule.comparison](value, rule.threshold);

export const isWorse = (comparison: Comparison, value: number, than: number): boolean =>
  comparison === ">" || comparison === ">=" ? value > than : value < than;

/** Unambiguous, since a rule's id contains no white space. */
export const breachKey = (rule: MetricThresholdRule, seriesKey: string): string => `${rule.id} ${seriesKey}`;
const ruleIdOf = (key: string): string => key.slice(0, key.indexOf(" "));

/**
 * Makes a slot for another breach by removing a silent one. If there is none, a rule with more than its share loses its
 * youngest breach to a rule with fewer. Existing breaches can last that way.
 */
function freeSlot(breaches: Breaches, key: string, at: number): boolean {
  if (breaches.size < BREACHES_MAX) return true;
  const rules = new Map<string, { slots: number; youngest: string; since: number }>();
  for (const [other, { since, lastAt, intervalMs }] of breaches) {
    if (at - lastAt > gapMax(intervalMs)) return breaches.delete(other);
    const rule = rules.get(ruleIdOf(other)) ?? { slots: 0, youngest: other, since };
    rules.set(ruleIdOf(other), rule);
    rule.slots++;
    if (since >= rule.since) Object.assign(rule, { since, youngest: other });
  }
  const largest = [...rules.values()].reduce((most, rule) => (rule.slots > most.slots ? rule : most));
  if (largest.slots <= (rules.get(ruleIdOf(key))?.slots ?? 0) + 1) return false;
  return breaches.delete(largest.youngest);
}

export const createBreach = (at: number, value: number, instance: Instance | null): Breach => ({
  since: at,
  lastAt: at,
  last: value,
  worst: value,
  intervalMs: 0,
  growth: [],
  trail: createEvidenceTrail(),
  instance,
  json: null,
});

/** Null if the limit of breaches is reached. */
export function openBreach(breaches: Breaches, key: string, sample: Sample): Breach | null {
  const { at, value, name, labels } = sample;
  if (!freeSlot(breaches, key, at)) return null;
  const breach = createBreach(at, value, instanceOf(name, labels));
  breaches.set(key, breach);
  return breach;
}

/** Follows the time since the last value. A gap that is too long for the series starts the breach again. */
function follow(breach: Breach, at: number, value: number, forMs: number): void {
  const passed = at - breach.lastAt;
  const isBroken = passed > Math.max(gapMax(breach.intervalMs), forMs);
  if (passed > 0) breach.intervalMs = nextInterval(breach.intervalMs, passed);
  if (!isBroken) return;
  breach.since = at;
  breach.worst = value;
  breach.trail = createEvidenceTrail();
}

/** Takes a value. Returns the breach if it has lasted as long as the rule requires. */
export function stepValue(breaches: Breaches, key: string, rule: MetricThresholdRule, sample: Sample): Breach | null {
  const { id, at, value } = sample;
  const forMs = rule.forMinutes * MINUTE_MS;
  const known = breaches.get(key);
  if (known !== undefined && at < known.lastAt) return null;
  if (!isBeyond(rule, value)) {
    if (known !== undefined) breaches.delete(key);
    return null;
  }
  const breach = known ?? openBreach(breaches, key, sample);
  if (breach === null) return null;
  breach.json = null;
  follow(breach, at, value, forMs);
  breach.lastAt = at;
  breach.last = value;
  if (isWorse(rule.comparison, value, breach.worst)) breach.worst = value;
  addMark(breach.trail, id, at, breach.since);
  return at - breach.since >= forMs ? breach : null;
}
