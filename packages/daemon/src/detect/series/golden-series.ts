import type { ErrorRate } from "../../methods/error-rates/error-rate-cusum.ts";
import { createLevelShift, type LevelShift, type Shift } from "../../methods/golden-signals/level-shift.ts";
import type { GoldenSignal, MetricMeaning } from "../../methods/golden-signals/metric-meaning.ts";

export type SumAndCount = readonly [sum: number, count: number];

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
  /** The last sum of the times of requests with their number; null before the first. */
  pair: SumAndCount | null;
  /** The share of failing requests, of a metric of errors beside one of requests. */
  rate: ErrorRate | null;
  /** The requests whose mean times make the present run. */
  behind: number;
}

/** The size below which a value of a signal matters to nobody: added to it, so that ratios of tiny values are small. */
export const OFFSET: Readonly<Record<GoldenSignal, number>> = {
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
  replicas: 0,
};
/** A quarter of a CPU or a pool is free to use. */
const PERCENT_OFFSET = 25;
const UNKNOWN_UNIT_OFFSET = 1e-6;

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
  pair: null,
  rate: null,
  behind: 0,
});

/** The series of rare things, read in another way. Its past is that there were hardly any. */
export function restingSeries(
  { signal, raw, rawAt, shift }: GoldenSeries,
  meaning: MetricMeaning,
  isCounter: boolean,
): GoldenSeries {
  const [usual, { firstAt, lastAt, count }] = [Math.log(offsetOf(meaning)), shift];
  const resting = { ...createLevelShift(), firstAt, lastAt, count, level: usual, high: usual, recent: usual };
  return { ...createGoldenSeries(signal, isCounter), raw, rawAt, stepAt: rawAt, shift: resting };
}

/** True if a shift is open. */
export const isShifted = (golden: GoldenSeries | null): boolean =>
  (golden?.shift.run?.openAt ?? 0) > 0 || golden?.rate?.suspect?.isOpen === true;

const SHARES: ReadonlySet<GoldenSignal> = new Set(["availability", "hits", "error share"]);

export const isShareSignal = (signal: GoldenSignal): boolean => SHARES.has(signal);

/** An amount that is left counts by its reciprocal, which grows as less is left. */
export const isReciprocal = ({ isLeft, isPercent }: MetricMeaning): boolean => isLeft === true && isPercent !== true;

export function offsetOf(meaning: MetricMeaning): number {
  if (isReciprocal(meaning)) return 0;
  if (meaning.signal === "saturation" && meaning.isPercent) return PERCENT_OFFSET;
  return meaning.signal === "latency" && meaning.isGuessed ? UNKNOWN_UNIT_OFFSET : OFFSET[meaning.signal];
}

/** The factor of a value; of a share whose unit is unknown, values above 1 are percent. */
export const scaleOf = ({ signal, factor, isGuessed }: MetricMeaning, like: number): number =>
  isGuessed && signal !== "latency" && like > 1 ? factor / 100 : factor;

/** A value that grows as its signal gets worse; traffic as it is. */
export function badnessOf(meaning: MetricMeaning, value: number): number {
  const { signal, factor } = meaning;
  if (meaning.isLeft) return isReciprocal(meaning) ? 1 / (1 + Math.max(0, value)) : Math.max(0, 100 - value * factor);
  const read = value * scaleOf(meaning, value);
  if (!SHARES.has(signal)) return Math.max(0, read);
  return Math.min(1, Math.max(0, signal === "error share" ? read : 1 - read));
}

export interface GoldenPoint {
  readonly id: string;
  readonly at: number;
  readonly value: number;
  /** The longest usual time between two values. */
  readonly gapMs: number;
  /** The series that counts the requests whose times the value adds up. */
  readonly counting: GoldenSeries | null;
  /** The present requests a minute of the service; undefined if no metric says so. */
  readonly requests: () => number | undefined;
}

export interface GoldenShift extends Shift {
  readonly meaning: MetricMeaning;
  /** The value and the usual one in the metric's own unit, or how many there are a minute. */
  readonly value: number;
  readonly usualValue: number;
  readonly isAMinute: boolean;
  /** Which share of the requests these errors are; undefined if their number isn't known. */
  readonly share: number | undefined;
  /** The requests of a mean time. */
  readonly behind: number;
}

export type GoldenSeriesMap = ReadonlyMap<string, { readonly golden: GoldenSeries | null }>;

/** The mean badness of a shift; of a share, the share that fails. */
export const badnessOfShift = ({
  meaning,
  usual,
  distance,
}: Pick<GoldenShift, "meaning" | "usual" | "distance">): number => Math.exp(usual + distance) - offsetOf(meaning);
