import type { LogEvent } from "../../model/telemetry.ts";
import { HOPS_MAX, LEADERS_ASKED_MAX, TRACE_MESSAGES_MAX, TRACES_MAX } from "./gathering-limits.ts";
import type { Grid, Hop } from "./incident-picture.ts";
import { type Kind, lastOf } from "./message-kind.ts";

interface Stop {
  readonly service: string;
  readonly at: number;
  readonly eventId: string;
  readonly kind: Kind;
}

/** Times between the messages of two services by step, and the slowest. */
interface Way {
  readonly from: string;
  readonly to: string;
  readonly gaps: Map<number, number[]>;
  readonly slowest: Map<number, { readonly gap: number; readonly eventId: string }>;
}

export interface Requests {
  add(event: LogEvent, kind: Kind, weight: number): void;
  /** Also records which pattern precedes which. */
  hops(): readonly Hop[];
}

/** All-zero ids are invalid (W3C Trace Context). */
const NO_TRACE = /^[0-]*$/;

/** Requests by trace id. Sampled services are excluded: the times would depend on the sample. */
export function createRequests(grid: Grid): Requests {
  const traces = new Map<string, Stop[]>();
  const sampled = new Set<string>();

  return {
    add({ id, service, timestamp, traceId }, kind, weight) {
      if (weight !== 1) sampled.add(service);
      if (traceId === undefined || NO_TRACE.test(traceId)) return;
      const stops = traces.get(traceId);
      const stop = { service, at: timestamp, eventId: id, kind };
      if (stops === undefined) {
        if (traces.size < TRACES_MAX) traces.set(traceId, [stop]);
      } else if (stops.length < TRACE_MESSAGES_MAX) stops.push(stop);
    },
    hops() {
      const ways = new Map<string, Way>();
      for (const { kind } of [...traces.values()].flat()) lastOf(kind).follows.clear();
      for (const all of traces.values()) {
        const stops = all.filter(({ service }) => !sampled.has(service)).sort(inOrder);
        lead(stops);
        measure(ways, stops, grid);
      }
      return [...ways.values()].map((way) => hopOf(way, grid)).sort(byEnds);
    },
  };
}

const compare = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);
const inOrder = (one: Stop, other: Stop): number => one.at - other.at || compare(one.eventId, other.eventId);
const byEnds = (one: Hop, other: Hop): number => compare(one.from, other.from) || compare(one.to, other.to);

/** Counts the preceding pattern of each message. */
function lead(stops: readonly Stop[]): void {
  let last: Kind | null = null;
  let other: Kind | null = null;
  for (const stop of stops) {
    const kind = lastOf(stop.kind);
    if (kind !== last) [other, last] = [last, kind];
    if (other === null || (!kind.follows.has(other) && kind.follows.size >= LEADERS_ASKED_MAX)) continue;
    kind.follows.set(other, (kind.follows.get(other) ?? 0) + 1);
  }
}

function measure(ways: Map<string, Way>, stops: readonly Stop[], { start, step }: Grid): void {
  for (const [place, { service: to, at, eventId }] of stops.entries()) {
    const before = stops[place - 1];
    if (before === undefined) continue;
    const key = `${before.service}\n${to}`;
    const way = ways.get(key) ?? { from: before.service, to, gaps: new Map(), slowest: new Map() };
    if (!ways.has(key) && ways.size >= HOPS_MAX) continue;
    ways.set(key, way);
    const ended = Math.floor((at - start) / step);
    const gap = at - before.at;
    const gaps = way.gaps.get(ended);
    if (gaps) gaps.push(gap);
    else way.gaps.set(ended, [gap]);
    if (gap >= (way.slowest.get(ended)?.gap ?? 0)) way.slowest.set(ended, { gap, eventId });
  }
}

function hopOf({ from, to, gaps, slowest }: Way, { count }: Grid): Hop {
  const values = new Float64Array(count).fill(Number.NaN);
  const eventIds = new Array<string>(count).fill("");
  for (const [step, all] of gaps) {
    values[step] = medianOf(all);
    eventIds[step] = slowest.get(step)?.eventId ?? "";
  }
  return { from, to, values, eventIds };
}

function medianOf(numbers: number[]): number {
  numbers.sort((one, other) => one - other);
  return ((numbers[(numbers.length - 1) >> 1] as number) + (numbers[numbers.length >> 1] as number)) / 2;
}
