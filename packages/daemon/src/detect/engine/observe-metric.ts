import { DAY_MINUTES, MINUTE_MS } from "../../kernel/clock.ts";
import { minuteOf } from "../../methods/error-rates/minute-counts.ts";
import { DOUBT_SHARE, SPREADS } from "../../methods/golden-signals/level-shift.ts";
import {
  isResource,
  labelledQuantile,
  type MetricMeaning,
  meaningOf,
  meaningWith,
} from "../../methods/golden-signals/metric-meaning.ts";
import { gapMax } from "../../methods/metric-series/sampling-interval.ts";
import {
  hasFallen,
  isCountingName,
  isRareTotal,
  isSmallTotal,
  KIND_STEPS,
  mayBeTotal,
} from "../../methods/metric-series/series-kind.ts";
import { SCORE_POWERS } from "../../methods/metric-series/series-model.ts";
import type { MetricPoint } from "../../model/telemetry.ts";
import { BACKFILL_MS_MIN, METRIC_PLANS_MAX } from "../detection-bounds.ts";
import { environmentOf } from "../environment.ts";
import { type LabelTest, labelTestOf, looksAtName, plainName, wordsOf } from "../rules/metric-scope.ts";
import { type Conversion, conversionTo } from "../rules/metric-unit.ts";
import type { MetricAnomalyRule, MetricShiftRule, MetricThresholdRule, Rule } from "../rules/rule.ts";
import { strictnessWith } from "../rules/sensitivity.ts";
import { stepIncrease } from "../series/counter-growth.ts";
import { isEnough } from "../series/enough-requests.ts";
import { requestsLike } from "../series/failing-requests.ts";
import { createGoldenSeries, type GoldenSeries, isShifted, restingSeries } from "../series/golden-series.ts";
import {
  createSeries,
  evictIdleSeries,
  evictMeaninglessSeries,
  followOnset,
  gather,
  noteArrival,
  passes,
  type Series,
} from "../series/metric-series.ts";
import { instanceOf, seriesKey } from "../series/series-key.ts";
import { stepGolden } from "../series/step-golden.ts";
import { breachKey, stepValue } from "../series/threshold-breach.ts";
import type { NewObservations } from "../state/new-observations.ts";
import type { ServiceState } from "../state/service-state.ts";

/** Larger values could overflow when squared or converted. */
const MEASURE_MAX = 1e100;

/** A series that hasn't seen a night needs up to this much more. */
const YOUNG_SHARE = 0.5;

/** A golden signal is followed by what it means, so that only what is rarer is news. */
const GOLDEN_SCORE = 1;

/** Each series is a test, so their number divides the chance of a false alarm (Bonferroni). */
const minScoreOf = ({ minScore }: MetricAnomalyRule, { golden, model }: Series, tests: number, extra: number): number =>
  minScore * (1 + YOUNG_SHARE * Math.max(0, 1 - model.known / DAY_MINUTES)) +
  (golden === null ? 0 : GOLDEN_SCORE) +
  (Math.log10(Math.max(1, tests)) + extra / Math.LN10) / SCORE_POWERS;

interface Selected<MetricRule> {
  readonly rule: MetricRule;
  readonly test: LabelTest | null;
}

/** The rules for a metric name and unit, computed once. */
interface MetricPlan {
  readonly thresholds: readonly (Selected<MetricThresholdRule> & Conversion)[];
  readonly anomalies: readonly Selected<MetricAnomalyRule>[];
  readonly shifts: readonly Selected<MetricShiftRule>[];
  readonly meaning: MetricMeaning | null;
  /** True if any of the anomaly rules has conditions on labels. */
  readonly testLabels: boolean;
}

interface ServicePlan extends MetricPlan {
  readonly extraEvidence: number;
}

export type MetricPlans = (point: MetricPoint) => MetricPlan;

type MetricRule = MetricThresholdRule | MetricAnomalyRule | MetricShiftRule;

const isMetricRule = (rule: Rule): rule is MetricRule =>
  rule.detector === "metric-threshold" || rule.detector === "metric-anomaly" || rule.detector === "metric-shift";

function planFor(rules: ReadonlyMap<MetricRule, LabelTest | null>, name: string, unit: string): MetricPlan {
  const plain = plainName(name);
  const words = wordsOf(name);
  const thresholds: (Selected<MetricThresholdRule> & Conversion)[] = [];
  const anomalies: Selected<MetricAnomalyRule>[] = [];
  const shifts: Selected<MetricShiftRule>[] = [];
  const meaning = meaningOf(unit, words);
  for (const [rule, test] of rules) {
    if (!looksAtName(rule, plain, words)) continue;
    if (rule.detector === "metric-anomaly") anomalies.push({ rule, test });
    else if (rule.detector === "metric-shift") shifts.push({ rule, test });
    else {
      const conversion = conversionTo(rule.unit, unit, plain, words);
      if (conversion !== null) thresholds.push({ rule, test, ...conversion });
    }
  }
  const testLabels = anomalies.some(({ test }) => test !== null);
  return { thresholds, anomalies, shifts: meaning === null ? [] : shifts, meaning, testLabels };
}

export function createMetricPlans(rules: readonly Rule[]): MetricPlans {
  const plans = new Map<string, MetricPlan>();
  const tests = new Map(rules.filter(isMetricRule).map((rule) => [rule, labelTestOf(rule)]));
  return ({ name, unit }) => {
    const key = `${unit}\n${name}`;
    const known = plans.get(key);
    if (known !== undefined) return known;
    if (plans.size >= METRIC_PLANS_MAX) plans.clear();
    const plan = planFor(tests, name, unit);
    plans.set(key, plan);
    return plan;
  };
}

/** Compares a point with thresholds at once, and with its history when its minute is complete. */
export function recordMetric(
  state: ServiceState,
  fresh: NewObservations,
  point: MetricPoint,
  at: number,
  plan: MetricPlan,
  extraEvidence: number,
): void {
  const { id, name, labels } = point;
  const environment = environmentOf(labels);
  if (environment !== null) state.environment = environment;
  if (!(Math.abs(point.value) < MEASURE_MAX)) return;
  if (plan.thresholds.length === 0 && plan.anomalies.length === 0 && plan.shifts.length === 0) return;
  const series = seriesKey(name, labels);
  for (const { rule, test, factor, most } of plan.thresholds) {
    if (point.value > most || (test !== null && !test(labels))) continue;
    const sample = { id, at, value: point.value * factor, name, labels };
    const key = breachKey(rule, series);
    const breach =
      rule.measure === "increase"
        ? stepIncrease(state.counters, state.breaches, key, rule, sample)
        : stepValue(state.breaches, key, rule, sample);
    if (breach !== null) fresh.breaches.set(key, { rule, seriesKey: series, metric: name, environment, breach, id });
  }
  const anomalies = plan.testLabels
    ? plan.anomalies.filter(({ test }) => test === null || test(labels))
    : plan.anomalies;
  if (anomalies.length === 0 && plan.shifts.length === 0) return;
  followSeries(state, fresh, point, at, { ...plan, anomalies, extraEvidence }, series, environment);
}

function followSeries(
  state: ServiceState,
  fresh: NewObservations,
  point: MetricPoint,
  at: number,
  plan: ServicePlan,
  key: string,
  environment: string | null,
): void {
  const minute = minuteOf(at);
  let series = state.series.get(key);
  if (series === undefined) {
    const hasSpace =
      evictIdleSeries(state.series, minute) || (plan.meaning !== null && evictMeaninglessSeries(state.series));
    if (!hasSpace) return;
    series = createSeries(point.name, environment, instanceOf(point.name, point.labels), minute);
    state.series.set(key, series);
  }
  const { lastId, lastAt } = series;
  followGolden(state, fresh, series, point, at, plan, key);
  noteArrival(series, Math.max(at, state.watermark));
  const judgement = gather(series, minute, point.value, point.id, at);
  if (judgement === null) return;
  const { known } = series.model;
  const asking = plan.anomalies.filter(({ rule }) => known >= rule.learnMinutes);
  if (asking.length === 0) return;
  const tests = state.series.size;
  const minScore = Math.min(...asking.map(({ rule }) => minScoreOf(rule, series, tests, plan.extraEvidence)));
  const onset = followOnset(series, judgement, minScore, [lastId, lastAt]);
  // A shift of the same series is the same condition.
  if (onset === null || isShifted(series.golden)) return;
  for (const { rule } of asking) {
    if (!passes(onset, minScoreOf(rule, series, tests, plan.extraEvidence))) continue;
    fresh.deviations.set(`${rule.id} ${key}`, { rule, seriesKey: key, series, onset, judgement });
  }
}

function followGolden(
  state: ServiceState,
  fresh: NewObservations,
  series: Series,
  { id, labels, value }: MetricPoint,
  at: number,
  { shifts, meaning: named, extraEvidence }: ServicePlan,
  key: string,
): void {
  const asking = shifts.filter(({ test }) => test === null || test(labels));
  if (named === null || asking.length === 0) return;
  const labelled = meaningWith(labels, named);
  if (labelled === null) return;
  // Times that only add up grow with the traffic.
  const isSum = labelled.signal === "latency" && series.model.kind.isCounter;
  const meaning: MetricMeaning = isSum ? { ...labelled, isSum } : labelled;
  // A time that a process has spent grows for as long as it runs.
  if (meaning.signal === "latency" && !meaning.isSum && mayBeTotal(series.model.kind)) return;
  const isCounter = countsUp(series, meaning);
  if (series.golden?.isCounter !== isCounter) {
    // A total that turns out to be none was small before.
    const wereRare = meaning.signal === "errors" && (!isCounter || isSmallTotal(series.model.kind));
    series.golden =
      series.golden !== null && wereRare
        ? restingSeries(series.golden, meaning, isCounter)
        : createGoldenSeries(meaning.signal, isCounter);
  }
  const { rawAt, shift: level } = series.golden;
  if (at - rawAt >= BACKFILL_MS_MIN) level.run = null;
  const counting = meaning.isSum ? countBehind(state.series, key) : null;
  const point = {
    id,
    at,
    value,
    gapMs: gapMax(series.intervalMs),
    counting,
    requests: () => requestsLike(state.series, key, at),
  };
  const strictnessOf = (rule: MetricShiftRule) => strictnessWith(rule.strictness, SPREADS, extraEvidence);
  const strictness = Math.min(...asking.map(({ rule }) => strictnessOf(rule)));
  const shift = stepGolden(series.golden, meaning, point, strictness);
  if (shift !== null && isCountOfThings(meaning) && !isCounter && hasCounter(state.series, series)) {
    series.golden = restingSeries(series.golden, meaning, true);
    return;
  }
  if (shift === null) return;
  const isOfFew = !isEnough(state.series, shift, at, series.intervalMs, labelledQuantile(labels));
  // A climb has passed its threshold already. A smaller shift that lasts is LOW.
  for (const { rule } of asking)
    if (shift.strength >= (shift.isClimb ? rule.strictness : DOUBT_SHARE * strictnessOf(rule)))
      fresh.shifts.set(`${rule.id} ${key}`, { rule, seriesKey: key, series, shift, isOfFew });
}

/** The series that counts the requests whose times this sum adds up, as histograms, summaries and exporters of databases name them. */
const countBehind = (all: ReadonlyMap<string, Series>, key: string): GoldenSeries | null =>
  all.get(
    key
      .replace(/sum(?=\{|$)/, "count")
      .replace(/Sum(?=\{|$)/, "Count")
      .replace(/latency(?=\{|$)/, "ops")
      .replace(/(?:_duration)?_seconds_total(?=\{|$)/, "_total"),
  )?.golden ?? null;

const isCountOfThings = ({ signal }: MetricMeaning): boolean => signal === "errors" || signal === "traffic";

/** A number of errors falls by chance within this time. */
const TOTAL_MS = 15 * MINUTE_MS;

/** Whether the growth of the series is judged. A total of things so rare that it doesn't look like one stays one. */
function countsUp({ name, golden, model: { kind } }: Series, meaning: MetricMeaning): boolean {
  // A sum of times falls when it starts again, or with each interval.
  if (meaning.isSum) return !hasFallen(kind);
  if (meaning.isTotal) return true;
  if (kind.steps < KIND_STEPS && isCountingName(name)) return true;
  if (!isCountOfThings(meaning)) return kind.isCounter && !isResource(meaning.signal);
  const { run, lastAt } = golden?.shift ?? { run: null, lastAt: 0 };
  // A total doesn't jump as a number of things does. A small one looks like a rise of them that never ends.
  const isTotal =
    run === null ? isRareTotal(kind) || isSmallTotal(kind) : lastAt - run.since >= TOTAL_MS && isSmallTotal(kind);
  return kind.isCounter || isTotal || (golden?.isCounter === true && !hasFallen(kind));
}

/** True if a series of the same metric is a counter, and this one never falls either. */
function hasCounter(all: ReadonlyMap<string, Series>, { name, model: { kind } }: Series): boolean {
  if (hasFallen(kind)) return false;
  for (const other of all.values()) if (other.name === name && other.model.kind.isCounter) return true;
  return false;
}
