import type { Onset } from "./onset.ts";
import { quantile, sortedPart, spreadOf } from "./robust.ts";
import type { Signal } from "./signal.ts";

/** How a signal behaves after the onset, measured by its own past. */
export interface Deviation {
  readonly signal: Signal;
  /** Medians of a step, before and after; of what is counted, means. */
  readonly before: number;
  readonly after: number;
  /** The distance between both in scales of the past: how wide it scatters by itself. */
  readonly distance: number;
  /** The first step of its own trouble. */
  readonly since: number;
  readonly rises: boolean;
  /** Of what is counted: it never came before, or comes no more. */
  readonly turn: "new" | "gone" | "other";
}

/** From so many scales on a signal counts as troubled. */
export const TROUBLED_FROM = 3;
/** The scale is never finer than this share of the level. */
const SCALE_OF_LEVEL = 0.003;
/** A past of so many equal steps vouches for a scale of the way from it: the longer it was, the finer. */
const STEPS_PER_SCALE = 4;
/** Of whatever past. */
const SCALES_MAX = 2000;
/** What is counted scatters like the root of its level, or more. */
const countScale = (level: number): number => Math.sqrt(level + 0.5);
/** A fall is measured at the lower end of what came after, a rise at the upper one; a few steps may be wild. */
const UPPER = 0.75;
const BEFORE_MIN = 3;
/** Steps after the onset that are looked at: repair and other troubles come later. */
const STEPS_AFTER = 60;

export function deviationsOf(signals: readonly Signal[], onset: Onset): Deviation[] {
  const { step, to } = onset;
  if (step === null) return [];
  const deviations: Deviation[] = [];
  for (const [index, signal] of signals.entries()) {
    const change = onset.changes[index];
    const early = change && change.best < step && (change.gains[change.best] ?? 0) > 2 * (change.gains[step] ?? 0);
    const found = deviationOf(signal, early ? change.best : step, to);
    if (found) deviations.push(found);
  }
  return deviations;
}

function deviationOf(signal: Signal, step: number, to: number): Deviation | null {
  const past = sortedPart(signal.values, 0, step);
  const { count, median, scale } = spreadOf(past);
  const end = Math.min(to, step + STEPS_AFTER);
  const present = sortedPart(signal.values, step, end);
  if (count < BEFORE_MIN || present.length === 0) return null;
  const level = signal.counted ? meanOf(past) : median;
  const high = quantile(present, UPPER);
  const low = quantile(present, 1 - UPPER);
  const rises = high - level > level - low;
  const after = rises ? high : low;
  const way = Math.abs(after - level);
  const unit = Math.max(
    scale,
    SCALE_OF_LEVEL * Math.abs(level),
    way / (scale > 0 ? SCALES_MAX : Math.max(2, count / STEPS_PER_SCALE)),
    signal.counted ? countScale(level) : 0,
  );
  const distance = way === 0 ? 0 : way / unit;
  const told = signal.counted ? meanOf(present) : after;
  const since = beganAt(signal.values, step, end, (value) => (rises ? value - level : level - value) > (2 * way) / 5);
  const turn = !signal.counted ? "other" : level === 0 ? "new" : told === 0 ? "gone" : "other";
  return { signal, before: level, after: told, distance, since, rises, turn };
}

/** Where the row of troubled steps begins, going back over the onset too. */
function beganAt(values: Float64Array, step: number, end: number, troubled: (value: number) => boolean): number {
  let began = step;
  while (began > 0 && troubled(values[began - 1] as number)) began -= 1;
  if (began < step) return began;
  while (began < end && !troubled(values[began] as number)) began += 1;
  return began === end ? step : began;
}

function meanOf(sorted: Float64Array): number {
  return sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
}
