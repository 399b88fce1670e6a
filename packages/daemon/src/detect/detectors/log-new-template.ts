import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { areMore, usualAMinute } from "../../methods/error-rates/error-rate-cusum.ts";
import { minuteOf, RECENT_MINUTES, sumMinutes } from "../../methods/error-rates/minute-counts.ts";
import { type LogTemplate, type TemplateSet, templateText } from "../../methods/log-templates/template-set.ts";
import { NEW_MARKS_MAX } from "../../methods/state/evidence-trail.ts";
import { wholeLevel } from "../../model/condition-level.ts";
import type { Severity } from "../../model/incident.ts";
import { count, figure } from "../describe-figures.ts";
import { TITLE_PART_CHARS_MAX } from "../detection-bounds.ts";
import { essenceOf } from "../message-essence.ts";
import type { LogNewPatternRule } from "../rules/rule.ts";
import type { Finding } from "../state/condition-repeats.ts";
import { titleOfNew } from "../stated-cause.ts";
import { createFinding, type DetectorInput } from "./detector-input.ts";
import { unlessRequestsSucceed } from "./log-error-detectors.ts";

/** The largest p-value of a new template. It is small, since every occurrence is a test. */
const CHANCE_MAX = 0.0001;

/** The chance that occurrences at random times, one a minute, all fall after the first one seen. */
const chanceOfMissing = (knownMs: number, sinceMs: number, occurrences: number): number =>
  (Math.max(sinceMs, MINUTE_MS) / (knownMs + Math.max(sinceMs, MINUTE_MS))) ** occurrences;

/** The number of minutes with occurrences: the number of marks, or the possible maximum if all marks are used. */
function minutesOf({ marks, count }: LogTemplate, age: number): number {
  if (marks.length < NEW_MARKS_MAX) return marks.length;
  return Math.max(NEW_MARKS_MAX, Math.min(count, Math.floor(age / MINUTE_MS) + 1));
}

/** True while a template is new in a service that is known. */
function isKnown(rule: LogNewPatternRule, { state }: DetectorInput, { firstAt, lastAt }: LogTemplate): boolean {
  const isNew = lastAt - firstAt <= rule.newForMinutes * MINUTE_MS;
  return isNew && firstAt - state.firstLogAt >= rule.warmUpMinutes * MINUTE_MS && state.logsSeen >= rule.warmUpLogs;
}

function isNews(rule: LogNewPatternRule, subject: DetectorInput, template: LogTemplate): boolean {
  const { state, extraEvidence } = subject;
  if (!isKnown(rule, subject, template)) return false;
  const age = template.lastAt - template.firstAt;
  const known = template.firstAt - state.firstLogAt;
  // This many within a minute are more than one retried request.
  if (template.minuteCount >= rule.highOccurrences) return true;
  const earlier = template.marks.at(-rule.minOccurrences);
  if (earlier === undefined || template.lastAt - earlier[1] > HOUR_MS) return false;
  return chanceOfMissing(known, age, minutesOf(template, age)) <= CHANCE_MAX * Math.exp(-extraEvidence);
}

/** Many at once, since slow occurrences add up too. */
const isRush = (rule: LogNewPatternRule, { count, minuteCount, firstAt, lastAt }: LogTemplate): boolean =>
  minuteCount >= rule.highOccurrences || (count >= rule.highOccurrences && lastAt - firstAt <= HOUR_MS);

/** Few errors are for the record, unless they are a share of what the service writes. */
const MEDIUM_SHARE = 0.05;

function severityOf(rule: LogNewPatternRule, { state }: DetectorInput, template: LogTemplate): Severity {
  if (isRush(rule, template)) return unlessRequestsSucceed("HIGH", state, template.firstAt);
  const since = Math.max(minuteOf(template.firstAt), minuteOf(state.watermark) - RECENT_MINUTES + 1);
  const now = minuteOf(state.watermark);
  const { logs, errors } = sumMinutes(state.minutes, since, now);
  // Another kind of error among as many as usual.
  if (!areMore(errors / (now - since + 1), usualAMinute(state.errorRate))) return "LOW";
  const isMany = template.minuteCount >= MEDIUM_SHARE * logs && template.marks.length >= rule.minOccurrences;
  return isMany ? unlessRequestsSucceed("MEDIUM", state, template.firstAt) : "LOW";
}

/** Templates of errors and of warnings that the service never logged before. */
export const findNewTemplates = (rule: LogNewPatternRule, subject: DetectorInput): Finding[] =>
  [...subject.fresh.newTemplates].flatMap((template) => {
    const { errorTemplates, otherTemplates } = subject.state;
    if (isKept(errorTemplates, template, subject)) return findNewError(rule, subject, template);
    return isKept(otherTemplates, template, subject) ? findNewWarning(rule, subject, template) : [];
  });

/** After an eviction a template that looks new may have been forgotten. */
const isKept = ({ templates, overflowAt }: TemplateSet, template: LogTemplate, { state }: DetectorInput): boolean =>
  templates.get(template.id) === template && (overflowAt === 0 || state.watermark - overflowAt >= DAY_MS);

/** Several times within an hour. */
const findNewError = (rule: LogNewPatternRule, subject: DetectorInput, template: LogTemplate): Finding[] =>
  isNews(rule, subject, template) ? report(rule, subject, template, "error", severityOf(rule, subject, template)) : [];

/** So many at once that they are a part of all logs, such as requests that are limited or refused. */
function findNewWarning(rule: LogNewPatternRule, subject: DetectorInput, template: LogTemplate): Finding[] {
  const minute = minuteOf(template.lastAt);
  const { logs } = sumMinutes(subject.state.minutes, minute, minute);
  const isMany = isRush(rule, template) && template.minuteCount >= MEDIUM_SHARE * logs;
  return isMany && isKnown(rule, subject, template) ? report(rule, subject, template, "warning", "LOW") : [];
}

function report(
  rule: LogNewPatternRule,
  subject: DetectorInput,
  template: LogTemplate,
  kind: "error" | "warning",
  severity: Severity,
): Finding[] {
  const bound = kind === "error" ? `; ${rule.minOccurrences} within an hour are news` : "";
  const { state, service } = subject;
  const text = templateText(template);
  return createFinding(rule, subject, {
    reason: `${kind}_pattern_never_seen_before`,
    title: titleOfNew(kind, service, toSingleLine(essenceOf(text), TITLE_PART_CHARS_MAX)),
    description:
      `${count(template.count, "occurrence")} of a kind of ${kind} that ${service} had not written in the ` +
      `${figure((template.firstAt - state.firstLogAt) / HOUR_MS)} hours it is known${bound}. Pattern: ${text}`,
    severity,
    level: wholeLevel("new"),
    marks: template.marks,
    about: template.fingerprint,
    at: template.lastAt,
    newsAgainAfterMs: rule.newForMinutes * MINUTE_MS,
  });
}
