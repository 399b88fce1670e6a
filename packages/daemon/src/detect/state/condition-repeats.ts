import { type Mark, TRAIL_END_MAX } from "../../methods/state/evidence-trail.ts";
import type { CachedJson } from "../../methods/state/stored-json.ts";
import type { ConditionLevel } from "../../model/condition-level.ts";
import { isMoreSevere, type Severity } from "../../model/incident.ts";
import { CONDITIONS_MAX, REPEAT_MS, REPEAT_MS_MAX } from "../detection-bounds.ts";
import type { Rule } from "../rules/rule.ts";

/** The result of a detector for one service, before repeats are counted. */
export interface Finding {
  readonly rule: Rule;
  readonly key: string;
  readonly reason: string;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly level?: ConditionLevel | undefined;
  readonly environment: string | null;
  readonly trigger: string;
  readonly evidence: readonly string[];
  readonly at: number;
  readonly observations: number;
  /** The same condition is not reported again for this time after its end, unless it is more severe. */
  readonly newsAgainAfterMs: number;
}

/** The ids of the first and the last marks. */
export function evidenceOf(marks: readonly Mark[]): string[] {
  const ids = marks.map((mark) => mark[0]);
  return ids.length <= 2 * TRAIL_END_MAX ? ids : [...ids.slice(0, TRAIL_END_MAX), ...ids.slice(-TRAIL_END_MAX)];
}

/**
 * A lasting condition is reported again, so that its incident stays open. It is reported at once, after 5, 10, 20 and
 * 40 s, and then every 60 s. Findings in between are held back, counted and reported together. A more severe one is
 * reported at once. A condition that was unseen for its resolution time counts as new, or after a longer time if its
 * detector asks for it. Times are those of the server's clock.
 */
export interface Condition extends CachedJson {
  readonly ruleId: string;
  lastSeenAt: number;
  nextAt: number;
  /** The number of reports. */
  said: number;
  severity: Severity;
  resolveAfterMs: number;
  newsAgainAfterMs: number;
  /** The most severe finding that is held back. */
  waiting: PendingFinding | null;
}

/** One or several findings of a condition. */
export interface PendingFinding extends Omit<Finding, "rule" | "key" | "newsAgainAfterMs"> {
  readonly seenAt: number;
}

type Conditions = Map<string, Condition>;

const pauseAfter = (said: number): number => Math.min(REPEAT_MS * 2 ** Math.min(said - 1, 10), REPEAT_MS_MAX);

const isOver = ({ lastSeenAt, resolveAfterMs }: Condition, now: number): boolean => now - lastSeenAt > resolveAfterMs;

const isForgotten = ({ lastSeenAt, resolveAfterMs, newsAgainAfterMs }: Condition, now: number): boolean =>
  now - lastSeenAt > Math.max(resolveAfterMs, newsAgainAfterMs);

function evictOldest(conditions: Conditions): void {
  const [[oldest] = [""]] = [...conditions].sort(([, one], [, other]) => one.lastSeenAt - other.lastSeenAt);
  conditions.delete(oldest);
}

/**
 * Returns what to report now: the finding, or a more severe one that was held back, standing for all of them. Null if
 * the finding is held back. `seenAt` is when the server received the telemetry.
 */
export function reportOrHold(
  conditions: Conditions,
  finding: Finding,
  seenAt: number,
  now: number,
): PendingFinding | null {
  const { rule, severity, newsAgainAfterMs } = finding;
  let condition = conditions.get(finding.key);
  if (condition !== undefined && isOver(condition, now)) {
    if (!isForgotten(condition, now) && !isMoreSevere(severity, condition.severity)) return null;
    conditions.delete(finding.key);
    condition = undefined;
  }
  if (condition === undefined) {
    if (conditions.size >= CONDITIONS_MAX) evictOldest(conditions);
    const { resolveAfterMs } = rule;
    const begun = { ruleId: rule.id, lastSeenAt: now, nextAt: now + REPEAT_MS, said: 1, severity };
    conditions.set(finding.key, { ...begun, resolveAfterMs, newsAgainAfterMs, waiting: null, json: null });
    return mergeSightings(null, finding, seenAt);
  }
  condition.json = null;
  condition.lastSeenAt = now;
  condition.resolveAfterMs = rule.resolveAfterMs;
  const sighting = mergeSightings(condition.waiting, finding, seenAt);
  const isDue = now >= condition.nextAt || condition.nextAt - now > REPEAT_MS_MAX;
  if (!isDue && !isMoreSevere(severity, condition.severity)) {
    condition.waiting = sighting;
    return null;
  }
  recordReport(condition, sighting.severity, now);
  return sighting;
}

/** Keeps the most severe finding; of equally severe ones the latest. */
function mergeSightings(waiting: PendingFinding | null, finding: Finding, seenAt: number): PendingFinding {
  const mostSevere = waiting !== null && isMoreSevere(waiting.severity, finding.severity) ? waiting : finding;
  const { reason, title, description, severity, level, environment, trigger, evidence, at } = mostSevere;
  const observations = (waiting?.observations ?? 0) + finding.observations;
  return { reason, title, description, severity, level, environment, trigger, evidence, at, seenAt, observations };
}

function recordReport(condition: Condition, severity: Severity, now: number): void {
  condition.json = null;
  condition.said++;
  condition.nextAt = now + pauseAfter(condition.said);
  condition.severity = severity;
  condition.waiting = null;
}

/** Reports findings that were held back long enough, and removes old conditions. */
export function takeDue(
  conditions: Conditions,
  now: number,
): [key: string, condition: Condition, due: PendingFinding][] {
  const due: [string, Condition, PendingFinding][] = [];
  for (const [key, condition] of conditions) {
    const { waiting } = condition;
    if (waiting !== null && now >= condition.nextAt) {
      recordReport(condition, waiting.severity, now);
      due.push([key, condition, waiting]);
    } else if (isForgotten(condition, now)) conditions.delete(key);
  }
  return due;
}

/** The time at which the next held-back finding is due; Infinity if there is none. */
export const nextDueAt = (conditions: Conditions): number =>
  Math.min(...Array.from(conditions.values(), ({ waiting, nextAt }) => (waiting === null ? Infinity : nextAt)));
