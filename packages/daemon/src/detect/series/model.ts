import { HOUR_MS } from "../../kernel/clock.ts";
import { createKind, type Kind, noteStep } from "./kind.ts";
import { createMemory, LEARNING_COUNT, type Lens, type Memory, meet, sweep } from "./memory.ts";
import { orZero, short } from "./short.ts";
import { createTail, learnNewness, rarity, type Tail } from "./tail.ts";

/**
 * What is usual for one metric series, learned as its values pass.
 *
 * A series is looked at in five views, each with a memory of where it has been: its value, its value with the means of
 * late, how far it is off its level, how far off what this hour of the day usually brings, and how much it moves. How
 * new a value is in all of them becomes a chance: how seldom a healthy series, and this one, is so new. What came once
 * is known from then on, so that noise, daily swings and the spikes that a series is known for score low.
 */
export interface SeriesModel {
  kind: Kind;
  /** Values learned. */
  count: number;
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
  memories: Memory[];
  tail: Tail;
  /** The largest score of late, fading. */
  alarm: number;
}

export interface Judgement {
  /** 1: such a value comes once in a thousand; 2: once in a million. 0 after a larger one of late. */
  readonly score: number;
  readonly value: number;
  readonly usual: number;
  readonly scale: number;
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
  kind: createKind(),
  count: 0,
  whole: true,
  means: MEAN_LENGTHS.map(() => 0),
  day: 0,
  middle: 0,
  spread: 0,
  wobble: 0,
  activity: 0,
  hours: Array.from({ length: HOURS }, () => null),
  memories: VIEW_AXES.map(createMemory),
  tail: createTail(),
  alarm: 0,
});

/**
 * Takes note of the step from the last value to this one; answers what is to be judged: the value, or a counter's
 * growth. Null: nothing. `isNamed`: the series' name says that it counts something.
 */
export function read(model: SeriesModel, value: number, isNamed = false): number | null {
  const { kind } = model;
  const { previous } = kind;
  // What was learned was of another kind.
  if (noteStep(kind, value, isNamed)) Object.assign(model, createModel(), { kind });
  if (!kind.isCounter) return value;
  return previous === null || value < previous ? null : value - previous;
}

const floorOf = (model: SeriesModel): number =>
  Math.max(Math.abs(model.middle) * FLOOR_SHARE, model.whole ? FLOOR_WHOLE : 0, 1e-9);

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

function lensesOf(model: SeriesModel): Lens[] {
  const floor = floorOf(model);
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
function newnessOf(model: SeriesModel, views: readonly (number[] | null)[]): number {
  const lenses = lensesOf(model);
  let sum = 0;
  for (let index = 0; index < VIEWS; index++) {
    const point = views[index] ?? null;
    if (point !== null) sum += meet(model.memories[index] as Memory, point, lenses[index] as Lens) ** 2;
  }
  return Math.sqrt(sum / VIEWS);
}

function learnSpread(model: SeriesModel, value: number): void {
  const floor = floorOf(model);
  const off = value - model.middle;
  const clip = model.count < UNCLIPPED_COUNT ? Infinity : CLIP_TIMES * Math.max(model.spread, floor);
  const rate = 1 / Math.min(model.count + 1, SPREAD_MEMORY);
  model.middle = short(model.middle + rate * Math.max(-clip, Math.min(clip, off)));
  model.spread = short(model.spread + rate * (Math.min(Math.abs(off), clip) - model.spread));
}

function learnWobble(model: SeriesModel, off: number): void {
  const clip = model.count < UNCLIPPED_COUNT ? Infinity : CLIP_TIMES * Math.max(model.wobble, floorOf(model));
  const rate = 1 / Math.min(model.count + 1, WOBBLE_MEMORY);
  model.wobble = short(model.wobble + rate * (Math.min(off, clip) - model.wobble));
}

function quieten(model: SeriesModel, score: number): number {
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

/** Judges a value by those before it, and learns it. `stepMs`: how long after the last one it came. */
export function judge(model: SeriesModel, given: number, at: number, stepMs: number): Judgement {
  const value = orZero(given);
  if (model.count === 0) begin(model, value);
  if (!Number.isInteger(value)) model.whole = false;
  const scale = Math.max(model.wobble, 2 * floorOf(model));
  const usual = usualOf(model, value, at, scale);
  const offLate = Math.abs(value - (model.means[LATE] as number));
  const newness = newnessOf(model, look(model, value, at, stepMs));
  const isKnown = model.count >= LEARNING_COUNT;
  const score = isKnown ? quieten(model, rarity(model.tail, model.count, newness) / SCORE_POWERS) : 0;
  if (isKnown) learnNewness(model.tail, newness);
  learnSpread(model, value);
  learnWobble(model, offLate);
  if (++model.count % SWEEP_COUNT === 0) model.memories.forEach(sweep);
  if (model.count === COUNT_MAX) model.count /= 2;
  return { score, value, usual, scale };
}
