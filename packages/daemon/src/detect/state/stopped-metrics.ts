import { DAY_MS, HOUR_MS } from "../../kernel/clock.ts";
import { overdueAfter } from "../../methods/metric-series/sampling-interval.ts";
import type { Series } from "../series/metric-series.ts";

/** Metrics that stopped while others of the service go on: its process is down, and what surrounds it isn't. */
export interface StoppedMetrics {
  /** Their names. */
  readonly names: readonly string[];
  /** The number of names that came steadily before. */
  readonly steady: number;
  /** The last value of any of them. */
  readonly since: number;
  readonly lastId: string;
  /** How long they had come. */
  readonly steadyMs: number;
}

/** Metrics that came for this time without a gap are expected to go on. */
const STEADY_MS = HOUR_MS;
/** Metrics that stopped longer ago are gone for good. */
const GONE_MS = DAY_MS;
const NAMES_MIN = 3;
const STOPPED_SHARE = 0.5;

interface Name {
  /** The series of the name whose last value is the latest; those of other instances may have ended with them. */
  latest: Series;
  isSteady: boolean;
}

/** Null unless most of the steady metrics stopped, and others went on. In the order of the number of series. */
export function stoppedMetrics(all: ReadonlyMap<string, Series>, at: number): StoppedMetrics | null {
  if (![...all.values()].some((series) => isSteady(series) && isOverdue(series, at))) return null;
  const names = [...namesOf(all, at)];
  const stopped = names.filter(([, { latest, isSteady }]) => isSteady && isOverdue(latest, at));
  if (stopped.length < Math.max(NAMES_MIN, STOPPED_SHARE * names.length)) return null;
  const last = stopped
    .map(([, { latest }]) => latest)
    .reduce((one, other) => (other.lastAt > one.lastAt ? other : one));
  const goesOn = names.some(
    ([, { latest }]) => !isOverdue(latest, at) && isSteady(latest) && latest.steadyFrom <= last.lastAt - STEADY_MS,
  );
  if (!goesOn) return null;
  const { lastAt: since, lastId, steadyFrom } = last;
  return { names: stopped.map(([name]) => name), steady: names.length, since, lastId, steadyMs: since - steadyFrom };
}

const isSteady = ({ lastAt, steadyFrom }: Series): boolean => lastAt - steadyFrom >= STEADY_MS;

const isOverdue = ({ lastAt, intervalMs }: Series, at: number): boolean => at - lastAt > overdueAfter(intervalMs);

/** The names that are steady or new. */
function namesOf(all: ReadonlyMap<string, Series>, at: number): Map<string, Name> {
  const names = new Map<string, Name>();
  for (const series of all.values()) {
    if (at - series.lastAt > GONE_MS || (!isSteady(series) && isOverdue(series, at))) continue;
    const known = names.get(series.name);
    if (known === undefined) names.set(series.name, { latest: series, isSteady: isSteady(series) });
    else {
      if (series.lastAt > known.latest.lastAt) known.latest = series;
      known.isSteady ||= isSteady(series);
    }
  }
  return names;
}
