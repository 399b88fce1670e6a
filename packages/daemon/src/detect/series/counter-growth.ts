import { MINUTE_MS } from "../../kernel/clock.ts";
import { gapMax, nextInterval } from "../../methods/metric-series/sampling-interval.ts";
import type { CachedJson } from "../../methods/state/cached-json.ts";
import { addMark } from "../../methods/state/evidence-trail.ts";
import { COUNTERS_MAX } from "../detection-bounds.ts";
import type { MetricThresholdRule } from "../rules/rule.ts";
import { digestOf } from "../text-digest.ts";
import { type Breach, type Breaches, isBeyond, openBreach, type Sample } from "./threshold-breach.ts";

/** Where a counter stands. What it grew by of late is a breach in the making, and there is one only while it grows. */
export interface Counter extends CachedJson {
  last: number;
  lastAt: number;
  intervalMs: number;
}

export interface Counters {
  /** By the digest of rule and series. */
  readonly followed: Map<number, Counter>;
  /** When the last one was turned away for lack of room; 0: never. */
  turnedAwayAt: number;
  /** Nobody's place becomes free before this, so that nobody looks for one. */
  fullUntil: number;
}

export const createCounters = (): Counters => ({ followed: new Map(), turnedAwayAt: 0, fullUntil: 0 });

const GROWTH_MAX = 16;

/** Makes room for another counter: those that went silent leave. False: all are in use, the new one isn't followed. */
function makeRoom(counters: Counters, at: number): boolean {
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

/** What the counter grew by since its last value; 0 for the first one, and for one that comes late. */
function growthOf(counters: Counters, key: string, { at, value }: Sample): number {
  const digest = digestOf(key);
  const counter = counters.followed.get(digest);
  if (counter === undefined) {
    if (makeRoom(counters, at)) counters.followed.set(digest, { last: value, lastAt: at, intervalMs: 0, json: null });
    else counters.turnedAwayAt = at;
    return 0;
  }
  if (at < counter.lastAt) return 0;
  // A counter that fell began anew.
  const by = value >= counter.last ? value - counter.last : value;
  if (at > counter.lastAt) counter.intervalMs = nextInterval(counter.intervalMs, at - counter.lastAt);
  counter.json = null;
  counter.last = value;
  counter.lastAt = at;
  return by;
}

/** Takes a counter's value; answers the breach when it grew by more than the threshold within the rule's window. */
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
    counters.turnedAwayAt = at;
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
