import { seriesKey } from "../../detect/series/series-key.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import type { MetricPoint } from "../../model/telemetry.ts";
import {
  INSTANCE_CHARS_MAX,
  NAME_CHARS_MAX,
  SERIES_MAX,
  SERIES_PER_METRIC_MAX,
  SERIES_PER_SERVICE_MAX,
} from "./gathering-limits.ts";
import type { Grid, MetricSeries } from "./incident-picture.ts";

type Labels = Readonly<Record<string, string>>;

interface Kept {
  readonly unit: string;
  readonly labels: Labels;
  /** Per step: weighted sum, weight, and the last value with its time and event. */
  readonly sums: Float64Array;
  readonly weights: Float64Array;
  readonly lasts: Float64Array;
  readonly lastAts: Float64Array;
  readonly lastIds: string[];
}

/** All series of one metric of one service. */
interface Metric {
  readonly service: string;
  readonly name: string;
  readonly kept: Map<string, Kept>;
}

export interface MetricSeriesSet {
  add(point: MetricPoint, step: number, weight: number): void;
  series(): readonly MetricSeries[];
  /** Points of dropped series. */
  left(): number;
}

/** Metric series from points in any order. */
export function createMetricSeries(grid: Grid): MetricSeriesSet {
  const metrics = new Map<string, Metric>();
  const ofService = new Map<string, number>();
  let held = 0;
  let left = 0;

  return {
    add(point, step, weight) {
      const { service, name } = point;
      const metric = metrics.get(`${service}\n${name}`) ?? { service, name, kept: new Map<string, Kept>() };
      const key = seriesKey(point.unit, point.labels);
      let kept = metric.kept.get(key);
      if (kept === undefined) {
        const others = ofService.get(service) ?? 0;
        if (held >= SERIES_MAX || others >= SERIES_PER_SERVICE_MAX || metric.kept.size >= SERIES_PER_METRIC_MAX) {
          left += 1;
          return;
        }
        kept = keep(point, grid);
        metrics.set(`${service}\n${name}`, metric);
        metric.kept.set(key, kept);
        ofService.set(service, others + 1);
        held += 1;
      }
      count(kept, point, step, weight);
    },
    series: () => [...metrics.values()].flatMap((metric) => seriesOf(metric, grid)).sort(byName),
    left: () => left,
  };
}

const keep = ({ unit, labels }: MetricPoint, { count }: Grid): Kept => ({
  unit: toSingleLine(unit, NAME_CHARS_MAX),
  labels: labels ?? {},
  sums: new Float64Array(count),
  weights: new Float64Array(count),
  lasts: new Float64Array(count),
  lastAts: new Float64Array(count),
  lastIds: new Array<string>(count).fill(""),
});

function count(kept: Kept, { id, timestamp, value }: MetricPoint, step: number, weight: number): void {
  const { sums, weights, lasts, lastAts, lastIds } = kept;
  sums[step] = (sums[step] ?? 0) + value * weight;
  weights[step] = (weights[step] ?? 0) + weight;
  const lastId = lastIds[step] ?? "";
  const lastAt = lastAts[step] ?? 0;
  if (lastId !== "" && (timestamp < lastAt || (timestamp === lastAt && id < lastId))) return;
  lasts[step] = value;
  lastAts[step] = timestamp;
  lastIds[step] = id;
}

const byName = (a: MetricSeries, b: MetricSeries): number =>
  compare(a.service, b.service) || compare(a.name, b.name) || compare(a.instance ?? "", b.instance ?? "");
const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

function seriesOf({ service, name, kept }: Metric, grid: Grid): MetricSeries[] {
  const all = [...kept.values()];
  const telling = tellingLabels(all);
  return all.map((each) => ({
    service,
    name: toSingleLine(name, NAME_CHARS_MAX),
    instance: telling.length === 0 ? null : instanceOf(each.labels, telling),
    unit: each.unit,
    values: isCounter(name, each) ? increases(each, grid) : means(each),
    eventIds: each.lastIds,
  }));
}

/** Labels whose values differ between the series. */
function tellingLabels(all: readonly Kept[]): string[] {
  const names = new Set(all.flatMap(({ labels }) => Object.keys(labels)));
  const first = all[0]?.labels ?? {};
  return [...names].filter((name) => all.some(({ labels }) => labels[name] !== first[name])).sort();
}

const instanceOf = (labels: Labels, telling: readonly string[]): string =>
  toSingleLine(
    telling
      .filter((name) => Object.hasOwn(labels, name))
      .map((name) => `${name}=${labels[name]}`)
      .join(","),
    INSTANCE_CHARS_MAX,
  );

const means = ({ sums, weights }: Kept): Float64Array => sums.map((sum, step) => sum / (weights[step] ?? 0));

/** Naming convention of counters (Prometheus, OpenMetrics). */
const COUNTER_NAME = /(?:^|[_.])(?:total|count|sum|bucket)$/i;
/** Maximum share of resets. */
const FALLS_MAX_SHARE = 0.1;

function isCounter(name: string, { lasts, lastIds }: Kept): boolean {
  if (!COUNTER_NAME.test(name)) return false;
  let pairs = 0;
  let falls = 0;
  let before = Number.NaN;
  for (const [step, value] of lasts.entries()) {
    if (lastIds[step] === "") continue;
    if (value < 0) return false;
    if (!Number.isNaN(before)) pairs += 1;
    if (value < before) falls += 1;
    before = value;
  }
  return pairs >= 2 && falls <= Math.max(1, pairs * FALLS_MAX_SHARE);
}

/** Increase per step at the rate since the previous value; NaN for the first. */
function increases({ lasts, lastAts, lastIds }: Kept, { step: length }: Grid): Float64Array {
  const values = new Float64Array(lasts.length).fill(Number.NaN);
  let before: { readonly value: number; readonly at: number } | undefined;
  for (const [step, value] of lasts.entries()) {
    const at = lastAts[step] ?? 0;
    if (lastIds[step] === "") continue;
    if (before !== undefined && at > before.at) {
      // A reset restarts at 0.
      const grown = value >= before.value ? value - before.value : value;
      values[step] = (grown * length) / (at - before.at);
    }
    before = { value, at };
  }
  return values;
}
