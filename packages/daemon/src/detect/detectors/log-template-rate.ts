import { MINUTE_MS } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { templateText } from "../../methods/log-templates/template-set.ts";
import type { TemplateStatistics } from "../../methods/log-templates/template-statistics.ts";
import { logLevels, SLOT_MS } from "../../model/log-pattern.ts";
import { count, figure } from "../describe-figures.ts";
import type { LogPatternFallingRule, LogPatternMissingRule, LogPatternRisingRule } from "../rules/rule.ts";
import type { Finding } from "../state/condition-repeats.ts";
import type { TemplateRateChange } from "../state/template-baseline.ts";
import { anyEnvironment, createFinding, type DetectorInput } from "./detector-input.ts";

type TemplateRateRule = LogPatternRisingRule | LogPatternFallingRule | LogPatternMissingRule;

/** A slot of which only a part fell away says little: the next one has to say it too. */
const FALLEN_SLOTS_MIN = 2;
const TITLE_SAMPLE_CHARS_MAX = 110;
const SLOT_MINUTES = SLOT_MS / MINUTE_MS;

const rateOf = (inSlot: number): string => `${figure(inSlot)} in ${SLOT_MINUTES} minutes`;

function holds(
  rule: TemplateRateRule,
  { change: trend, times, significance, pattern: { statistics: use } }: TemplateRateChange,
): boolean {
  if (times < rule.times || use.slots * SLOT_MINUTES < rule.learnMinutes) return false;
  switch (rule.detector) {
    case "log-pattern-rising":
      return (
        trend === "rising" &&
        significance >= rule.significance &&
        highestLevelOf(use) >= logLevels.indexOf(rule.minLevel)
      );
    case "log-pattern-falling":
      return trend === "falling" && significance >= rule.significance && use.oddSlots >= FALLEN_SLOTS_MIN;
    case "log-pattern-missing":
      return trend === "missing" && significance >= rule.minMissed;
  }
}

const highestLevelOf = ({ levels }: TemplateStatistics): number =>
  levels.findLastIndex((occurrences) => occurrences > 0);

interface Words {
  readonly reason: string;
  readonly title: string;
  readonly description: string;
}

function wordsFor(rule: TemplateRateRule, service: string, change: TemplateRateChange): Words {
  const { pattern, count: now, expected, times, significance } = change;
  const text = templateText(pattern);
  const sample = toSingleLine(text, TITLE_SAMPLE_CHARS_MAX);
  const usual = `usual are ${rateOf(pattern.statistics.usual)}. Pattern: ${text}`;
  switch (rule.detector) {
    case "log-pattern-rising":
      return {
        reason: "pattern_above_usual",
        title: `More than usual in ${service}: ${sample}`,
        description:
          `${rateOf(now)}, ${figure(times)} times as often as ever, also against its other logs; at the most ` +
          `${figure(expected)} were to be expected, and this is ${figure(significance)} standard deviations above; ${usual}`,
      };
    case "log-pattern-falling":
      return {
        reason: "pattern_below_usual",
        title: `Less than usual in ${service}: ${sample}`,
        description:
          `${rateOf(now)}, ${figure(times)} times less often than ever, also against its other logs; at the least ` +
          `${figure(expected)} were to be expected, and this is ${figure(significance)} standard deviations below; ${usual}`,
      };
    case "log-pattern-missing":
      return {
        reason: "steady_pattern_missing",
        title: `Missing in ${service}: ${sample}`,
        description:
          `It was to come some ${count(Math.round(expected), "time")} since it came last, and didn't; that is ${figure(times)} times its ` +
          `longest pause, ${figure(pattern.statistics.gapMs / MINUTE_MS)} minutes, while ${service} goes on writing; ${usual}`,
      };
  }
}

/** Kinds of messages that come more often, less often or no more than they ever did, as far as is known of them. */
export function findTemplateRateChanges(rule: TemplateRateRule, { state, fresh, service }: DetectorInput): Finding[] {
  const findings: Finding[] = [];
  for (const change of fresh.rateChanges) {
    if (!holds(rule, change)) continue;
    const { pattern, times } = change;
    const finding = createFinding(rule, service, {
      ...wordsFor(rule, service, change),
      severity: rule.detector === "log-pattern-rising" && times >= rule.highTimes ? "HIGH" : "MEDIUM",
      environment: anyEnvironment(state),
      marks: [[pattern.statistics.lastId, pattern.lastAt]],
      about: pattern.fingerprint,
      at: state.watermark,
    });
    if (finding !== null) findings.push(finding);
  }
  return findings;
}
