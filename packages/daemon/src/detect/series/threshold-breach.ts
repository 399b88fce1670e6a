import { MINUTE_MS } from "../../kernel/clock.ts";
import { gapMax, nextInterval } from "../../methods/metric-series/sampling-interval.ts";
import type { CachedJson } from "../../methods/state/cached-json.ts";
import { addMark, createEvidenceTrail, type EvidenceTrail } from "../../methods/state/evidence-trail.ts";
import { BREACHES_MAX } from "../detection-bounds.ts";
import type { Comparison, MetricThresholdRule } from "../rules/rule.ts";
import { type Instance, instanceOf } from "./series-key.ts";

/** A series beyond a rule's threshold (or, for a counter, its growth of late). */
export interface Breach extends CachedJson {
  since: number;
  lastAt: number;
  last: number;
  /** The value furthest beyond the threshold. */
  worst: number;
  /** The usual time between its values; 0: only one came. */
  intervalMs: number;
  /** For `increase`: what it grew by and when, within the rule's window. */
  growth: [at: number, by: number][];
  trail: EvidenceTrail;
  readonly instance: Instance | null;
}

/** By rule and series. */
export type Breaches = Map<string, Breach>;

/** A value of a series, as a rule reads it. */
export interface Sample {
  readonly id: string;
  readonly at: number;
  /** In the rule's unit. */
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

/** A rule's id holds no white space, so that this is never ambiguous. */
export const breachKey = (rule: MetricThresholdRule, seriesKey: string): string => `${rule.id} ${seriesKey}`;
const ruleIdOf = (key: string): string => key.slice(0, key.indexOf(" "));

/** The rule with most of the places, and its breach that stands for the shortest time. */
function greediest(breaches: Breaches): {
  readonly places: number;
  readonly youngest: string;
  readonly ruleId: string;
} {
  const rules = new Map<string, { places: number; youngest: string; since: number; ruleId: string }>();
  for (const [key, { since }] of breaches) {
    const ruleId = ruleIdOf(key);
    const rule = rules.get(ruleId) ?? { places: 0, youngest: key, since, ruleId };
    rules.set(ruleId, rule);
    rule.places++;
    if (since < rule.since) continue;
    rule.since = since;
    rule.youngest = key;
  }
  let most = { places: 0, youngest: "", ruleId: "" };
  for (const rule of rules.values()) if (rule.places > most.places) most = rule;
  return most;
}

/**
 * Makes room for another breach: one that went silent leaves. When all are in use those that are there stay, or none
 * of too many would ever last; only a rule with more than its share gives a place to one with fewer.
 */
function makeRoom(breaches: Breaches, key: string, at: number): boolean {
  if (breaches.size < BREACHES_MAX) return true;
  const own = `${ruleIdOf(key)} `;
  let places = 0;
  for (const [other, breach] of breaches) {
    if (other.startsWith(own)) places++;
    if (at - breach.lastAt <= gapMax(breach.intervalMs)) continue;
    breaches.delete(other);
    return true;
  }
  const most = greediest(breaches);
  if (most.places <= places + 1) return false;
  breaches.delete(most.youngest);
  return true;
}

/** Null: there is no room for it. */
export function openBreach(breaches: Breaches, key: string, sample: Sample): Breach | null {
  const { at, value, name, labels } = sample;
  if (!makeRoom(breaches, key, at)) return null;
  const breach: Breach = {
    since: at,
    lastAt: at,
    last: value,
    worst: value,
    intervalMs: 0,
    growth: [],
    trail: createEvidenceTrail(),
    instance: instanceOf(name, labels),
    json: null,
  };
  breaches.set(key, breach);
  return breach;
}

/** Takes the time since the last value; after one that is too long for the series the breach begins anew. */
function follow(breach: Breach, at: number, value: number, forMs: number): void {
  const passed = at - breach.lastAt;
  const isBroken = passed > Math.max(gapMax(breach.intervalMs), forMs);
  if (passed > 0) breach.intervalMs = nextInterval(breach.intervalMs, passed);
  if (!isBroken) return;
  // Should the next value take as long, it is how the series comes.
  breach.since = at;
  breach.worst = value;
  breach.trail = createEvidenceTrail();
}

/** Takes a value; answers the breach when it has gone on for as long as the rule says. */
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
