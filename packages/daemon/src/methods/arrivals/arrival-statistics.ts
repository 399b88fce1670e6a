// The method: docs/methods/arrival-statistics.md
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { minuteOf } from "../error-rates/minute-counts.ts";
import { OVERDUE_TIMES } from "../metric-series/sampling-interval.ts";

/** The arrivals of a service's telemetry, by the server's clock: silence has no timestamp. */
export interface ArrivalStatistics {
  at: number;
  lastId: string;
  /** The time at which the server accepted the latest telemetry. */
  receivedAt: number;
  gapMs: number;
  /** The last minutes, `newest` and those before it, with 1 for an arrival. */
  newest: number;
  readonly minutes: Uint8Array;
  /** The longest recent pauses that ended, the longest first. */
  pauses: Pause[];
}

export type Pause = readonly [endedAt: number, ms: number];

export const ARRIVAL_MINUTES = 120;
const GAP_MEMORY = 20;
const PAUSE_MS_MIN = MINUTE_MS;
const PAUSES_MAX = 3;
/** A daily pause may end some hours earlier. */
const OTHER_DAY_MS = 20 * HOUR_MS;
/** A week, and a day's delay of a weekly job. */
const PAUSES_MS = 8 * DAY_MS;

export const createArrivalStatistics = (): ArrivalStatistics => ({
  at: 0,
  lastId: "",
  receivedAt: 0,
  gapMs: 0,
  newest: -1,
  minutes: new Uint8Array(ARRIVAL_MINUTES),
  pauses: [],
});

export function recordArrival(heard: ArrivalStatistics, receivedAt: number): void {
  if (receivedAt === heard.receivedAt) return;
  const minute = minuteOf(receivedAt);
  if (minute > heard.newest) {
    const from = Math.max(heard.newest + 1, minute - ARRIVAL_MINUTES + 1);
    for (let next = from; next <= minute; next++) heard.minutes[next % ARRIVAL_MINUTES] = 0;
    heard.newest = minute;
  }
  if (minute > heard.newest - ARRIVAL_MINUTES) heard.minutes[minute % ARRIVAL_MINUTES] = 1;
  const gap = receivedAt - heard.receivedAt;
  if (gap <= 0) return;
  // Telemetry within a second is one arrival.
  if (heard.receivedAt > 0 && gap >= SECOND_MS) {
    heard.gapMs = heard.gapMs === 0 ? gap : Math.round(heard.gapMs + (gap - heard.gapMs) / GAP_MEMORY);
  }
  if (heard.receivedAt > 0 && gap >= PAUSE_MS_MIN) notePause(heard, receivedAt, gap);
  heard.receivedAt = receivedAt;
}

export function notePause(heard: Pick<ArrivalStatistics, "pauses">, endedAt: number, ms: number): void {
  const ofLate = heard.pauses.filter((pause) => endedAt - pause[0] <= PAUSES_MS);
  heard.pauses = [...ofLate, [endedAt, ms] as const].sort((a, b) => b[1] - a[1]).slice(0, PAUSES_MAX);
}

/**
 * How long a pause may last that recurs: of two days, or the third of a day, it is a schedule, not an outage. 0 if there
 * was none.
 */
export function recurringPause({ pauses: [longest, second, third] }: Pick<ArrivalStatistics, "pauses">): number {
  if (longest === undefined || second === undefined) return 0;
  const recurring = Math.abs(longest[0] - second[0]) >= OTHER_DAY_MS ? second[1] : third?.[1];
  return OVERDUE_TIMES * (recurring ?? 0);
}

/** The minutes with arrivals among the last `length` ones. */
export function countActiveMinutes(heard: ArrivalStatistics, length: number): number {
  let count = 0;
  for (let minute = heard.newest; minute > heard.newest - Math.min(length, ARRIVAL_MINUTES) && minute >= 0; minute--) {
    count += heard.minutes[minute % ARRIVAL_MINUTES] as number;
  }
  return count;
}
