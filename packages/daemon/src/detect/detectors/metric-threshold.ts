import { MINUTE_MS } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { coverInterval, gapMax } from "../../methods/metric-series/sampling-interval.ts";
import { marksSince } from "../../methods/state/evidence-trail.ts";
import type { Severity } from "../../model/incident.ts";
import { count, figure } from "../describe-figures.ts";
import { COUNTERS_MAX, TITLE_PART_CHARS_MAX } from "../detection-bounds.ts";
import type { MetricThresholdRule } from "../rules/rule.ts";
import type { Instance } from "../series/series-key.ts";
import { type Breach, breachKey, isBeyond, isWorse } from "../series/threshold-breach.ts";
import type { Finding } from "../state/condition-repeats.ts";
import type { FreshBreach } from "../state/new-observations.ts";
import { createFinding, type DetectorInput } from "./detector-input.ts";
import { describeOthers, worstByGroup } from "./metric-instances.ts";

const unitSigns = { percent: " %", seconds: " s", any: "" } as const;

const comparedValue = (rule: MetricThresholdRule, breach: Breach): number =>
  rule.measure === "increase" ? breach.worst : breach.last;

function severityOf(rule: MetricThresholdRule, value: number): Severity {
  const reaches = (from: number | null): boolean =>
    from !== null && (value === from || isWorse(rule.comparison, value, from));
  if (reaches(rule.criticalFrom)) return "CRITICAL";
  return reaches(rule.highFrom) ? "HIGH" : rule.severity;
}

/** Other instances that are beyond the threshold for long enough. */
function othersOf({ rule, seriesKey, breach }: FreshBreach, { state }: DetectorInput): Instance[] {
  if (breach.instance === null) return [];
  const ofRule = breachKey(rule, "");
  const own = breachKey(rule, seriesKey);
  const { group } = breach.instance;
  const others: Instance[] = [];
  for (const [key, other] of state.breaches) {
    if (other.instance?.group !== group || key === own || !key.startsWith(ofRule)) continue;
    const hasLasted = rule.measure === "increase" || other.lastAt - other.since >= rule.forMinutes * MINUTE_MS;
    const isNow = state.watermark - other.lastAt <= gapMax(other.intervalMs);
    if (hasLasted && isNow && isBeyond(rule, comparedValue(rule, other))) others.push(other.instance);
  }
  return others;
}

function describe(fresh: FreshBreach, subject: DetectorInput): string {
  const { rule, breach, seriesKey } = fresh;
  const sign = unitSigns[rule.unit];
  const limit = `${rule.comparison} ${figure(rule.threshold)}${sign}`;
  const series = toSingleLine(seriesKey, TITLE_PART_CHARS_MAX);
  const others = describeOthers(othersOf(fresh, subject));
  if (rule.measure === "increase") {
    const isFull = breach.lastAt - subject.state.counters.rejectedAt <= rule.forMinutes * MINUTE_MS;
    const unseen = isFull ? ` More counters come than the ${COUNTERS_MAX} that are followed; others may grow too.` : "";
    return `${series} grew by ${figure(breach.worst)}${sign} within ${count(rule.forMinutes, "minute")}; the rule says ${limit}.${others}${unseen}`;
  }
  const minutes = (breach.lastAt - breach.since) / MINUTE_MS;
  return (
    `${series} is ${figure(breach.last)}${sign}; the rule says ${limit} for ${count(rule.forMinutes, "minute")}. ` +
    `It has been so for ${figure(minutes)} minutes, at worst ${figure(breach.worst)}${sign}.${others}`
  );
}

/** Metrics beyond the threshold for as long as the rule requires; instances of one group are one finding. */
export function findBreaches(rule: MetricThresholdRule, subject: DetectorInput): Finding[] {
  const { service, state, fresh } = subject;
  if (fresh.breaches.size === 0) return [];
  const isIncrease = rule.measure === "increase";
  const valueIn = ({ breach }: FreshBreach): number => comparedValue(rule, breach);
  const groups = worstByGroup(
    [...fresh.breaches.values()].filter((each) => each.rule === rule),
    ({ breach }) => breach.instance,
    (one, other) => isWorse(rule.comparison, valueIn(one), valueIn(other)),
  );
  return [...groups].flatMap(([group, worst]) => {
    const { breach, metric, environment, id } = worst;
    const value = valueIn(worst);
    return createFinding(coverInterval(rule, breach.intervalMs), subject, {
      reason: isIncrease ? "metric_grew_beyond_threshold" : "metric_beyond_threshold",
      title: `${toSingleLine(metric, TITLE_PART_CHARS_MAX)} of ${service} ${isIncrease ? "grew by" : "is"} ${figure(value)}${unitSigns[rule.unit]}`,
      description: describe(worst, subject),
      severity: severityOf(rule, value),
      environment: environment ?? state.environment,
      marks: marksSince(breach.trail, breach.since),
      trigger: id,
      about: group,
      at: breach.lastAt,
    });
  });
}
