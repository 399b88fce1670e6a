import { DAY_MINUTES } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { coverInterval, gapMax } from "../../methods/metric-series/sampling-interval.ts";
import { type ConditionLevel, wholeLevel } from "../../model/condition-level.ts";
import { isHigherBetter, isLowerBetter } from "../../model/golden-signal.ts";
import { count, duration, figure } from "../describe-figures.ts";
import { TITLE_PART_CHARS_MAX } from "../detection-bounds.ts";
import type { MetricAnomalyRule } from "../rules/rule.ts";
import { type DeviationOnset, type FarOnset, passes } from "../series/metric-series.ts";
import type { Instance } from "../series/series-key.ts";
import type { Finding } from "../state/condition-repeats.ts";
import type { FreshDeviation } from "../state/new-observations.ts";
import { UNUSUAL } from "../stated-cause.ts";
import { createFinding, type DetectorInput } from "./detector-input.ts";
import { describeOthers, worstByGroup } from "./metric-instances.ts";

/** Other instances in the same condition. */
function othersOf({ rule, series, onset: own }: FreshDeviation, { state }: DetectorInput): Instance[] {
  if (series.instance === null) return [];
  const others: Instance[] = [];
  for (const other of state.series.values()) {
    const { onset, instance } = other;
    if (other === series || onset === null || instance === null || instance.group !== series.instance.group) continue;
    const isNow = state.watermark - other.lastAt <= gapMax(other.intervalMs);
    if (isNow && onset.kind === own.kind && passes(onset, rule.minScore)) others.push(instance);
  }
  return others;
}

/** Less memory or errors, and more successes, are no problem. */
function isRelief({ series, onset, judgement }: FreshDeviation): boolean {
  if (onset.kind === "flat") return false;
  return judgement.value < onset.usual ? isLowerBetter(series.name) : isHigherBetter(series.name);
}

const scoreOf = (onset: DeviationOnset): number => (onset.kind === "far" ? onset.score : 0);

type Description = Pick<Finding, "reason" | "title" | "description" | "severity">;

const measureOf = ({ series, seriesKey }: FreshDeviation): string =>
  `${series.model.kind.isCounter ? "The growth a minute of" : "The minute mean of"} ${toSingleLine(seriesKey, TITLE_PART_CHARS_MAX)}`;

const nameOf = ({ series }: FreshDeviation, { service }: DetectorInput): string =>
  `${series.model.kind.isCounter ? "growth of " : ""}${toSingleLine(series.name, TITLE_PART_CHARS_MAX)} of ${service}`;

const learnedFrom = ({ series }: FreshDeviation): string => `learned from ${duration(series.model.known)}`;

const isSure = ({ rule, series }: FreshDeviation, { score }: FarOnset): boolean =>
  rule.highScore !== null && score >= rule.highScore && series.model.known >= DAY_MINUTES;

const describeFar = (fresh: FreshDeviation, onset: FarOnset, subject: DetectorInput): Description => ({
  reason: "metric_far_from_usual",
  title: `${UNUSUAL} ${nameOf(fresh, subject)}: ${figure(fresh.judgement.value)} instead of ${figure(onset.usual)}`,
  description:
    `${measureOf(fresh)} is ${figure(fresh.judgement.value)}; usual was ${figure(onset.usual)}, ` +
    `give or take ${figure(fresh.judgement.scale)}, ${learnedFrom(fresh)}. ` +
    `At the onset its score was ${figure(onset.score)}, where 1 is once in a thousand values by chance and 2 once in a ` +
    `million; the rule says ${figure(fresh.rule.minScore)}.`,
  severity: isSure(fresh, onset) ? "MEDIUM" : "LOW",
});

function describeFlat(fresh: FreshDeviation, subject: DetectorInput): Description {
  const { flatline } = fresh.series.model;
  const lasted = duration(flatline.minutes);
  // The description has the raw value, so that a reader finds it.
  const value = fresh.series.model.kind.previous ?? fresh.judgement.value;
  const usually =
    flatline.longest === 0
      ? "changed with every value"
      : `never stayed the same for longer than ${duration(flatline.longest)}`;
  return {
    reason: "metric_stuck",
    title: `Stuck ${nameOf(fresh, subject)}: ${figure(value)} for ${lasted}`,
    description:
      `${measureOf(fresh)} is unchanged at ${value} for ${lasted}, in ${count(flatline.values, "value")}; ` +
      `before, it ${usually}, ${learnedFrom(fresh)}. What measures it may have stopped while it goes on to be sent.`,
    severity: "MEDIUM",
  };
}

function levelOf({ onset, judgement }: FreshDeviation): ConditionLevel {
  if (onset.kind === "flat") return wholeLevel("flat");
  const off = judgement.value - onset.usual;
  return { measure: `far ${off > 0 ? "above" : "below"}`, value: Math.abs(off) };
}

/** Metrics unlike their history: far from it or stuck; instances of one group are one finding. */
export function findDeviations(rule: MetricAnomalyRule, subject: DetectorInput): Finding[] {
  if (subject.fresh.deviations.size === 0) return [];
  const groups = worstByGroup(
    [...subject.fresh.deviations.values()].filter((each) => each.rule === rule && !isRelief(each)),
    ({ series }) => series.instance,
    (one, other) => scoreOf(one.onset) > scoreOf(other.onset),
  );
  return [...groups].flatMap(([group, worst]) => {
    const { series, onset } = worst;
    const description = onset.kind === "far" ? describeFar(worst, onset, subject) : describeFlat(worst, subject);
    return createFinding(coverInterval(rule, series.intervalMs), subject, {
      ...description,
      description: description.description + describeOthers(othersOf(worst, subject)),
      level: levelOf(worst),
      environment: series.environment ?? subject.state.environment,
      marks: onset.marks,
      about: group,
      at: onset.marks.at(-1)?.[1] ?? subject.state.watermark,
    });
  });
}
