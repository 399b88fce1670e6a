import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { notePause, type Pause, recurringPause } from "../../methods/arrivals/arrival-statistics.ts";
import { isOutage, overdueAfter } from "../../methods/metric-series/sampling-interval.ts";
import type { Series } from "../series/metric-series.ts";

/** Metrics that stopped while other telemetry of the service goes on: its process or its collector is down. */
export interface StoppedMetrics {
  /** Their names. */
  readonly names: readonly string[];
  /** The number of names that came steadily before. */
  readonly steady: number;
  /** When the last value of any of them came. */
  readonly since: number;
  readonly lastId: string;
  /** How long they had come. */
  readonly steadyMs: number;
  /** Whether more than one value of each is missing. */
  readonly isOutage: boolean;
}

/** The present stop and the longest recent ones. */
export interface Stops {
  /** 0 for none. */
  since: number;
  pauses: Pause[];
}

export const createStops = (): Stops => ({ since: 0, pauses: [] });

/** Metrics that came for this time without a gap are expected to go on. */
const STEADY_MS = HOUR_MS;
/** Metrics that stopped longer ago are gone for good. */
const GONE_MS = DAY_MS;
const NAMES_MIN = 3;
const STOPPED_SHARE = 0.5;
/** A release with other metrics has at least two new names. */
const NEW_NAMES_MIN = 2;

type AllSeries = ReadonlyMap<string, Series>;

/** Notes that the present stop is over. */
export function noteStop(stops: Stops, at: number): void {
  notePause(stops, at, at - stops.since);
  stops.since = 0;
}

/** The metrics that stopped; null where a stop of this length recurs. */
export function followStops(
  stops: Stops,
  all: AllSeries,
  at: number,
  hasLogsSince: (at: number) => boolean,
): StoppedMetrics | null {
  const stopped = stoppedMetrics(all, at, hasLogsSince);
  if (stopped === null) {
    if (stops.since > 0) noteStop(stops, at);
    return null;
  }
  stops.since = stopped.since;
  return at - stopped.since > recurringPause(stops) ? stopped : null;
}

/** Null unless most of the steady metrics stopped, and others or the logs went on. */
function stoppedMetrics(all: AllSeries, at: number, hasLogsSince: (at: number) => boolean): StoppedMetrics | null {
  if (![...all.values()].some((series) => isSteady(series) && isOverdue(series, at))) return null;
  const names = [...namesOf(all, at)];
  const steady = names.filter(([, { isSteady }]) => isSteady);
  const stopped = steady.filter(([, { latest }]) => isOverdue(latest, at));
  if (stopped.length < Math.max(NAMES_MIN, STOPPED_SHARE * steady.length)) return null;
  const last = stopped
    .map(([, { latest }]) => latest)
    .reduce((one, other) => (other.seenAt > one.seenAt ? other : one));
  const { seenAt: since, lastId, steadyFrom } = last;
  const goesOn =
    stopped.length === steady.length
      ? hasLogsSince(since + MINUTE_MS)
      : steady.some(([, { latest }]) => !isOverdue(latest, at) && latest.steadyFrom <= since - STEADY_MS);
  const isNew = ({ latest, isSteady }: Name) => !isSteady && latest.steadyFrom >= since - STEADY_MS;
  const areOut = stopped.every(([, { latest }]) => isOutage(at - latest.seenAt, latest.intervalMs));
  if (!goesOn || names.filter(([, name]) => isNew(name)).length >= NEW_NAMES_MIN) return null;
  return {
    names: stopped.map(([name]) => name),
    steady: steady.length,
    since,
    lastId,
    steadyMs: since - steadyFrom,
    isOutage: areOut,
  };
}

const isSteady = ({ seenAt, steadyFrom }: Series): boolean => seenAt - steadyFrom >= STEADY_MS;

const isOverdue = ({ seenAt, intervalMs }: Series, at: number): boolean => at - seenAt > overdueAfter(intervalMs);

interface Name {
  /** The series of the name whose last value is the latest; those of other instances may have ended with them. */
  latest: Series;
  isSteady: boolean;
}

/** The names that are steady or new. */
function namesOf(all: AllSeries, at: number): Map<string, Name> {
  const names = new Map<string, Name>();
  for (const series of all.values()) {
    if (at - series.seenAt > GONE_MS || (!isSteady(series) && isOverdue(series, at))) continue;
    const known = names.get(series.name);
    if (known === undefined) names.set(series.name, { latest: series, isSteady: isSteady(series) });
    else {
      if (series.seenAt > known.latest.seenAt) known.latest = series;
      known.isSteady ||= isSteady(series);
    }
  }
  return names;
}
