import { MINUTE_MS } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { logLevels, SLOT_MS } from "../../model/log-pattern.ts";
import type { Finding } from "../finding.ts";
import type { HabitChange } from "../habit.ts";
import type { LogPatternFallingRule, LogPatternMissingRule, LogPatternRisingRule } from "../rule.ts";
import { templateText } from "../templates/pattern-set.ts";
import type { PatternUse } from "../templates/use.ts";
import { count, figure } from "../text.ts";
import { anyEnvironment, createFinding, type Subject } from "./subject.ts";

type HabitRule = LogPatternRisingRule | LogPatternFallingRule | LogPatternMissingRule;

/** A slot of which only a part fell away says little: the next one has to say it too. */
const FALLEN_SLOTS_MIN = 2;
const TITLE_SAMPLE_CHARS_MAX = 110;
const SLOT_MINUTES = SLOT_MS / MINUTE_MS;

const rateOf = (inSlot: number): string => `${figure(inSlot)} in ${SLOT_MINUTES} minutes`;

function holds(rule: HabitRule, { habit, times, significance, pattern: { use } }: HabitChange): boolean {
  if (times < rule.times || use.slots * SLOT_MINUTES < rule.learnMinutes) return false;
  switch (rule.pattern) {
    case "log-pattern-rising":
      return (
        habit === "rising" && significance >= rule.significance && gravestOf(use) >= logLevels.indexOf(rule.minLevel)
      );
    case "log-pattern-falling":
      return habit === "falling" && significance >= rule.significance && use.oddSlots >= FALLEN_SLOTS_MIN;
    case "log-pattern-missing":
      return habit === "missing" && significance >= rule.minMissed;
  }
}

const gravestOf = ({ levels }: PatternUse): number => levels.findLastIndex((occurrences) => occurrences > 0);

interface Words {
  readonly reason: string;
  readonly title: string;
  readonly description: string;
}

function wordsFor(rule: HabitRule, service: string, change: HabitChange): Words {
  const { pattern, count: now, expected, times, significance } = change;
  const text = templateText(pattern);
  const sample = toSingleLine(text, TITLE_SAMPLE_CHARS_MAX);
  const usual = `usual are ${rateOf(pattern.use.usual)}. Pattern: ${text}`;
  switch (rule.pattern) {
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
          `longest pause, ${figure(pattern.use.gapMs / MINUTE_MS)} minutes, while ${service} goes on writing; ${usual}`,
      };
  }
}

/** Kinds of messages that come more often, less often or no more than they ever did, as far as is known of them. */
export function findHabitChanges(rule: HabitRule, { state, fresh, service }: Subject): Finding[] {
  const findings: Finding[] = [];
  for (const change of fresh.habits) {
    if (!holds(rule, change)) continue;
    const { pattern, times } = change;
    const finding = createFinding(rule, service, {
      ...wordsFor(rule, service, change),
      severity: rule.pattern === "log-pattern-rising" && times >= rule.highTimes ? "HIGH" : "MEDIUM",
      environment: anyEnvironment(state),
      marks: [[pattern.use.lastId, pattern.lastAt]],
      about: pattern.fingerprint,
      at: state.watermark,
    });
    if (finding !== null) findings.push(finding);
  }
  return findings;
}
