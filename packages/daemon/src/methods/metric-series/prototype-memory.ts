// The method: docs/methods/series-model.md
import { short } from "./rounding.ts";

/**
 * Prototypes of one view of a series: at most {@link PROTOTYPES_MAX} points, each the mean of nearby values. A value
 * far from all of them is new and becomes a prototype. The principle is adaptive resonance (Carpenter and Grossberg
 * 1987).
 */
export interface PrototypeMemory {
  readonly axes: number;
  /** The range of the coordinates, on the grid. */
  low: number;
  high: number;
  /** A power of two, so that coordinates are stored exactly in two characters; 0 before the first value. */
  grid: number;
  /** The usual distance to the nearest prototype, as a share of the range. */
  usual: number;
  met: number;
  /** The coordinates of all prototypes in one list, the least recently seen first. */
  prototypes: number[];
  /** The values near each prototype, up to the weight of its mean; and the sweeps since the last one. */
  seen: number[];
  idle: number[];
}

export const PROTOTYPES_MAX = 36;
/** The largest weight of a prototype's mean, in values. */
const SEEN_MAX = 50;
/** The most grid steps within the range. */
const GRID_STEPS_MAX = 4000;
/** A prototype without nearby values in this many sweeps is removed. */
const IDLE_SWEEPS_MAX = 4;

const USUAL_MEMORY = 250;
/** The cap of a distance, since an entirely new value says little about usual distances. */
const DISTANCE_COUNTED_MAX = 0.5;

export const createPrototypeMemory = (axes: number): PrototypeMemory => ({
  axes,
  low: 0,
  high: 0,
  grid: 0,
  usual: 0,
  met: 0,
  prototypes: [],
  seen: [],
  idle: [],
});

const gridFor = (range: number): number => (range > 0 ? 2 ** Math.ceil(Math.log2(range / GRID_STEPS_MAX)) : 0);

const onGrid = (grid: number, value: number): number => (grid > 0 ? Math.round(value / grid) * grid : value);

/** Extends the range, and moves coordinates to a coarser grid if needed. */
function widen(memory: PrototypeMemory, point: readonly number[]): void {
  const isEmpty = memory.prototypes.length === 0;
  let low = isEmpty ? Infinity : memory.low;
  let high = isEmpty ? -Infinity : memory.high;
  for (const value of point) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (!isEmpty && low === memory.low && high === memory.high) return;
  const grid = Math.max(gridFor(high - low), memory.grid);
  memory.low = grid > 0 ? Math.floor(low / grid) * grid : low;
  memory.high = grid > 0 ? Math.ceil(high / grid) * grid : high;
  if (grid === memory.grid) return;
  memory.grid = grid;
  const { prototypes: places } = memory;
  for (let index = 0; index < places.length; index++) places[index] = onGrid(grid, places[index] as number);
}

export interface DistanceOptions {
  /** Values closer than this share of the range are equal. */
  readonly near: number;
  /** The least range, so that noise of an almost constant series is not new. */
  readonly rangeMin: number;
  /** A monotonic transformation of the coordinate in a view with one axis. */
  readonly bend?: (value: number) => number;
}

/** The nearest prototype; -1 without any. */
function nearestTo({ prototypes: places, axes }: PrototypeMemory, point: readonly number[]): number {
  let place = -1;
  let least = Infinity;
  for (let from = 0; from < places.length; from += axes) {
    let sum = 0;
    for (let axis = 0; axis < axes && sum < least; axis++) {
      const away = (point[axis] as number) - (places[from + axis] as number);
      sum += away * away;
    }
    if (sum >= least) continue;
    least = sum;
    place = from / axes;
  }
  return place;
}

/** The nearest prototype after the transformation, which is one of the two neighbours. */
function nearestBent({ prototypes: places }: PrototypeMemory, value: number, bend: (value: number) => number): number {
  let below = -1;
  let above = -1;
  for (let place = 0; place < places.length; place++) {
    const coordinate = places[place] as number;
    if (coordinate <= value) {
      if (below < 0 || coordinate > (places[below] as number)) below = place;
    } else if (above < 0 || coordinate < (places[above] as number)) above = place;
  }
  if (below < 0 || above < 0) return Math.max(below, above);
  const bent = bend(value);
  return bent - bend(places[below] as number) <= bend(places[above] as number) - bent ? below : above;
}

function distanceOf(
  { prototypes: places, axes }: PrototypeMemory,
  place: number,
  point: readonly number[],
  bend: DistanceOptions["bend"],
): number {
  let sum = 0;
  for (let axis = 0; axis < axes; axis++) {
    const coordinate = places[place * axes + axis] as number;
    const value = point[axis] as number;
    const away = bend === undefined ? value - coordinate : bend(value) - bend(coordinate);
    sum += away * away;
  }
  return Math.sqrt(sum);
}

function takeOut(memory: PrototypeMemory, place: number): void {
  const { prototypes: places, seen, idle, axes } = memory;
  const last = seen.length - 1;
  for (let index = place * axes; index < last * axes; index++) places[index] = places[index + axes] as number;
  for (let index = place; index < last; index++) {
    seen[index] = seen[index + 1] as number;
    idle[index] = idle[index + 1] as number;
  }
  places.length = last * axes;
  seen.length = last;
  idle.length = last;
}

function keepNew(memory: PrototypeMemory, point: readonly number[]): void {
  if (memory.seen.length >= PROTOTYPES_MAX) takeOut(memory, 0);
  for (const value of point) memory.prototypes.push(onGrid(memory.grid, value));
  memory.seen.push(1);
  memory.idle.push(0);
}

function keepNear(memory: PrototypeMemory, point: readonly number[], place: number): void {
  const { prototypes: places, axes, grid } = memory;
  const seen = Math.min((memory.seen[place] as number) + 1, SEEN_MAX);
  const moved = point.map((value, axis) => {
    const coordinate = places[place * axes + axis] as number;
    return onGrid(grid, coordinate + (value - coordinate) / seen);
  });
  takeOut(memory, place);
  for (const coordinate of moved) places.push(coordinate);
  memory.seen.push(seen);
  memory.idle.push(0);
}

/** The values to learn before any is new. */
export const LEARNING_COUNT = 120;

/**
 * The newness of a point before it is learned: its distance to the nearest prototype relative to what is near and
 * usual. About 1 is new; 0 during learning.
 */
export function learnPoint(
  memory: PrototypeMemory,
  point: readonly number[],
  { near, rangeMin, bend }: DistanceOptions,
): number {
  widen(memory, point);
  const range = bend === undefined ? memory.high - memory.low : bend(memory.high) - bend(memory.low);
  const place = bend === undefined ? nearestTo(memory, point) : nearestBent(memory, point[0] as number, bend);
  const share = place < 0 ? 1 : distanceOf(memory, place, point, bend) / Math.max(range, rangeMin);
  const newness = memory.met < LEARNING_COUNT ? 0 : share / (near + memory.usual);
  const pull = Math.min(share, DISTANCE_COUNTED_MAX) - memory.usual;
  if (memory.met < USUAL_MEMORY) memory.met++;
  memory.usual = short(memory.usual + pull / memory.met);
  if (share > near) keepNew(memory, point);
  else keepNear(memory, point, place);
  return newness;
}

/** Removes idle prototypes, so that an outlier doesn't extend the range for ever. */
export function forgetIdlePrototypes(memory: PrototypeMemory): void {
  const { idle } = memory;
  const before = idle.length;
  for (let place = before - 1; place >= 0; place--) {
    const sweeps = (idle[place] as number) + 1;
    idle[place] = Math.min(sweeps, IDLE_SWEEPS_MAX);
    if (sweeps > IDLE_SWEEPS_MAX && idle.length > 1) takeOut(memory, place);
  }
  if (idle.length === before) return;
  memory.low = Math.min(...memory.prototypes);
  memory.high = Math.max(...memory.prototypes);
  memory.grid = gridFor(memory.high - memory.low);
}
