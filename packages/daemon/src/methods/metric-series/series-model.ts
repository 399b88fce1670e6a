// The method: docs/methods/series-model.md
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { createExtremeValueTail, type ExtremeValueTail, learnExcess, rarity } from "./extreme-value-tail.ts";
import { createFlatline, type Flatline, isStuck, learnFlatline } from "./flatline.ts";
import {
  createPrototypeMemory,
  forgetIdlePrototypes,
  LEARNING_COUNT,
  type Lens,
  learnPoint,
  type PrototypeMemory,
} from "./prototype-memory.ts";
import { orZero, round, short } from "./rounding.ts";
import { createSeriesKind, noteStep, type SeriesKind } from "./series-kind.ts";
import { createTrendState, type Trend, type TrendState, updateTrend } from "./trend.ts";

/**
 * What is usual for one metric series, learned as its values pass.
 *
 * A series is looked at in five views, each with a memory of where it has been: its value, its value with the means of
 * late, how far it is off its level, how far off what this hour of the day usually brings, and how much it moves. How
 * new a value is in all of them becomes a chance: how seldom a healthy series, and this one, is so new. What came once
 * is known from then on, so that noise, daily swings and the spikes that a series is known for score low.
 */
export interface SeriesModel {
  kind: SeriesKind;
  /** Of the last value that came. */
  minute: number;
  /** Values learned, and the minutes that they stand for. */
  count: number;
  known: number;
  /** All values so far are whole numbers: then one up or down is no news. */
  whole: boolean;
  /** Means of the last values, over {@link MEAN_LENGTHS} of them. */
  means: number[];
  /** The middle of all values and the usual distance from it, outliers clipped. */
  middle: number;
  spread: number;
  /** The usual distance from the mean of late: what a value wobbles by. */
  wobble: number;
  /** How far the last values were from the mean of late. */
  activity: number;
  /** The mean of the last days. */
  day: number;
  /** By how much an hour of the day, by the clock of the events, is usually off that; null: not seen yet. */
  hours: (number | null)[];
  /** One for each view. */
  memories: PrototypeMemory[];
  tail: ExtremeValueTail;
  /** The largest score of late, fading. */
  alarm: number;
  flatline: Flatline;
  trend: TrendState;
}

/** What is judged: a gauge's value, or a counter's growth a minute. */
export interface Reading {
  readonly value: number;
  readonly minute: number;
  /** Minutes since the value before it; 1 for the first. */
  readonly step: number;
  /** What one more is, where it counts whole things: of a counter, spread over the minutes that passed. */
  readonly unit: number;
}

export interface Judgement {
  /** 1: such a value comes once in a thousand; 2: once in a million. 0 after a larger one of late. */
  readonly score: number;
  readonly value: number;
  readonly usual: number;
  readonly scale: number;
  /** Minutes since the value before it. */
  readonly step: number;
  /** It says the same for far longer than it ever did. */
  readonly isStuck: boolean;
  /** It crept to where it never was, and this value ends the block of hours that shows it. */
  readonly trend: Trend | null;
}

/** Powers of ten for each point of the score. */
const SCORE_POWERS = 3;
export const MEAN_LENGTHS = [3, 10, 30, 100] as const;
/** Of these lengths: what activity is measured from, what wobble is measured from, the level. */
const [SHORT, LATE, , LEVEL] = [0, 1, 2, 3] as const;
const ACTIVITY_LENGTH = 30;
export const HOURS = 24;
/** An hour of the day learns half anew each day. */
const HOUR_KEPT = 0.5;
/** Of the mean of days past so much counts after one more. */
const DAY_KEPT = 0.25;
/** Values further apart count as so far apart: what lay between is unknown. */
const STEP_MS_MAX = HOUR_MS;
/** The most that one value stands for: of what comes once an hour, or in bursts with hours between, many must be known. */
const VALUE_MINUTES_MAX = 5;
/** Minutes known count no further. */
const KNOWN_MAX = 10_000_000;
/** What must be known before a line may go flat, and before something may creep: a day, and a working week. */
const STILL_MINUTES_MIN = DAY_MS / MINUTE_MS;
const DRIFT_MINUTES_MIN = (5 * DAY_MS) / MINUTE_MS;
const SPREAD_MEMORY = 2000;
const WOBBLE_MEMORY = 1000;
const UNCLIPPED_COUNT = 30;
const CLIP_TIMES = 4;
/** A wobble of so much of the level, or of half a whole number, is never news. */
const FLOOR_SHARE = 0.02;
const FLOOR_WHOLE = 0.5;
/** Beyond so many times the spread distances count ever less, so that one wild value doesn't hide what is unusual. */
const BEND_TIMES = 16;
/** A larger score makes smaller ones quiet for some hundred values: one trouble is told once. */
const ALARM_FADE = Math.exp(-1 / 100);
/** Values between two sweeps of the memories; after five of them without a value near it, a place is forgotten. */
const SWEEP_COUNT = 5000;
/** Values beyond these count no further; a multiple of twice as many as between two sweeps. */
const COUNT_MAX = 200 * SWEEP_COUNT;
const NEAR = 0.1;
/** The value alone is looked at most closely, the window as a whole in all of its four values. */
const NEAR_VALUE = 0.05;
const NEAR_WINDOW = 0.2;

/** The values that a point has in each view. */
export const VIEW_AXES = [1, 4, 1, 1, 1] as const;
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
  trend: createTrendState(),
});

/**
 * Takes note of the step from the last value to this one; answers what is to be judged. Null: nothing, since the
 * counter is new or began anew. `isNamed`: the series' name says that it counts something.
 */
export function read(model: SeriesModel, value: number, minute: number, isNamed = false): Reading | null {
  const { kind } = model;
  const { previous } = kind;
  const step = previous === null ? 1 : Math.max(1, minute - model.minute);
  const wasStuck = previous !== null && isFlat(model, previous);
  // What was learned was of another kind.
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
 * A value between those that are known rests nowhere: what is nothing, full, or all that it ever was, may stay so. Of
 * what was before it a day must be known.
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

/** Follows the value, and answers where it stands in each view; null: nothing to compare with is known yet. */
function look(model: SeriesModel, value: number, at: number, stepMs: number): (number[] | null)[] {
  const { means, hours } = model;
  const offLevel = value - (means[LEVEL] as number);
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
  return [[value], [value, ...means.slice(0, LEVEL)], [offLevel], isDayKnown ? [offHour] : null, [model.activity]];
}

function lensesOf(model: SeriesModel, floor: number): Lens[] {
  const { middle } = model;
  const bendFrom = BEND_TIMES * Math.max(model.spread, floor);
  const lens = { near: NEAR, rangeMin: 2 * floor };
  return [
    { near: NEAR_VALUE, rangeMin: 2 / BEND_TIMES, bend: (value) => Math.asinh((value - middle) / bendFrom) },
    { ...lens, near: NEAR_WINDOW },
    lens,
    lens,
    lens,
  ];
}

/** How new the value is in all views together: the root of the mean square, so that one view is enough to see it. */
function newnessOf(model: SeriesModel, views: readonly (number[] | null)[], floor: number): number {
  const lenses = lensesOf(model, floor);
  let sum = 0;
  for (let index = 0; index < VIEWS; index++) {
    const point = views[index] ?? null;
    if (point !== null) sum += learnPoint(model.memories[index] as PrototypeMemory, point, lenses[index] as Lens) ** 2;
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

/** Its level; where it is there still, though it shouldn't be, what the hour usually brings. */
function usualOf(model: SeriesModel, value: number, at: number, scale: number): number {
  const level = model.means[LEVEL] as number;
  return Math.abs(value - level) < FAR_TIMES * scale
    ? model.day + (model.hours[hourOf(at)] ?? level - model.day)
    : level;
}

/** A value is far from its usual when it is off by so many times what the series wobbles by. */
export const FAR_TIMES = 4;

/** The mean of its last hundred values or so. */
export const levelOf = (model: SeriesModel): number => model.means[LEVEL] as number;

/** Judges a value by those before it, and learns it. */
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
  const climb = updateTrend(model.trend, value, minute, 2 * floor);
  model.known = Math.min(model.known + Math.min(step, VALUE_MINUTES_MAX), KNOWN_MAX);
  if (++model.count % SWEEP_COUNT === 0) model.memories.forEach(forgetIdlePrototypes);
  if (model.count === COUNT_MAX) model.count /= 2;
  return {
    score,
    value,
    usual,
    scale,
    step,
    isStuck: isFlat(model, value),
    trend: model.known >= DRIFT_MINUTES_MIN ? climb : null,
  };
}
