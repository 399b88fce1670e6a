/**
 * What is usual for one metric series, learned as its values pass, in a dozen numbers.
 *
 * A level that follows slowly, the usual distance from it (long memory, outliers clipped) and the largest
 * distance of late (fading over days). A value is judged before it is learned. A deviation counts when the
 * mean of the last values lies far outside both the usual distance and the largest one: so noise, a daily
 * swing and spikes that the series is known for score low, and a lone wild value scores a part of what a
 * lasting one does.
 */
export interface SeriesModel {
  /** Values learned. */
  count: number;
  level: number;
  scale: number;
  peak: number;
  /** The residuals before the present one, newest first. */
  before: number[];
  /** The last value as it came; null: none came. */
  previous: number | null;
  /** Steps from one value to the next: all, up, down. */
  steps: number;
  rises: number;
  falls: number;
  /** It only ever grows, so that its growth is judged. */
  isCounter: boolean;
  /** All values so far are whole numbers: then one up or down is no news. */
  whole: boolean;
}

/** Values that a series must have shown before it is judged. */
const LEARNING_COUNT = 120;
/** A deviation this many times the usual one is unusual: score 1. */
const UNUSUAL_TIMES = 8;
/** Deviations up to this many times the largest one of late are known. */
const KNOWN_PEAK_TIMES = 1.5;
const LEVEL_RATE = 0.05;
const SCALE_MEMORY = 1000;
const CLIP_TIMES = 4;
const PEAK_FADE = 0.9998;
/** A wobble of so much of the level is never news. */
const FLOOR_SHARE = 0.02;
const SMOOTHED = 3;
/** Values before outliers are clipped. */
const UNCLIPPED_COUNT = 30;

export const createModel = (): SeriesModel => ({
  count: 0,
  level: 0,
  scale: 0,
  peak: 0,
  before: [],
  previous: null,
  steps: 0,
  rises: 0,
  falls: 0,
  isCounter: false,
  whole: true,
});

/** Six digits are enough to judge by, and keep the stored state short. */
export const round = (value: number): number => Number(value.toPrecision(6));

export interface Judgement {
  /** 1 and more: unusual. */
  readonly score: number;
  readonly value: number;
  readonly usual: number;
  readonly scale: number;
}

const distanceFloor = (model: SeriesModel): number =>
  Math.max(Math.abs(model.level) * FLOOR_SHARE, model.whole ? 1 : 0, 1e-9);

/** A series that rose in half of its steps and fell in hardly any counts something. Decided when enough steps are known. */
const KIND_STEPS = 30;
const COUNTER_RISES = 0.5;
const COUNTER_FALLS = 0.02;

/** Takes note of the step from the last value to this one; answers what is to be judged: the value, or a counter's growth. Null: nothing. */
export function read(model: SeriesModel, value: number): number | null {
  const { previous } = model;
  model.previous = value;
  if (previous === null) return value;
  model.steps++;
  if (value > previous) model.rises++;
  else if (value < previous) model.falls++;
  const isCounter =
    model.steps >= KIND_STEPS &&
    model.rises >= model.steps * COUNTER_RISES &&
    model.falls <= model.steps * COUNTER_FALLS;
  if (isCounter !== model.isCounter) {
    const { steps, rises, falls } = model;
    // What was learned was of another kind.
    Object.assign(model, createModel(), { previous: value, steps, rises, falls, isCounter });
  }
  if (!isCounter) return value;
  return value < previous ? null : round(value - previous);
}

/** How far the value lies from what is usual, before it is learned. */
export function judge(model: SeriesModel, value: number): Judgement {
  const residual = value - model.level;
  const scale = Math.max(model.scale, distanceFloor(model));
  let sum = residual;
  for (const earlier of model.before) sum += earlier;
  const mean = sum / (model.before.length + 1);
  const lone = residual / SMOOTHED;
  const shift = Math.max(Math.abs(mean), Math.abs(lone));
  const score = shift / Math.max((UNUSUAL_TIMES * scale) / SMOOTHED, KNOWN_PEAK_TIMES * model.peak);
  return { score: model.count < LEARNING_COUNT ? 0 : score, value, usual: model.level, scale };
}

export function learn(model: SeriesModel, value: number): void {
  if (model.count === 0) model.level = value;
  if (!Number.isInteger(value)) model.whole = false;
  const residual = value - model.level;
  model.count++;
  const memory = Math.min(model.count, SCALE_MEMORY);
  const clip = model.count < UNCLIPPED_COUNT ? Infinity : CLIP_TIMES * Math.max(model.scale, distanceFloor(model));
  model.scale = round(model.scale + (Math.min(Math.abs(residual), clip) - model.scale) / memory);
  let sum = residual;
  for (const earlier of model.before) sum += earlier;
  model.peak = round(Math.max(Math.abs(sum / SMOOTHED), model.peak * PEAK_FADE));
  model.before = [round(residual), ...model.before].slice(0, SMOOTHED - 1);
  model.level = round(model.level + LEVEL_RATE * residual);
}
