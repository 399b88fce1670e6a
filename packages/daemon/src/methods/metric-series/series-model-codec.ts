// The method: docs/methods/series-model.md
import {
  createReader,
  type Reader,
  readDigits,
  readNumber,
  readShort,
  textOf,
  writeDigits,
  writeNumber,
  writeShort,
} from "./compact-numbers.ts";
import type { Flatline } from "./flatline.ts";
import { createPrototypeMemory, PROTOTYPES_MAX, type PrototypeMemory } from "./prototype-memory.ts";
import { createSeriesKind, type SeriesKind } from "./series-kind.ts";
import { HOURS, MEAN_LENGTHS, type SeriesModel, VIEW_AXES } from "./series-model.ts";

/** Digits of a count, of a small count, and of a coordinate. */
const COUNT_DIGITS = 5;
const MET_DIGITS = 2;
const STEPS_DIGITS = 2;

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);

function writeKnown(value: number | null): void {
  writeDigits(flag(value !== null), 1);
  if (value !== null) writeShort(value);
}

const readKnown = (reader: Reader): number | null => (readDigits(reader, 1) === 1 ? readShort(reader) : null);

function writeKind({ previous, steps, rises, falls, isCounter }: SeriesKind): void {
  writeDigits(flag(previous !== null), 1);
  if (previous !== null) writeNumber(previous);
  for (const count of [steps, rises, falls]) writeDigits(count, COUNT_DIGITS);
  writeDigits(flag(isCounter), 1);
}

function readKind(reader: Reader): SeriesKind {
  const kind = createSeriesKind();
  if (readDigits(reader, 1) === 1) kind.previous = readNumber(reader);
  kind.steps = readDigits(reader, COUNT_DIGITS);
  kind.rises = readDigits(reader, COUNT_DIGITS);
  kind.falls = readDigits(reader, COUNT_DIGITS);
  kind.isCounter = readDigits(reader, 1) === 1;
  return kind;
}

const stepsOf = ({ low, grid }: PrototypeMemory, value: number): number =>
  grid > 0 ? Math.round((value - low) / grid) : 0;

function writeMemory(memory: PrototypeMemory): void {
  const { low, grid, prototypes: places, seen, idle } = memory;
  writeNumber(low);
  writeShort(grid);
  writeShort(memory.usual);
  writeDigits(memory.met, MET_DIGITS);
  writeDigits(stepsOf(memory, memory.high), STEPS_DIGITS);
  writeDigits(seen.length, 1);
  for (let index = 0; index < places.length; index++)
    writeDigits(stepsOf(memory, places[index] as number), STEPS_DIGITS);
  for (let place = 0; place < seen.length; place++) {
    writeDigits(seen[place] as number, 1);
    writeDigits(idle[place] as number, 1);
  }
}

function readMemory(reader: Reader, axes: number): PrototypeMemory {
  const memory = createPrototypeMemory(axes);
  memory.low = readNumber(reader);
  memory.grid = readShort(reader);
  memory.usual = readShort(reader);
  memory.met = readDigits(reader, MET_DIGITS);
  const coordinate = (): number => memory.low + readDigits(reader, STEPS_DIGITS) * memory.grid;
  memory.high = coordinate();
  const count = Math.min(readDigits(reader, 1), PROTOTYPES_MAX);
  for (let index = 0; index < count * axes; index++) memory.prototypes.push(coordinate());
  for (let place = 0; place < count; place++) {
    memory.seen.push(readDigits(reader, 1));
    memory.idle.push(readDigits(reader, 1));
  }
  return memory;
}

function writeStill({ minutes, values, longest, share }: Flatline): void {
  for (const count of [minutes, values, longest]) writeDigits(count, COUNT_DIGITS);
  writeShort(share);
}

const readStill = (reader: Reader): Flatline => ({
  minutes: readDigits(reader, COUNT_DIGITS),
  values: readDigits(reader, COUNT_DIGITS),
  longest: readDigits(reader, COUNT_DIGITS),
  share: readShort(reader),
});

/** A model as text of about a kilobyte. */
export const encodeModel = (model: SeriesModel): string =>
  textOf(() => {
    writeKind(model.kind);
    writeDigits(model.minute, COUNT_DIGITS);
    writeDigits(model.count, COUNT_DIGITS);
    writeDigits(model.known, COUNT_DIGITS);
    writeDigits(flag(model.whole), 1);
    for (const mean of model.means) writeShort(mean);
    for (const own of [model.day, model.middle, model.spread, model.wobble, model.activity, model.alarm])
      writeShort(own);
    for (const hour of model.hours) writeKnown(hour);
    writeDigits(model.tail.beyond, COUNT_DIGITS);
    writeShort(model.tail.excess);
    for (const memory of model.memories) writeMemory(memory);
    writeStill(model.flatline);
  });

/** Throws for any other text than that of `encodeModel`. */
export function decodeModel(text: string): SeriesModel {
  const reader = createReader(text);
  const model = readModel(reader, VIEW_AXES);
  if (reader.at !== text.length) throw new TypeError("stored state: more than a model");
  return model;
}

/** Evaluated in the order of writing. */
const readModel = (reader: Reader, viewAxes: readonly number[]): SeriesModel => ({
  kind: readKind(reader),
  minute: readDigits(reader, COUNT_DIGITS),
  count: readDigits(reader, COUNT_DIGITS),
  known: readDigits(reader, COUNT_DIGITS),
  whole: readDigits(reader, 1) === 1,
  means: MEAN_LENGTHS.map(() => readShort(reader)),
  day: readShort(reader),
  middle: readShort(reader),
  spread: readShort(reader),
  wobble: readShort(reader),
  activity: readShort(reader),
  alarm: readShort(reader),
  hours: Array.from({ length: HOURS }, () => readKnown(reader)),
  tail: { beyond: readDigits(reader, COUNT_DIGITS), excess: readShort(reader) },
  memories: viewAxes.map((axes) => readMemory(reader, axes)),
  flatline: readStill(reader),
});

/** Five views were remembered, the third of the distance from the level. A trend followed, which nothing reads. */
export function withoutLevelView(text: string): string {
  const model = readModel(createReader(text), [1, 4, 1, 1, 1]);
  model.memories.splice(2, 1);
  return encodeModel(model);
}
