import { MINUTE_MS } from "../../kernel/clock.ts";
import { gapMax, nextInterval } from "../../methods/metric-series/sampling-interval.ts";
import { addMark } from "../../methods/state/evidence-trail.ts";
import type { CachedJson } from "../../methods/state/stored-json.ts";
import { COUNTERS_MAX } from "../detection-bounds.ts";
import type { MetricThresholdRule } from "../rules/rule.ts";
import { digestOf } from "./series-key.ts";
import { type Breach, type Breaches, isBeyond, openBreach, type Sample } from "./threshold-breach.ts";

/** The last value of a counter. Its recent growth is a breach, which exists only while it grows. */
export interface Counter extends CachedJson {
  last: number;
  lastAt: number;
  intervalMs: number;
}

export interface Counters {
  /** By the digest of rule and series. */
  readonly followed: Map<number, Counter>;
  /** The last time that the limit kept a counter from being followed; 0 for never. */
  rejectedAt: number;
  /** No counter becomes idle before this time, so that no search is needed. */
  fullUntil: number;
}

export const createCounters = (): Counters => ({ followed: new Map(), rejectedAt: 0, fullUntil: 0 });

const GROWTH_MAX = 16;

/** Removes idle counters if the limit is reached. False if the limit is still reached. */
function evictIdle(counters: Counters, at: number): boolean {
  if (counters.followed.size < COUNTERS_MAX) return true;
  if (at < counters.fullUntil) return false;
  let freeAt = Infinity;
  for (const [digest, { lastAt, intervalMs }] of counters.followed) {
    const idleAt = lastAt + gapMax(intervalMs);
    if (idleAt < at) counters.followed.delete(digest);
    else if (idleAt < freeAt) freeAt = idleAt;
  }
  if (counters.followed.size < COUNTERS_MAX) return true;
  counters.fullUntil = freeAt;
  return false;
}

/** The growth since the last value; 0 for the first value and for a late one. */
function growthOf(counters: Counters, key: string, { at, value }: Sample): number {
  const digest = digestOf(key);
  const counter = counters.followed.get(digest);
  if (counter === undefined) {
    if (evictIdle(counters, at)) counters.followed.set(digest, { last: value, lastAt: at, intervalMs: 0, json: null });
    else counters.rejectedAt = at;
    return 0;
  }
  if (at < counter.lastAt) return 0;
  const by = value >= counter.last ? value - counter.last : value;
  if (at > counter.lastAt) counter.intervalMs = nextInterval(counter.intervalMs, at - counter.lastAt);
  counter.json = null;
  counter.last = value;
  counter.lastAt = at;
  return by;
}

/** Takes a counter's value. Returns the breach if it grew beyond the threshold within the rule's window. */
export function stepIncrease(
  counters: Counters,
  breaches: Breaches,
  key: string,
  rule: MetricThresholdRule,
  sample: Sample,
): Breach | null {
  const { id, at, value } = sample;
  const by = growthOf(counters, key, sample);
  let breach = breaches.get(key) ?? null;
  if (by === 0 && (breach === null || at < breach.lastAt)) return null;
  breach ??= openBreach(breaches, key, sample);
  if (breach === null) {
    counters.rejectedAt = at;
    return null;
  }
  breach.json = null;
  const from = at - rule.forMinutes * MINUTE_MS;
  if (at > breach.lastAt) breach.intervalMs = nextInterval(breach.intervalMs, at - breach.lastAt);
  breach.lastAt = at;
  breach.last = value;
  breach.growth = breach.growth.filter((step) => step[0] > from);
  if (by > 0) grow(breach, id, at, by, from);
  const oldest = breach.growth[0];
  if (oldest === undefined) {
    breaches.delete(key);
    return null;
  }
  breach.since = oldest[0];
  breach.worst = breach.growth.reduce((sum, step) => sum + step[1], 0);
  return by > 0 && isBeyond(rule, breach.worst) ? breach : null;
}

function grow(breach: Breach, id: string, at: number, by: number, from: number): void {
  breach.growth.push([at, by]);
  if (breach.growth.length > GROWTH_MAX) {
    const [first, second] = breach.growth.splice(0, 2);
    if (first !== undefined && second !== undefined) breach.growth.unshift([second[0], first[1] + second[1]]);
  }
  addMark(breach.trail, id, at, from);
}
