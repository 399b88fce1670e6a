import { MINUTE_MS } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { templateText } from "../../methods/log-templates/template-set.ts";
import { isOutage } from "../../methods/metric-series/sampling-interval.ts";
import { type ConditionLevel, wholeLevel } from "../../model/condition-level.ts";
import type { Severity } from "../../model/incident.ts";
import { logLevels, SLOT_MS } from "../../model/log-template.ts";
import { count, figure } from "../describe-figures.ts";
import { TITLE_PART_CHARS_MAX } from "../detection-bounds.ts";
import { essenceOf } from "../message-essence.ts";
import type { LogPatternFallingRule, LogPatternMissingRule, LogPatternRisingRule } from "../rules/rule.ts";
import { deviationsWith } from "../rules/sensitivity.ts";
import type { Finding } from "../state/condition-repeats.ts";
import type { TemplateRateChange } from "../state/template-baseline.ts";
import { createFinding, type DetectorInput } from "./detector-input.ts";

type TemplateRateRule = LogPatternRisingRule | LogPatternFallingRule | LogPatternMissingRule;

/** A change of one slot may be over. */
const LASTING_SLOTS = 2;
const SLOT_MINUTES = SLOT_MS / MINUTE_MS;

const rateOf = (inSlot: number): string => `${figure(inSlot)} in ${SLOT_MINUTES} minutes`;

function holds(
  rule: TemplateRateRule,
  { change, times, significance, template, overdueAt }: TemplateRateChange,
  extra: number,
): boolean {
  const { slots, levels, oddSlots } = template.statistics;
  if (overdueAt !== undefined) return rule.detector === "log-pattern-missing" && significance >= 1 + extra;
  const isJudged = times >= rule.times && slots * SLOT_MINUTES >= rule.learnMinutes;
  if (rule.detector !== `log-pattern-${change}` || !isJudged) return false;
  // The chance that none of so many comes is e to this power (Poisson).
  if (rule.detector === "log-pattern-missing") return significance >= rule.minMissed + extra;
  if (significance < deviationsWith(rule.significance, extra)) return false;
  return rule.detector === "log-pattern-rising"
    ? levels.findLastIndex((occurrences) => occurrences > 0) >= logLevels.indexOf(rule.minLevel)
    : oddSlots >= LASTING_SLOTS;
}

function describe(
  rule: TemplateRateRule,
  service: string,
  { template, count: now, expected, times, significance }: TemplateRateChange,
): Pick<Finding, "reason" | "title" | "description"> {
  const text = templateText(template);
  const sample = toSingleLine(essenceOf(text), TITLE_PART_CHARS_MAX);
  const usual = `usual are ${rateOf(template.statistics.usual)}. Pattern: ${text}`;
  if (rule.detector === "log-pattern-missing")
    return {
      reason: "steady_pattern_missing",
      title: `Missing in ${service}: ${sample}`,
      description:
        `It was to come some ${count(Math.round(expected), "time")} since it came last, and didn't; that is ${figure(times)} times its ` +
        `longest pause, ${figure(template.statistics.gapMs / MINUTE_MS)} minutes, while ${service} goes on writing; ${usual}`,
    };
  const [more, asOften, most, above] =
    rule.detector === "log-pattern-rising"
      ? ["More", "as often as", "most", "above"]
      : ["Less", "less often than", "least", "below"];
  return {
    reason: `pattern_${above}_usual`,
    title: `${more} than usual in ${service}: ${sample}`,
    description:
      `${rateOf(now)}, ${figure(times)} times ${asOften} ever, also against its other logs; at the ${most} ` +
      `${figure(expected)} were to be expected, and this is ${figure(significance)} standard deviations ${above}; ${usual}`,
  };
}

function severityOf(rule: TemplateRateRule, { times, template, overdueAt }: TemplateRateChange): Severity {
  // A single one may be lost, or come later after a restart.
  if (overdueAt !== undefined && !isOutage(times, 1)) return "LOW";
  if (rule.detector !== "log-pattern-rising") return "MEDIUM";
  if (times >= rule.highTimes) return "HIGH";
  return template.statistics.oddSlots >= LASTING_SLOTS ? "MEDIUM" : "LOW";
}

function levelOf({ change, count: now }: TemplateRateChange): ConditionLevel {
  if (change === "missing") return wholeLevel(change);
  return { measure: change, value: change === "rising" ? now : 1 / (now + 1) };
}

/** Templates that occur more often or less often than ever, or are missing. */
export const findTemplateRateChanges = (rule: TemplateRateRule, subject: DetectorInput): Finding[] =>
  subject.fresh.rateChanges
    .filter((change) => holds(rule, change, subject.extraEvidence))
    .flatMap((change) =>
      createFinding(rule, subject, {
        ...describe(rule, subject.service, change),
        severity: severityOf(rule, change),
        level: levelOf(change),
        marks: [[change.template.statistics.lastId, change.template.lastAt]],
        about: change.template.fingerprint,
        at: change.overdueAt ?? subject.state.watermark,
      }),
    );
