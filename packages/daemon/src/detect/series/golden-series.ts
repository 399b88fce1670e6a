import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import {
  createLevelShift,
  type LevelShift,
  PRIOR_COUNT,
  type Shift,
  type ShiftOptions,
  SPREADS,
  stepLevel,
  VALUES_MIN,
} from "../../methods/golden-signals/level-shift.ts";
import type { GoldenSignal, MetricMeaning } from "../../methods/golden-signals/metric-meaning.ts";

/** A golden signal of one series. */
export interface GoldenSeries {
  readonly signal: GoldenSignal;
  /** Whether its growth is judged. */
  readonly isCounter: boolean;
  /** The last raw value, from which a counter grows; null before the first. */
  raw: number | null;
  rawAt: number;
  /** The values of the present minute: the sum of their logarithms, their number, what they count and the time. */
  sum: number;
  values: number;
  counted: number;
  minutes: number;
  stepAt: number;
  readonly shift: LevelShift;
}

/** The size below which a value of a signal matters to nobody: added to it, so that ratios of tiny values are small. */
const OFFSET: Readonly<Record<GoldenSignal, number>> = {
  latency: 0.005,
  traffic: 1,
  errors: 1,
  "error share": 0.01,
  availability: 0.01,
  hits: 0.05,
  queue: 10,
  memory: 1,
  saturation: 3,
  disk: 1,
};
const UNKNOWN_UNIT_OFFSET = 1e-6;

/** Memory climbs by leaks and nothing else for hours; the others must climb as far as they would have to jump. */
const CLIMB_MIN: Readonly<Record<GoldenSignal, number | null>> = {
  latency: Math.log(3),
  traffic: null,
  errors: null,
  "error share": null,
  availability: null,
  hits: null,
  queue: Math.log(3),
  memory: Math.log(1.2),
  saturation: null,
  disk: Math.log(1.2),
};

const STEP_MS = 50 * SECOND_MS;

export const createGoldenSeries = (signal: GoldenSignal, isCounter: boolean): GoldenSeries => ({
  signal,
  isCounter,
  raw: null,
  rawAt: 0,
  sum: 0,
  values: 0,
  counted: 0,
  minutes: 0,
  stepAt: 0,
  shift: createLevelShift(),
});

/** A total of rare things that was taken for a gauge: what is known of it is that it hardly grew. */
export function restingCounter({ signal, raw, rawAt, shift }: GoldenSeries, meaning: MetricMeaning): GoldenSeries {
  const [usual, { firstAt, lastAt, count }] = [Math.log(offsetOf(meaning)), shift];
  const resting = { ...createLevelShift(), firstAt, lastAt, count, level: usual, high: usual, recent: usual };
  return { ...createGoldenSeries(signal, true), raw, rawAt, stepAt: rawAt, shift: resting };
}

/** True if a shift is open. */
export const isShifted = (golden: GoldenSeries | null): boolean => (golden?.shift.run?.openAt ?? 0) > 0;

const SHARES: ReadonlySet<GoldenSignal> = new Set(["availability", "hits", "error share"]);

export const isShareSignal = (signal: GoldenSignal): boolean => SHARES.has(signal);

/** An amount that is left counts by its reciprocal, which grows as less is left. */
const isReciprocal = ({ isLeft, isPercent }: MetricMeaning): boolean => isLeft === true && isPercent !== true;

function offsetOf(meaning: MetricMeaning): number {
  if (isReciprocal(meaning)) return 0;
  return meaning.signal === "latency" && meaning.isGuessed ? UNKNOWN_UNIT_OFFSET : OFFSET[meaning.signal];
}

/** A value that grows as its signal gets worse; traffic as it is. */
function badnessOf(meaning: MetricMeaning, value: number): number {
  const { signal, factor, isGuessed } = meaning;
  if (meaning.isLeft) return isReciprocal(meaning) ? 1 / Math.max(1, value) : Math.max(0, 100 - value * factor);
  if (!SHARES.has(signal)) return Math.max(0, value * factor);
  const share = isGuessed && value > 1 ? value / 100 : value * factor;
  return Math.min(1, Math.max(0, signal === "error share" ? share : 1 - share));
}

export interface GoldenPoint {
  readonly id: string;
  readonly at: number;
  readonly value: number;
  /** The longest usual time between two values. */
  readonly gapMs: number;
}

export interface GoldenShift extends Shift {
  readonly meaning: MetricMeaning;
  /** The value and the usual one in the metric's own unit; the growth a minute of a counter. */
  readonly value: number;
  readonly usualValue: number;
}

/** Takes a value, and returns the shift that it belongs to once that has lasted. */
export function stepGolden(
  golden: GoldenSeries,
  meaning: MetricMeaning,
  point: GoldenPoint,
  strictness: number,
): GoldenShift | null {
  const { id, at, value, gapMs } = point;
  const { raw, rawAt, isCounter } = golden;
  if (at <= rawAt) return null;
  const passed = Math.min(at - rawAt, gapMs) / MINUTE_MS;
  golden.raw = value;
  golden.rawAt = at;
  let [read, counted, minutes] = meaning.isRate ? [value, value * meaning.factor * passed, passed] : [value, value, 1];
  if (isCounter) {
    // After a gap the mean growth is no present one.
    if (raw === null || value < raw || at - rawAt > gapMs) return null;
    counted = value - raw;
    minutes = passed;
    read = counted / minutes;
  }
  const isCount =
    (meaning.signal === "traffic" || meaning.signal === "errors") && (meaning.isRate || Number.isInteger(counted));
  const offset = offsetOf(meaning);
  const badness = badnessOf(meaning, read);
  golden.sum += Math.log(badness + offset);
  golden.values++;
  golden.counted += counted;
  golden.minutes += minutes;
  // Values that come more often than once a minute are judged by their mean.
  if (at - golden.stepAt < STEP_MS) return null;
  const { sum, values, counted: of, minutes: over } = golden;
  Object.assign(golden, { sum: 0, values: 0, counted: 0, minutes: 0, stepAt: at });
  const count = { of, at: (level: number) => over * (Math.exp(level) - offset) };
  const isRepeated = meaning.signal === "latency" && value === raw;
  const sample = { id, at, isRepeated, log: sum / values, of: values, count: isCount ? count : null };
  const options: ShiftOptions = {
    followsDay: meaning.signal === "traffic",
    climbMin: CLIMB_MIN[meaning.signal],
    whole: meaning.signal === "disk" && meaning.isPercent ? Math.log(100 + offset) : null,
    strictness,
  };
  const shift = stepLevel(golden.shift, sample, options);
  if (shift === null) return null;
  const usual = Math.max(0, Math.exp(shift.usual) - offset);
  return { ...shift, meaning, value: read, usualValue: rawOf(meaning, usual, read) };
}

/** A badness in the unit of the metric. */
function rawOf(meaning: MetricMeaning, badness: number, like: number): number {
  const { signal, factor, isGuessed } = meaning;
  if (meaning.isLeft) return isReciprocal(meaning) ? 1 / badness : (100 - badness) / factor;
  const scale = isGuessed && signal !== "latency" && like > 1 ? 0.01 : factor;
  return (signal === "availability" || signal === "hits" ? 1 - badness : badness) / scale;
}

/**
 * So many requests must have been slow, or must have failed, before a quantile or a share of them says anything. There
 * is at least one behind each value.
 */
const REQUESTS_MIN = 5;
/** Where the number of requests isn't known, a high quantile must last for this time, or be twice the threshold away. */
const SURE_STRENGTH = 2;
const UNKNOWN_MS = 5 * MINUTE_MS;
const HIGH_QUANTILE = 0.9;

type GoldenSeriesMap = ReadonlyMap<string, { readonly golden: GoldenSeries | null }>;

/** The present requests a minute of the service by its busiest traffic metric; undefined without one. */
function requestsAMinute(series: GoldenSeriesMap): number | undefined {
  let most: number | undefined;
  for (const { golden } of series.values()) {
    if (golden?.signal !== "traffic" || golden.shift.count === 0) continue;
    const { level, run } = golden.shift;
    const rate = Math.exp(run === null ? level : level + run.sign * run.mean) - OFFSET.traffic;
    if (most === undefined || rate > most) most = rate;
  }
  return most;
}

/** The mean badness of a shift; of a share, the share that fails. */
export const badnessOfShift = ({ meaning, usual, distance }: GoldenShift): number =>
  Math.exp(usual + distance) - offsetOf(meaning);

/** True if enough requests lie behind a shift of a latency or a share. */
export function isEnough(
  series: GoldenSeriesMap,
  shift: GoldenShift,
  at: number,
  intervalMs: number,
  quantile = shift.meaning.quantile,
): boolean {
  const { since, strength, values, known, distance, spread } = shift;
  const { signal } = shift.meaning;
  const isShare = SHARES.has(signal);
  if ((!isShare && signal !== "latency") || values >= REQUESTS_MIN) return true;
  // Few requests would have shown in the past of a share.
  const isStrange = values >= VALUES_MIN && known >= PRIOR_COUNT && distance >= SURE_STRENGTH * SPREADS * spread;
  if (isShare && isStrange) return true;
  // A probe is no request.
  if (signal === "availability" && values > 1 && strength >= SURE_STRENGTH) return true;
  const lasts = at - since + Math.min(intervalMs, UNKNOWN_MS);
  const requests = requestsAMinute(series);
  if (requests === undefined)
    return isShare || quantile < HIGH_QUANTILE || strength >= SURE_STRENGTH || lasts >= UNKNOWN_MS;
  const share = isShare ? badnessOfShift(shift) : 1 - quantile;
  return requests * share * (lasts / MINUTE_MS) >= REQUESTS_MIN;
}
