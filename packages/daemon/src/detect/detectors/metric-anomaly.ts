import { toSingleLine } from "../../kernel/single-line.ts";
import { coverInterval, gapMax } from "../../methods/metric-series/sampling-interval.ts";
import { TREND_MINUTES } from "../../methods/metric-series/trend.ts";
import { isHigherBetter, isLowerBetter } from "../../model/golden-signal.ts";
import type { Severity } from "../../model/incident.ts";
import { count, duration, figure } from "../describe-figures.ts";
import type { MetricAnomalyRule } from "../rules/rule.ts";
import { type DeviationOnset, type FarOnset, passes, type TrendOnset } from "../series/metric-series.ts";
import type { Instance } from "../series/series-key.ts";
import type { Finding } from "../state/condition-repeats.ts";
import type { FreshDeviation } from "../state/new-observations.ts";
import { anyEnvironment, createFinding, type DetectorInput } from "./detector-input.ts";
import { describeOthers, groupOf } from "./metric-instances.ts";

const SERIES_CHARS_MAX = 120;
const HOUR_MINUTES = 60;

/** Other instances that are in the same trouble now. */
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

/** Memory that was given back, a queue that is empty again, errors that ended, and more successes wake nobody. */
function isRelief({ series, onset, judgement }: FreshDeviation): boolean {
  if (onset.kind === "flat") return false;
  const isLess = onset.kind === "far" ? judgement.value < onset.usual : onset.to < onset.from;
  return isLess ? isLowerBetter(series.name) : isHigherBetter(series.name);
}

const scoreOf = (onset: DeviationOnset): number => (onset.kind === "far" ? onset.score : 0);

/** The series of each group with the greatest deviation. */
function greatestOf(rule: MetricAnomalyRule, subject: DetectorInput): Map<string, FreshDeviation> {
  const groups = new Map<string, FreshDeviation>();
  for (const fresh of subject.fresh.deviations.values()) {
    if (fresh.rule !== rule || isRelief(fresh)) continue;
    const group = groupOf(fresh.seriesKey, fresh.series.instance);
    const known = groups.get(group);
    if (known === undefined || scoreOf(fresh.onset) > scoreOf(known.onset)) groups.set(group, fresh);
  }
  return groups;
}

interface Told {
  readonly reason: string;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
}

/** The series with its labels, and what of it is looked at. */
const measureOf = ({ series, seriesKey }: FreshDeviation): string =>
  `${series.model.kind.isCounter ? "The growth a minute of" : "The minute mean of"} ${toSingleLine(seriesKey, SERIES_CHARS_MAX)}`;

const nameOf = ({ series }: FreshDeviation, { service }: DetectorInput): string =>
  `${series.model.kind.isCounter ? "growth of " : ""}${toSingleLine(series.name, SERIES_CHARS_MAX)} of ${service}`;

const learnedFrom = ({ series }: FreshDeviation): string => `learned from ${duration(series.model.known)}`;

const tellFar = (fresh: FreshDeviation, onset: FarOnset, subject: DetectorInput): Told => ({
  reason: "metric_far_from_usual",
  title: `Unusual ${nameOf(fresh, subject)}: ${figure(fresh.judgement.value)} instead of ${figure(onset.usual)}`,
  description:
    `${measureOf(fresh)} is ${figure(fresh.judgement.value)}; usual was ${figure(onset.usual)}, ` +
    `give or take ${figure(fresh.judgement.scale)}, ${learnedFrom(fresh)}. ` +
    `At the onset its score was ${figure(onset.score)}, where 1 is once in a thousand values by chance and 2 once in a ` +
    `million; the rule says ${figure(fresh.rule.minScore)}.`,
  severity: onset.score >= fresh.rule.highScore ? "HIGH" : "MEDIUM",
});

function tellFlat(fresh: FreshDeviation, subject: DetectorInput): Told {
  const { flatline } = fresh.series.model;
  const lasted = duration(flatline.minutes);
  // As it came: who looks for it finds it.
  const value = fresh.series.model.kind.previous ?? fresh.judgement.value;
  const usually =
    flatline.longest === 0
      ? "changed with every value"
      : `never stayed the same for longer than ${duration(flatline.longest)}`;
  return {
    reason: "metric_stuck",
    title: `Stuck ${nameOf(fresh, subject)}: ${value} for ${lasted}`,
    description:
      `${measureOf(fresh)} is unchanged at ${value} for ${lasted}, in ${count(flatline.values, "value")}; ` +
      `before, it ${usually}, ${learnedFrom(fresh)}. What measures it may have stopped while it goes on to be sent.`,
    severity: "MEDIUM",
  };
}

function tellDrift(fresh: FreshDeviation, onset: TrendOnset, subject: DetectorInput): Told {
  const { from, to, furthest, most } = onset;
  const isRise = to > from;
  const way = Math.abs(to - from);
  const lasting = duration(TREND_MINUTES);
  const before =
    most > 0 ? `${isRise ? "rose" : "fell"} by no more than ${figure(most)}` : `never ${isRise ? "rose" : "fell"}`;
  return {
    reason: "metric_drifting",
    title: `${isRise ? "Rising" : "Falling"} ${nameOf(fresh, subject)}: from ${figure(from)} to ${figure(to)} in ${lasting}`,
    description:
      `${measureOf(fresh)} ${isRise ? "rose" : "fell"} for ${lasting}, from ${figure(from)} to ${figure(to)} in means of four hours: ` +
      `${figure((way / TREND_MINUTES) * HOUR_MINUTES)} an hour, without a break. Before, it ${before} in so long, and its ` +
      `${isRise ? "highest" : "lowest"} was ${figure(furthest)}, ${learnedFrom(fresh)}.`,
    severity: "MEDIUM",
  };
}

function tell(fresh: FreshDeviation, subject: DetectorInput): Told {
  const { onset } = fresh;
  switch (onset.kind) {
    case "far":
      return tellFar(fresh, onset, subject);
    case "flat":
      return tellFlat(fresh, subject);
    case "drift":
      return tellDrift(fresh, onset, subject);
  }
}

/** A metric unlike its own history: far from it, stuck, or creeping away; its instances are one trouble. */
export function findDeviations(rule: MetricAnomalyRule, subject: DetectorInput): Finding[] {
  const findings: Finding[] = [];
  for (const [group, fresh] of greatestOf(rule, subject)) {
    const { series, onset } = fresh;
    const told = tell(fresh, subject);
    const finding = createFinding(coverInterval(rule, series.intervalMs), subject.service, {
      ...told,
      description: told.description + describeOthers(othersOf(fresh, subject)),
      environment: series.environment ?? anyEnvironment(subject.state),
      marks: onset.marks,
      about: group,
      at: onset.marks.at(-1)?.[1] ?? subject.state.watermark,
    });
    if (finding !== null) findings.push(finding);
  }
  return findings;
}
