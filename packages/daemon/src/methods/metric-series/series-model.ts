// The method: docs/methods/series-model.md
import { DAY_MINUTES, HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { createExtremeValueTail, type ExtremeValueTail, learnExcess, rarity } from "./extreme-value-tail.ts";
import { createFlatline, type Flatline, isStuck, learnFlatline } from "./flatline.ts";
import {
  createPrototypeMemory,
  type DistanceOptions,
  forgetIdlePrototypes,
  LEARNING_COUNT,
  learnPoint,
  type PrototypeMemory,
} from "./prototype-memory.ts";
import { orZero, round, short } from "./rounding.ts";
import { createSeriesKind, noteStep, type SeriesKind } from "./series-kind.ts";

/**
 * The learned behaviour of one metric series. Each of four views remembers where the series was. Two views are its
 * value, alone and with recent means. One is its distance from the usual value of the hour, one its variability. Novelty in all views gives a probability: how rarely a healthy series, and this one, is so new. A
 * value that occurred once is known, so noise, daily cycles and usual spikes score low.
 */
export interface SeriesModel {
  kind: SeriesKind;
  minute: number;
  /** The learned values, and the minutes that they stand for. */
  count: number;
  known: number;
  /** All values are whole numbers, so that a difference of one is no news. */
  whole: boolean;
  /** Moving means over {@link MEAN_LENGTHS} values. */
  means: number[];
  /** The centre of all values and the mean distance from it, with outliers clipped. */
  middle: number;
  spread: number;
  /** The mean distance from the recent mean: the noise. */
  wobble: number;
  /** The recent distance from the short mean. */
  activity: number;
  /** The mean of the last days. */
  day: number;
  /** The usual difference of each hour (UTC) to that mean; null if unknown. */
  hours: (number | null)[];
  memories: PrototypeMemory[];
  tail: ExtremeValueTail;
  /** The largest recent score, decaying. */
  alarm: number;
  flatline: Flatline;
}

/** A gauge's value, or a counter's growth a minute. */
export interface Reading {
  readonly value: number;
  readonly minute: number;
  /** Minutes since the previous value; 1 for the first. */
  readonly step: number;
  /** One unit of a whole number; for a counter, divided by the minutes. */
  readonly unit: number;
}

export interface Judgement {
  /** 1 is the score of one value in a thousand, 2 of one in a million. 0 after a larger recent score. */
  readonly score: number;
  readonly value: number;
  readonly usual: number;
  readonly scale: number;
  readonly step: number;
  readonly isStuck: boolean;
}

/** A score of one is three powers of ten. */
export const SCORE_POWERS = 3;
export const MEAN_LENGTHS = [3, 10, 30, 100] as const;
/** Indexes of the means for activity, for noise and for the level. */
const [SHORT, LATE, , LEVEL] = [0, 1, 2, 3] as const;
const ACTIVITY_LENGTH = 30;
export const HOURS = 24;
/** The weight of an hour's history after a day. */
const HOUR_KEPT = 0.5;
/** The weight of the daily mean's history after a day. */
const DAY_KEPT = 0.25;
/** Larger gaps count as this one. */
const STEP_MS_MAX = HOUR_MS;
/** The most minutes that one value stands for, so that rare values need more time. */
const VALUE_MINUTES_MAX = 5;
const KNOWN_MAX = 10_000_000;
/** A flatline needs a day of history. */
const STILL_MINUTES_MIN = DAY_MINUTES;
const SPREAD_MEMORY = 2000;
const WOBBLE_MEMORY = 1000;
const UNCLIPPED_COUNT = 30;
const CLIP_TIMES = 4;
/** Noise within this share of the level, or half a unit, is never new. */
const FLOOR_SHARE = 0.02;
const FLOOR_WHOLE = 0.5;
/**
 * From this multiple of the spread on, distances are compressed, so that an outlier doesn't hide smaller deviations.
 */
const BEND_TIMES = 16;
/** The decay of a score, which suppresses smaller ones for some hundred values. */
const ALARM_FADE = Math.exp(-1 / 200);
/** Values between two sweeps of the prototypes. */
const SWEEP_COUNT = 5000;
/** A multiple of twice the sweep interval. */
const COUNT_MAX = 200 * SWEEP_COUNT;
const NEAR = 0.1;
/** The value alone is compared more closely, the window of four values less. */
const NEAR_VALUE = 0.05;
const NEAR_WINDOW = 0.2;

export const VIEW_AXES = [1, 4, 1, 1] as const;
const VIEWS = VIEW_AXES.length;

export const createModel = (): SeriesModel => ({
  kind: createSeriesKind(),
  minute: 0,
  count: 0,
  known: 0,
  whole: true,
  means: MEAN_LENGTHS.map(() => 0),
  day: 0,
  middle: 0,
  spread: 0,
  wobble: 0,
  activity: 0,
  hours: Array.from({ length: HOURS }, () => null),
  memories: VIEW_AXES.map(createPrototypeMemory),
  tail: createExtremeValueTail(),
  alarm: 0,
  flatline: createFlatline(),
});

/**
 * Records a step. Returns the reading to judge, or null for a new or reset counter. `isNamed` means that the name is a
 * counter's.
 */
export function read(model: SeriesModel, value: number, minute: number, isNamed = false): Reading | null {
  const { kind } = model;
  const { previous } = kind;
  const step = previous === null ? 1 : Math.max(1, minute - model.minute);
  const wasStuck = previous !== null && isFlat(model, previous);
  // The kind changed, so learning starts again.
  if (noteStep(kind, value, isNamed)) Object.assign(model, createModel(), { kind });
  model.minute = Math.max(0, minute);
  if (!kind.isCounter) {
    if (previous !== null)
      learnFlatline(model.flatline, { isSame: value === previous, minutes: step, nth: kind.steps, wasStuck });
    return { value: round(value), minute, step, unit: 1 };
  }
  if (previous === null || value < previous) return null;
  return { value: round((value - previous) / step), minute, step, unit: 1 / step };
}

/**
 * Only a value strictly within the known range can be flat, since a limit may be constant. A day of history is needed.
 */
function isFlat({ kind, known, flatline, memories }: SeriesModel, value: number): boolean {
  if (kind.isCounter || value === 0 || !isStuck(flatline)) return false;
  const { low, high, grid } = memories[0] as PrototypeMemory;
  const before = known - Math.min(flatline.minutes, flatline.values * VALUE_MINUTES_MAX);
  return before >= STILL_MINUTES_MIN && value - low > grid && high - value > grid;
}

const floorOf = (model: SeriesModel, unit: number): number =>
  Math.max(Math.abs(model.middle) * FLOOR_SHARE, model.whole ? FLOOR_WHOLE * unit : 0, 1e-9);

function begin(model: SeriesModel, value: number): void {
  model.middle = short(value);
  model.means.fill(model.middle);
  model.day = model.middle;
}

const hourOf = (at: number): number => Math.floor((((at / HOUR_MS) % HOURS) + HOURS) % HOURS);

/** Learns the value, and returns its coordinates in each view; null for a view without history. */
function look(model: SeriesModel, value: number, at: number, stepMs: number): (number[] | null)[] {
  const { means, hours } = model;
  const offLate = Math.abs(value - (means[SHORT] as number));
  const isDayKnown = !hours.includes(null);
  const hour = hourOf(at);
  const hoursPassed = Math.min(stepMs, STEP_MS_MAX) / HOUR_MS;
  const usual = hours[hour] ?? (means[LATE] as number) - model.day;
  const offHour = value - model.day - usual;
  hours[hour] = short(usual + (1 - HOUR_KEPT ** hoursPassed) * offHour);
  model.day = short(model.day + (1 - DAY_KEPT ** (hoursPassed / HOURS)) * (value - model.day));
  for (let index = 0; index < means.length; index++) {
    const mean = means[index] as number;
    means[index] = short(mean + (value - mean) / (MEAN_LENGTHS[index] as number));
  }
  model.activity = short(model.activity + (offLate - model.activity) / ACTIVITY_LENGTH);
  return [[value], [value, ...means.slice(0, LEVEL)], isDayKnown ? [offHour] : null, [model.activity]];
}

function lensesOf(model: SeriesModel, floor: number): DistanceOptions[] {
  const { middle } = model;
  const bendFrom = BEND_TIMES * Math.max(model.spread, floor);
  const lens = { near: NEAR, rangeMin: 2 * floor };
  return [
    { near: NEAR_VALUE, rangeMin: 2 / BEND_TIMES, bend: (value) => Math.asinh((value - middle) / bendFrom) },
    { ...lens, near: NEAR_WINDOW },
    lens,
    lens,
  ];
}

/** The root mean square over all views. */
function newnessOf(model: SeriesModel, views: readonly (number[] | null)[], floor: number): number {
  const lenses = lensesOf(model, floor);
  let sum = 0;
  for (let index = 0; index < VIEWS; index++) {
    const point = views[index] ?? null;
    if (point !== null)
      sum += learnPoint(model.memories[index] as PrototypeMemory, point, lenses[index] as DistanceOptions) ** 2;
  }
  return Math.sqrt(sum / VIEWS);
}

function learnSpread(model: SeriesModel, value: number, floor: number): void {
  const off = value - model.middle;
  const clip = model.count < UNCLIPPED_COUNT ? Infinity : CLIP_TIMES * Math.max(model.spread, floor);
  const rate = 1 / Math.min(model.count + 1, SPREAD_MEMORY);
  model.middle = short(model.middle + rate * Math.max(-clip, Math.min(clip, off)));
  model.spread = short(model.spread + rate * (Math.min(Math.abs(off), clip) - model.spread));
}

function learnWobble(model: SeriesModel, off: number, floor: number): void {
  const clip = model.count < UNCLIPPED_COUNT ? Infinity : CLIP_TIMES * Math.max(model.wobble, floor);
  const rate = 1 / Math.min(model.count + 1, WOBBLE_MEMORY);
  model.wobble = short(model.wobble + rate * (Math.min(off, clip) - model.wobble));
}

function suppressAfterLarger(model: SeriesModel, score: number): number {
  const before = model.alarm * ALARM_FADE;
  model.alarm = short(Math.max(before, score));
  return score > before ? score : 0;
}

/** The level, or the hour's usual value where the present one is near the level. */
function usualOf(model: SeriesModel, value: number, at: number, scale: number): number {
  const level = model.means[LEVEL] as number;
  return Math.abs(value - level) < FAR_TIMES * scale
    ? model.day + (model.hours[hourOf(at)] ?? level - model.day)
    : level;
}

/** A value is far from its usual at this multiple of the noise. */
export const FAR_TIMES = 4;

/** Judges a value by those before it, then learns it. */
export function judge(model: SeriesModel, { value: given, minute, step, unit }: Reading): Judgement {
  const value = orZero(given);
  const at = minute * MINUTE_MS;
  if (model.count === 0) begin(model, value);
  if (model.whole && !Number.isInteger(unit === 1 ? value : round(value / unit))) model.whole = false;
  const floor = floorOf(model, unit);
  const scale = Math.max(model.wobble, 2 * floor);
  const usual = usualOf(model, value, at, scale);
  const offLate = Math.abs(value - (model.means[LATE] as number));
  const newness = newnessOf(model, look(model, value, at, step * MINUTE_MS), floor);
  const isKnown = model.count >= LEARNING_COUNT;
  const score = isKnown ? suppressAfterLarger(model, rarity(model.tail, model.count, newness) / SCORE_POWERS) : 0;
  if (isKnown) learnExcess(model.tail, newness);
  learnSpread(model, value, floor);
  learnWobble(model, offLate, floor);
  model.known = Math.min(model.known + Math.min(step, VALUE_MINUTES_MAX), KNOWN_MAX);
  if (++model.count % SWEEP_COUNT === 0) model.memories.forEach(forgetIdlePrototypes);
  if (model.count === COUNT_MAX) model.count /= 2;
  return { score, value, usual, scale, step, isStuck: isFlat(model, value) };
}
