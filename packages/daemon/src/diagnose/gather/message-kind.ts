import type { LogTemplate } from "../../methods/log-templates/template-set.ts";
import type { LogEvent } from "../../model/telemetry.ts";
import { NAMED_MAX, SAMPLE_CHARS_MAX } from "./gathering-limits.ts";
import type { Grid } from "./incident-picture.ts";
import { hostIn } from "./template.ts";
import { total } from "./volumes.ts";

/** A pattern of one service and level. */
export interface Kind {
  readonly pattern: LogTemplate;
  readonly counts: Float64Array;
  eventId: string;
  /** The event's message, possibly truncated. */
  message: string;
  /** The common host of all messages; null if they differ. */
  host: string | null;
  /** Services that all messages name; null for none. */
  names: ReadonlySet<string> | null;
  firstAt: number;
  lastAt: number;
  /** The pattern that it was merged into. */
  into: Kind | null;
  /** Preceding patterns in requests with their frequency. */
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

/** Copies, because a slice retains the whole string. */
const sampleOf = (message: string): string =>
  message.length <= SAMPLE_CHARS_MAX
    ? message
    : Buffer.from(message.slice(0, SAMPLE_CHARS_MAX), "utf16le").toString("utf16le");

export function countInto(kind: Kind, event: LogEvent, names: readonly string[], step: number, weight: number): void {
  kind.names = union(kind.names, names);
  kind.counts[step] = (kind.counts[step] ?? 0) + weight;
  // The miner drops the smallest value, so it holds the frequency here instead of a time.
  kind.pattern.lastAt += weight;
  if (kind.host !== null && hostIn(event.message) !== kind.host) kind.host = null;
  if (event.timestamp > kind.lastAt) kind.lastAt = event.timestamp;
  if (event.timestamp > kind.firstAt || (event.timestamp === kind.firstAt && event.id >= kind.eventId)) return;
  kind.firstAt = event.timestamp;
  kind.eventId = event.id;
  kind.message = sampleOf(event.message);
}

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

/** Follows merges. */
export const lastOf = (kind: Kind): Kind => (kind.into === null ? kind : lastOf(kind.into));
