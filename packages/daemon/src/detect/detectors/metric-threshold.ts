import { MINUTE_MS } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { coverInterval, gapMax } from "../../methods/metric-series/sampling-interval.ts";
import { marksSince } from "../../methods/state/evidence-trail.ts";
import type { Severity } from "../../model/incident.ts";
import { count, figure } from "../describe-figures.ts";
import { COUNTERS_MAX } from "../detection-bounds.ts";
import type { MetricThresholdRule } from "../rules/rule.ts";
import type { Instance } from "../series/series-key.ts";
import { type Breach, breachKey, isBeyond, isWorse } from "../series/threshold-breach.ts";
import type { Finding } from "../state/condition-repeats.ts";
import type { FreshBreach } from "../state/new-observations.ts";
import { anyEnvironment, createFinding, type DetectorInput } from "./detector-input.ts";
import { describeOthers, groupOf } from "./metric-instances.ts";

const SERIES_CHARS_MAX = 120;
const unitSigns = { percent: " %", seconds: " s", any: "" } as const;

/** The number that a rule compares. */
const comparedValue = (rule: MetricThresholdRule, breach: Breach): number =>
  rule.measure === "increase" ? breach.worst : breach.last;

function severityOf(rule: MetricThresholdRule, value: number): Severity {
  const reaches = (from: number | null): boolean =>
    from !== null && (value === from || isWorse(rule.comparison, value, from));
  if (reaches(rule.criticalFrom)) return "CRITICAL";
  return reaches(rule.highFrom) ? "HIGH" : rule.severity;
}

/** Other instances that are beyond the threshold now, for long enough. */
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
  const series = toSingleLine(seriesKey, SERIES_CHARS_MAX);
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

/** The worst series of each group. */
function worstOf(rule: MetricThresholdRule, subject: DetectorInput): Map<string, FreshBreach> {
  const groups = new Map<string, FreshBreach>();
  for (const fresh of subject.fresh.breaches.values()) {
    if (fresh.rule !== rule) continue;
    const group = groupOf(fresh.seriesKey, fresh.breach.instance);
    const known = groups.get(group);
    if (
      known === undefined ||
      isWorse(rule.comparison, comparedValue(rule, fresh.breach), comparedValue(rule, known.breach))
    )
      groups.set(group, fresh);
  }
  return groups;
}

/** A metric beyond its threshold for as long as the rule says; its instances are one trouble. */
export function findBreaches(rule: MetricThresholdRule, subject: DetectorInput): Finding[] {
  const findings: Finding[] = [];
  for (const [group, fresh] of worstOf(rule, subject)) {
    const { breach } = fresh;
    const value = comparedValue(rule, breach);
    const verb = rule.measure === "increase" ? "grew by" : "is";
    const finding = createFinding(coverInterval(rule, breach.intervalMs), subject.service, {
      reason: rule.measure === "increase" ? "metric_grew_beyond_threshold" : "metric_beyond_threshold",
      title: `${toSingleLine(fresh.metric, SERIES_CHARS_MAX)} of ${subject.service} ${verb} ${figure(value)}${unitSigns[rule.unit]}`,
      description: describe(fresh, subject),
      severity: severityOf(rule, value),
      environment: fresh.environment ?? anyEnvironment(subject.state),
      marks: marksSince(breach.trail, breach.since),
      trigger: fresh.id,
      about: group,
      at: breach.lastAt,
    });
    if (finding !== null) findings.push(finding);
  }
  return findings;
}
