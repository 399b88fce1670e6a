import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import type { LogTemplate } from "../../methods/log-templates/template-set.ts";
import { templateText } from "../../methods/log-templates/template-set.ts";
import { NEW_MARKS_MAX } from "../../methods/state/evidence-trail.ts";
import { count, figure } from "../describe-figures.ts";
import type { LogNewPatternRule } from "../rules/rule.ts";
import type { Finding } from "../state/condition-repeats.ts";
import { anyEnvironment, createFinding, type DetectorInput } from "./detector-input.ts";

/**
 * The chance that a pattern as frequent as this one was just not met before, up to which it is called new. Small,
 * since it is asked at every occurrence of every new pattern.
 */
const CHANCE_MAX = 0.0001;
const TITLE_SAMPLE_CHARS_MAX = 110;

/** When all occurrences fall at random, of those in one minute one, the chance that none falls before the first one that was seen. */
const chanceOfMissing = (knownMs: number, sinceMs: number, occurrences: number): number =>
  (Math.max(sinceMs, MINUTE_MS) / (knownMs + Math.max(sinceMs, MINUTE_MS))) ** occurrences;

/** In how many minutes it came: as many as it has marks, and as many as may be where those are all in use. */
function minutesOf({ marks, count }: LogTemplate, age: number): number {
  if (marks.length < NEW_MARKS_MAX) return marks.length;
  return Math.max(NEW_MARKS_MAX, Math.min(count, Math.floor(age / MINUTE_MS) + 1));
}

function isNews(rule: LogNewPatternRule, { state }: DetectorInput, pattern: LogTemplate): boolean {
  const age = pattern.lastAt - pattern.firstAt;
  const known = pattern.firstAt - state.firstLogAt;
  if (age > rule.newForMinutes * MINUTE_MS) return false;
  if (known < rule.warmUpMinutes * MINUTE_MS || state.logsSeen < rule.warmUpLogs) return false;
  // So many within a minute aren't one request that is tried again.
  if (pattern.minuteCount >= rule.highOccurrences) return true;
  const earlier = pattern.marks.at(-rule.minOccurrences);
  if (earlier === undefined || pattern.lastAt - earlier[1] > HOUR_MS) return false;
  return chanceOfMissing(known, age, minutesOf(pattern, age)) <= CHANCE_MAX;
}

/** Many at once: what drips for hours comes to many as well. */
const isRush = (rule: LogNewPatternRule, { count, minuteCount, firstAt, lastAt }: LogTemplate): boolean =>
  minuteCount >= rule.highOccurrences || (count >= rule.highOccurrences && lastAt - firstAt <= HOUR_MS);

/** Kinds of errors that the service never wrote before, now several times within an hour. */
export function findNewPatterns(rule: LogNewPatternRule, subject: DetectorInput): Finding[] {
  const { state, fresh, service } = subject;
  // A service that writes more kinds than are remembered: what looks new may be forgotten.
  const { overflowAt } = state.errorTemplates;
  if (overflowAt > 0 && state.watermark - overflowAt < DAY_MS) return [];
  const findings: Finding[] = [];
  for (const pattern of fresh.newTemplates) {
    if (!state.errorTemplates.templates.has(pattern.id) || !isNews(rule, subject, pattern)) continue;
    const text = templateText(pattern);
    const finding = createFinding(rule, service, {
      reason: "error_pattern_never_seen_before",
      title: `New error in ${service}: ${toSingleLine(text, TITLE_SAMPLE_CHARS_MAX)}`,
      description:
        `${count(pattern.count, "occurrence")} of a kind of error that ${service} had not written in the ` +
        `${figure((pattern.firstAt - state.firstLogAt) / HOUR_MS)} hours it is known; ${rule.minOccurrences} within an hour are news. Pattern: ${text}`,
      severity: isRush(rule, pattern) ? "HIGH" : "MEDIUM",
      environment: anyEnvironment(state),
      marks: pattern.marks,
      about: pattern.fingerprint,
      at: pattern.lastAt,
      // What was told as new is known, whether or not it comes again.
      newsAgainAfterMs: rule.newForMinutes * MINUTE_MS,
    });
    if (finding !== null) findings.push(finding);
  }
  return findings;
}
