import { type GoldenSignal, goldenSignalOf } from "../../model/golden-signal.ts";
import type { Hop, LogPattern, MetricSeries, Picture } from "../gather/incident-picture.ts";
import { isAboutResource } from "./signal-words.ts";

/** A series on the grid: a metric, a volume, a message pattern or a hop. */
export interface Signal {
  readonly kind: "metric" | "errors" | "volume" | "pattern" | "hop";
  readonly service: string;
  readonly name: string;
  readonly nature: GoldenSignal;
  /** NaN for no value. */
  readonly values: Float64Array;
  /** True for whole numbers with at least Poisson noise. */
  readonly counted: boolean;
  readonly metric: MetricSeries | null;
  readonly pattern: LogPattern | null;
  readonly hop: Hop | null;
}

/** Added to the times of requests, so that short ones don't matter. */
const HOP_MS = 10;
const hopValue = (milliseconds: number): number => Math.log(milliseconds + HOP_MS);
/** From the value of a signal to milliseconds. */
export const hopTime = (value: number): number => Math.max(0, Math.exp(value) - HOP_MS);

/** Larger values are no counts. */
const COUNT_MAX = 1e12;
/** Minimum for a change. */
const VALUES_MIN = 4;

const NO_SOURCE = { metric: null, pattern: null, hop: null };

const isTroubled = ({ level }: LogPattern): boolean => level === "error" || level === "fatal" || level === "warn";

/** Sorted by service, kind, name and instance. */
export function signalsOf(picture: Picture): Signal[] {
  const { count } = picture.grid;
  const signals: Signal[] = [];
  for (const metric of picture.metrics) {
    if (metric.values.length !== count || !enough(metric.values)) continue;
    const { service, name, values } = metric;
    const nature = goldenSignalOf(name);
    signals.push({ ...NO_SOURCE, kind: "metric", service, name, nature, values, counted: isCounted(values), metric });
  }
  for (const { service, errors, events } of picture.volumes) {
    const common = { ...NO_SOURCE, service, counted: true };
    if (errors.length === count && isCounts(errors)) {
      signals.push({ ...common, kind: "errors", name: "errors", nature: "errors", values: errors });
    }
    if (events.length === count && isCounts(events) && !onlyComplains(errors, events)) {
      signals.push({ ...common, kind: "volume", name: "events", nature: "traffic", values: events });
    }
  }
  for (const pattern of picture.patterns) {
    if (pattern.counts.length !== count || !isCounts(pattern.counts)) continue;
    const { service, template, counts } = pattern;
    const nature = !isTroubled(pattern) ? "other" : complaintAbout(template);
    const common = { ...NO_SOURCE, service, counted: true, pattern };
    signals.push({ ...common, kind: "pattern", name: template, nature, values: counts });
  }
  for (const hop of picture.hops) {
    if (hop.values.length !== count || !enough(hop.values)) continue;
    const common = { ...NO_SOURCE, counted: false, hop };
    const values = hop.values.map(hopValue);
    signals.push({ ...common, kind: "hop", service: hop.to, name: "hop", nature: "latency", values });
  }
  return signals.sort(inOrder);
}

/** A single word is the name of an alert, which is classified like a metric name. */
function complaintAbout(template: string): GoldenSignal {
  if (isAboutResource(template)) return "resource";
  const named = /\s/.test(template) ? "errors" : goldenSignalOf(template);
  return named === "other" ? "errors" : named;
}

function inOrder(one: Signal, other: Signal): number {
  return (
    compare(one.service, other.service) ||
    compare(one.kind, other.kind) ||
    compare(one.name, other.name) ||
    compare(one.metric?.instance ?? "", other.metric?.instance ?? "") ||
    compare(one.hop?.from ?? "", other.hop?.from ?? "") ||
    compare(one.pattern?.eventId ?? "", other.pattern?.eventId ?? "")
  );
}

/** By code units, independent of the locale. */
export const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** If a sender reports mostly errors, fewer events are no silence. */
const ERRORS_MOST = 0.5;
const total = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);
const onlyComplains = (errors: Float64Array, events: Float64Array): boolean =>
  total(errors) > ERRORS_MOST * total(events);

/** Estimates may be fractional. */
function isCounts(values: Float64Array): boolean {
  for (const value of values) if (!(value >= 0 && value <= COUNT_MAX)) return false;
  return true;
}

function enough(values: Float64Array): boolean {
  let present = 0;
  for (const value of values) if (Number.isFinite(value) && ++present === VALUES_MIN) return true;
  return false;
}

/** Whole numbers from 0 on, not all large: a gauge of bytes is no count. */
const COUNTS_BELOW = 10_000;
function isCounted(values: Float64Array): boolean {
  let most = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    if (!Number.isInteger(value) || value < 0) return false;
    most = Math.max(most, value);
  }
  return most < COUNTS_BELOW;
}
