import { type Mark, TRAIL_FIRST_MAX, TRAIL_LAST_MAX } from "../../methods/state/evidence-trail.ts";
import type { CachedJson } from "../../methods/state/stored-json.ts";
import { isMoreSevere, type Severity } from "../../model/incident.ts";
import { CONDITIONS_MAX, REPEAT_MS, REPEAT_MS_MAX } from "../detection-bounds.ts";
import type { Rule } from "../rules/rule.ts";

/** What a pattern saw in one service: a candidate in the making, before it is known whether it repeats another. */
export interface Finding {
  readonly rule: Rule;
  /** The deduplication key within its environment. */
  readonly key: string;
  readonly reason: string;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly environment: string | null;
  readonly trigger: string;
  readonly evidence: readonly string[];
  readonly at: number;
  /** How many observations it stands for. */
  readonly observations: number;
  /** Once it is over, the same is no news for so long, unless it is graver; 0: at once. */
  readonly newsAgainAfterMs: number;
}

const EVIDENCE_MAX = TRAIL_FIRST_MAX + TRAIL_LAST_MAX;

/** Ids of marks, first and last ones when there are too many. */
export function evidenceOf(marks: readonly Mark[]): string[] {
  const ids = marks.map((mark) => mark[0]);
  return ids.length <= EVIDENCE_MAX ? ids : [...ids.slice(0, TRAIL_FIRST_MAX), ...ids.slice(-TRAIL_LAST_MAX)];
}

/**
 * A condition that goes on says so again, so that its incident stays open, but not with every batch: at once, then
 * not within 5 s, then 10, 20, 40 and from there on 60 s. What falls in between is held back, counted and said when
 * the time is over; what is graver than what was said last is said at once. A condition that was not seen for its
 * whole resolve time begins anew; what is told once, only after a longer time, or where it is graver. All by the
 * server's time.
 */
export interface Condition extends CachedJson {
  readonly ruleId: string;
  lastSeenAt: number;
  /** Not said again before. */
  nextAt: number;
  /** How often it was said. */
  said: number;
  /** As it was said last. */
  severity: Severity;
  resolveAfterMs: number;
  newsAgainAfterMs: number;
  /** The gravest finding that had to wait; null: none waits. */
  waiting: Sighting | null;
}

/** What was found, once or several times. */
export interface Sighting {
  readonly reason: string;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly environment: string | null;
  readonly trigger: string;
  readonly evidence: readonly string[];
  readonly at: number;
  /** When the server took what showed it last. */
  readonly seenAt: number;
  /** How many observations it stands for. */
  readonly observations: number;
}

type Conditions = Map<string, Condition>;

const pauseAfter = (said: number): number => Math.min(REPEAT_MS * 2 ** Math.min(said - 1, 10), REPEAT_MS_MAX);

const isOver = ({ lastSeenAt, resolveAfterMs }: Condition, now: number): boolean => now - lastSeenAt > resolveAfterMs;

/** It would be news again. */
const isForgotten = ({ lastSeenAt, resolveAfterMs, newsAgainAfterMs }: Condition, now: number): boolean =>
  now - lastSeenAt > Math.max(resolveAfterMs, newsAgainAfterMs);

function makeRoom(conditions: Conditions): void {
  let oldest: string | undefined;
  let oldestAt = Infinity;
  for (const [key, condition] of conditions) {
    if (condition.lastSeenAt >= oldestAt) continue;
    oldestAt = condition.lastSeenAt;
    oldest = key;
  }
  if (oldest !== undefined) conditions.delete(oldest);
}

/**
 * What is to be said now: the finding, or a graver one that waited; it stands for all that was held back too. Null:
 * the finding is held back. `seenAt` is when the server took what shows it.
 */
export function sayOrHold(conditions: Conditions, finding: Finding, seenAt: number, now: number): Sighting | null {
  const { rule, severity, newsAgainAfterMs } = finding;
  let condition = conditions.get(finding.key);
  if (condition !== undefined && isOver(condition, now)) {
    if (!isForgotten(condition, now) && !isMoreSevere(severity, condition.severity)) return null;
    conditions.delete(finding.key);
    condition = undefined;
  }
  if (condition === undefined) {
    if (conditions.size >= CONDITIONS_MAX) makeRoom(conditions);
    const { resolveAfterMs } = rule;
    const begun = { ruleId: rule.id, lastSeenAt: now, nextAt: now + REPEAT_MS, said: 1, severity };
    conditions.set(finding.key, { ...begun, resolveAfterMs, newsAgainAfterMs, waiting: null, json: null });
    return together(null, finding, seenAt);
  }
  condition.json = null;
  condition.lastSeenAt = now;
  condition.resolveAfterMs = rule.resolveAfterMs;
  const sighting = together(condition.waiting, finding, seenAt);
  const isDue = now >= condition.nextAt || condition.nextAt - now > REPEAT_MS_MAX;
  if (!isDue && !isMoreSevere(severity, condition.severity)) {
    condition.waiting = sighting;
    return null;
  }
  say(condition, sighting.severity, now);
  return sighting;
}

/** The gravest stands for all; of equally grave ones the latest. */
function together(waiting: Sighting | null, finding: Finding, seenAt: number): Sighting {
  const gravest = waiting !== null && isMoreSevere(waiting.severity, finding.severity) ? waiting : finding;
  const { reason, title, description, severity, environment, trigger, evidence, at } = gravest;
  const observations = (waiting?.observations ?? 0) + finding.observations;
  return { reason, title, description, severity, environment, trigger, evidence, at, seenAt, observations };
}

function say(condition: Condition, severity: Severity, now: number): void {
  condition.json = null;
  condition.said++;
  condition.nextAt = now + pauseAfter(condition.said);
  condition.severity = severity;
  condition.waiting = null;
}

/** What waited long enough, by key; conditions long over are forgotten. */
export function takeDue(conditions: Conditions, now: number): [key: string, condition: Condition, due: Sighting][] {
  const due: [string, Condition, Sighting][] = [];
  for (const [key, condition] of conditions) {
    const { waiting } = condition;
    if (waiting !== null && now >= condition.nextAt) {
      say(condition, waiting.severity, now);
      due.push([key, condition, waiting]);
    } else if (isForgotten(condition, now)) conditions.delete(key);
  }
  return due;
}

/** When the next held back one is due; null: none waits. */
export function nextDueAt(conditions: Conditions): number | null {
  let next: number | null = null;
  for (const condition of conditions.values()) {
    if (condition.waiting !== null && (next === null || condition.nextAt < next)) next = condition.nextAt;
  }
  return next;
}
