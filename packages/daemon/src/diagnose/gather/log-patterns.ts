import {
  createPatternSet,
  type MessagePattern,
  type PatternSet,
  patternOf,
} from "../../detect/templates/pattern-set.ts";
import type { LogEvent, LogLevel } from "../../model/telemetry.ts";
import type { Grid, LogPattern } from "../picture.ts";
import { PATTERNS_MAX, PATTERNS_PER_LEVEL_MAX, PATTERNS_RESERVED, SAMPLE_CHARS_MAX } from "./limits.ts";
import { hostIn, readableTemplate } from "./template.ts";
import { total } from "./volumes.ts";

interface Kept {
  readonly pattern: MessagePattern;
  readonly counts: Float64Array;
  eventId: string;
  /** The message of that event, or its beginning. */
  message: string;
  /** Of the addresses in all of its messages; null where they differ. */
  host: string | null;
  firstAt: number;
  lastAt: number;
}

/** Messages of one service at one level. */
interface Shelf {
  readonly service: string;
  readonly level: LogLevel;
  readonly set: PatternSet;
  readonly kept: Map<number, Kept>;
}

export interface LogPatterns {
  add(event: LogEvent, step: number, weight: number): void;
  /** In no order; showing one takes some 50 microseconds. */
  patterns(): Iterable<LogPattern>;
  /** Messages, by weight, of kinds that had to make room for more frequent ones. */
  left(): number;
}

/** Kinds of messages, in any order of their time. The rarest of a service and level make room for others. */
export function createLogPatterns(grid: Grid): LogPatterns {
  const shelves = new Map<string, Shelf>();
  let held = 0;
  let left = 0;

  return {
    add(event, step, weight) {
      const shelf = shelfOf(shelves, event);
      const most = held < PATTERNS_MAX ? PATTERNS_PER_LEVEL_MAX : Math.max(shelf.kept.size, PATTERNS_RESERVED);
      const before = shelf.set.patterns.size;
      const pattern = patternOf(shelf.set, event.message, 0, most);
      let kept = shelf.kept.get(pattern.id);
      if (kept === undefined) {
        if (shelf.set.patterns.size <= before) left += forget(shelf);
        kept = keep(pattern, event, grid);
        shelf.kept.set(pattern.id, kept);
      } else if (shelf.set.patterns.size < before) foldInto(shelf, kept);
      held += shelf.set.patterns.size - before;
      count(kept, event, step, weight);
    },
    *patterns() {
      for (const shelf of shelves.values()) for (const kept of shelf.kept.values()) yield patternOfKept(shelf, kept);
    },
    left: () => left,
  };
}

function shelfOf(shelves: Map<string, Shelf>, { service, level }: LogEvent): Shelf {
  const key = `${level} ${service}`;
  let shelf = shelves.get(key);
  if (shelf === undefined) {
    shelf = { service, level, set: createPatternSet(), kept: new Map() };
    shelves.set(key, shelf);
  }
  return shelf;
}

const keep = (pattern: MessagePattern, event: LogEvent, grid: Grid): Kept => ({
  pattern,
  counts: new Float64Array(grid.count),
  eventId: event.id,
  message: sampleOf(event.message),
  host: hostIn(event.message),
  firstAt: event.timestamp,
  lastAt: event.timestamp,
});

/** A part of a string holds on to the whole of it; a copy doesn't. */
const sampleOf = (message: string): string =>
  message.length <= SAMPLE_CHARS_MAX
    ? message
    : Buffer.from(message.slice(0, SAMPLE_CHARS_MAX), "utf16le").toString("utf16le");

function count(kept: Kept, event: LogEvent, step: number, weight: number): void {
  kept.counts[step] = (kept.counts[step] ?? 0) + weight;
  // The miner lets go of the one with the smallest value here. Events come in no order of time: let it be the rarest.
  kept.pattern.lastAt += weight;
  if (kept.host !== null && hostIn(event.message) !== kept.host) kept.host = null;
  if (event.timestamp > kept.lastAt) kept.lastAt = event.timestamp;
  if (event.timestamp > kept.firstAt || (event.timestamp === kept.firstAt && event.id >= kept.eventId)) return;
  kept.firstAt = event.timestamp;
  kept.eventId = event.id;
  kept.message = sampleOf(event.message);
}

const goneOf = (shelf: Shelf): Kept[] =>
  [...shelf.kept.values()].filter(({ pattern }) => !shelf.set.patterns.has(pattern.id));

/** Drops what the miner let go of; answers how many messages that were. */
function forget(shelf: Shelf): number {
  let messages = 0;
  for (const gone of goneOf(shelf)) {
    shelf.kept.delete(gone.pattern.id);
    messages += total(gone.counts);
  }
  return messages;
}

/** The miner found several kinds to be one. */
function foldInto(shelf: Shelf, kept: Kept): void {
  for (const gone of goneOf(shelf)) {
    shelf.kept.delete(gone.pattern.id);
    gone.counts.forEach((messages, step) => {
      kept.counts[step] = (kept.counts[step] ?? 0) + messages;
    });
    kept.pattern.lastAt += total(gone.counts);
    kept.lastAt = Math.max(kept.lastAt, gone.lastAt);
    if (gone.host !== kept.host) kept.host = null;
    if (gone.firstAt > kept.firstAt || (gone.firstAt === kept.firstAt && gone.eventId > kept.eventId)) continue;
    kept.firstAt = gone.firstAt;
    kept.eventId = gone.eventId;
    kept.message = gone.message;
  }
}

const patternOfKept = ({ service, level }: Shelf, kept: Kept): LogPattern => ({
  eventId: kept.eventId,
  service,
  level,
  template: readableTemplate(kept.message, kept.pattern.tokens, kept.host),
  counts: kept.counts,
  firstAt: kept.firstAt,
  lastAt: kept.lastAt,
});
