import type { LogTemplate } from "../../methods/log-templates/template-set.ts";
import type { LogEvent } from "../../model/telemetry.ts";
import { NAMED_MAX, SAMPLE_CHARS_MAX } from "./gathering-limits.ts";
import type { Grid } from "./incident-picture.ts";
import { hostIn } from "./template.ts";
import { total } from "./volumes.ts";

/** What is known of a kind of message of one service at one level. */
export interface Kind {
  readonly pattern: LogTemplate;
  readonly counts: Float64Array;
  eventId: string;
  /** The message of that event, or its beginning. */
  message: string;
  /** Of the addresses in all of its messages; null where they differ. */
  host: string | null;
  /** Other services that its messages name; null where one names none. */
  names: ReadonlySet<string> | null;
  firstAt: number;
  lastAt: number;
  /** The one that it was found to be the same as. */
  into: Kind | null;
  /** How often which other kind came before it in requests. */
  readonly follows: Map<Kind, number>;
}

export const createKind = (pattern: LogTemplate, event: LogEvent, grid: Grid): Kind => ({
  names: new Set(),
  pattern,
  counts: new Float64Array(grid.count),
  eventId: event.id,
  message: sampleOf(event.message),
  host: hostIn(event.message),
  firstAt: event.timestamp,
  lastAt: event.timestamp,
  into: null,
  follows: new Map(),
});

/** A part of a string holds on to the whole of it; a copy doesn't. */
const sampleOf = (message: string): string =>
  message.length <= SAMPLE_CHARS_MAX
    ? message
    : Buffer.from(message.slice(0, SAMPLE_CHARS_MAX), "utf16le").toString("utf16le");

/** `names`: other services that the event's message names. */
export function countInto(kind: Kind, event: LogEvent, names: readonly string[], step: number, weight: number): void {
  kind.names = union(kind.names, names);
  kind.counts[step] = (kind.counts[step] ?? 0) + weight;
  // The miner lets go of the one with the smallest value here. Events come in no order of time: let it be the rarest.
  kind.pattern.lastAt += weight;
  if (kind.host !== null && hostIn(event.message) !== kind.host) kind.host = null;
  if (event.timestamp > kind.lastAt) kind.lastAt = event.timestamp;
  if (event.timestamp > kind.firstAt || (event.timestamp === kind.firstAt && event.id >= kind.eventId)) return;
  kind.firstAt = event.timestamp;
  kind.eventId = event.id;
  kind.message = sampleOf(event.message);
}

/** `gone` was found to be the same as `kind`. */
export function fold(kind: Kind, gone: Kind): void {
  gone.into = kind;
  gone.counts.forEach((messages, step) => {
    kind.counts[step] = (kind.counts[step] ?? 0) + messages;
  });
  kind.pattern.lastAt += total(gone.counts);
  kind.lastAt = Math.max(kind.lastAt, gone.lastAt);
  if (gone.host !== kind.host) kind.host = null;
  kind.names = gone.names && union(kind.names, [...gone.names]);
  if (gone.firstAt > kind.firstAt || (gone.firstAt === kind.firstAt && gone.eventId > kind.eventId)) return;
  kind.firstAt = gone.firstAt;
  kind.eventId = gone.eventId;
  kind.message = gone.message;
}

function union(known: ReadonlySet<string> | null, names: readonly string[]): ReadonlySet<string> | null {
  if (known === null || names.length === 0) return null;
  return names.every((name) => known.has(name)) ? known : new Set([...known, ...names].slice(0, NAMED_MAX));
}

/** The one that a kind has become. */
export const lastOf = (kind: Kind): Kind => (kind.into === null ? kind : lastOf(kind.into));
