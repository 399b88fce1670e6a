// The method: docs/methods/series-model.md
import { short } from "./rounding.ts";

/**
 * Where a series has been, in one view of it (its value, its last minutes, how far it is off its level): at most
 * {@link PROTOTYPES_MAX} places, each the mean of what came near it. A value far from all of them is new, and becomes a
 * place itself, so that the same again is known. The principle is adaptive resonance (Carpenter and Grossberg 1987):
 * keep what was, and be surprised by what nothing kept resembles.
 */
export interface PrototypeMemory {
  /** Coordinates of a point in this view. */
  readonly axes: number;
  /** The least and the greatest coordinate, on the grid. */
  low: number;
  high: number;
  /** A power of two. Places lie on its multiples, so that they are stored exactly in two characters each; 0: none yet. */
  grid: number;
  /** How far a value usually is from the nearest place, as a share of the range. */
  usual: number;
  /** Points met, as far as they count. */
  met: number;
  /** The coordinates of all places, the least recently seen first: in one row, since every value is compared with all. */
  prototypes: number[];
  /** For each place, the values that came near it, as far as they count for the mean. */
  seen: number[];
  /** For each place, the sweeps since one came. */
  idle: number[];
}

export const PROTOTYPES_MAX = 32;
/** A place's mean weighs what comes as if so many had come before, at most. */
const SEEN_MAX = 50;
/** Steps of the grid between the least and the greatest coordinate. */
const GRID_STEPS_MAX = 4000;
/** A place that no value came near in so many sweeps is forgotten. */
const IDLE_SWEEPS_MAX = 4;

const USUAL_MEMORY = 500;
/** A value that is entirely new says little about how far values usually are. */
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

/** Takes the range up to where it now reaches; what is on a finer grid moves onto the coarser one. */
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

export interface Lens {
  /** Below this share of the range two values are alike. */
  readonly near: number;
  /** The range counts as at least so much: a wobble of a series that hardly moves is no news. */
  readonly rangeMin: number;
  /** How distances are measured, in a view of one axis, keeping the order; left out: as they are. */
  readonly bend?: (value: number) => number;
}

/** The place nearest to a point as it is; -1: there is none. */
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

/** The nearest place of a view of one axis that is bent: one of its two neighbours, since bending keeps the order. */
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
  bend: Lens["bend"],
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

/** Takes a place out of the row; what stands behind it moves up. */
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

/** Moves the place a little towards the point, and to the end of the row. */
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

/** Points that a memory must have met before it calls one new. */
export const LEARNING_COUNT = 120;

/**
 * How new a point is before it is kept: its distance from the nearest place as a share of the range, in terms of what
 * is near and usual; about 1 where it begins to be new, 0 while hardly any are known.
 */
export function learnPoint(memory: PrototypeMemory, point: readonly number[], { near, rangeMin, bend }: Lens): number {
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

/** Forgets what long nothing came near, so that one wild value doesn't stretch the range for ever. */
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
