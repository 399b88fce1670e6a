import { line } from "../../kernel/line.ts";
import { isBetterLow } from "../../model/metric-nature.ts";
import type { Finding } from "../finding.ts";
import type { FreshDeviation } from "../fresh.ts";
import type { MetricAnomalyRule } from "../rule.ts";
import { gapMax, patientWith } from "../series/interval.ts";
import type { Instance } from "../series/name.ts";
import { count, figure } from "../text.ts";
import { describeOthers, groupOf } from "./metric-instances.ts";
import { anyEnvironment, createFinding, type Subject } from "./subject.ts";

const SERIES_CHARS_MAX = 120;

/** Other instances that are far from their usual now. */
function othersOf({ rule, series }: FreshDeviation, { state }: Subject): Instance[] {
  if (series.instance === null) return [];
  const others: Instance[] = [];
  for (const other of state.series.values()) {
    const { onset, instance } = other;
    if (other === series || onset === null || instance === null || instance.group !== series.instance.group) continue;
    const isNow = state.watermark - other.lastAt <= gapMax(other.intervalMs);
    if (isNow && onset.score >= rule.minScore) others.push(instance);
  }
  return others;
}

/** Memory that was given back, a queue that is empty again, and errors that ended wake nobody. */
const isRelief = ({ series, onset, judgement }: FreshDeviation): boolean =>
  judgement.value < onset.usual && isBetterLow(series.name);

/** The series of each group with the greatest deviation. */
function greatestOf(rule: MetricAnomalyRule, subject: Subject): Map<string, FreshDeviation> {
  const groups = new Map<string, FreshDeviation>();
  for (const fresh of subject.fresh.deviations.values()) {
    if (fresh.rule !== rule || isRelief(fresh)) continue;
    const group = groupOf(fresh.seriesKey, fresh.series.instance);
    const known = groups.get(group);
    if (known === undefined || fresh.onset.score > known.onset.score) groups.set(group, fresh);
  }
  return groups;
}

/** A metric far from its own history; its instances are one trouble. */
export function findDeviations(rule: MetricAnomalyRule, subject: Subject): Finding[] {
  const findings: Finding[] = [];
  for (const [group, fresh] of greatestOf(rule, subject)) {
    const { series, onset, judgement, seriesKey } = fresh;
    const of = series.model.kind.isCounter ? "The growth a minute of" : "The minute mean of";
    const finding = createFinding(patientWith(rule, series.intervalMs), subject.service, {
      reason: "metric_far_from_usual",
      title: `Unusual ${line(series.name, SERIES_CHARS_MAX)} of ${subject.service}: ${figure(judgement.value)} instead of ${figure(onset.usual)}`,
      description:
        `${of} ${line(seriesKey, SERIES_CHARS_MAX)} is ${figure(judgement.value)}; usual was ${figure(onset.usual)}, ` +
        `give or take ${figure(judgement.scale)}, learned from ${count(series.model.count, "minute")}. ` +
        `At the onset its score was ${figure(onset.score)}, where 1 is once in a thousand values by chance and 2 once in a ` +
        `million; the rule says ${figure(rule.minScore)}.` +
        describeOthers(othersOf(fresh, subject)),
      severity: onset.score >= rule.highScore ? "HIGH" : "MEDIUM",
      environment: series.environment ?? anyEnvironment(subject.state),
      marks: onset.marks,
      about: group,
      at: onset.marks.at(-1)?.[1] ?? subject.state.watermark,
    });
    if (finding !== null) findings.push(finding);
  }
  return findings;
}
