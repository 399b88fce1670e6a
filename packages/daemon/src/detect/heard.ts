import { SECOND_MS } from "../kernel/clock.ts";
import { minuteOf } from "./counts.ts";

/** When the server heard from a service. Silence is the only thing judged by the server's time, since silence has no timestamp. */
export interface Heard {
  /** When detection last saw telemetry of it; 0: never. */
  at: number;
  /** The last telemetry of it. */
  lastId: string;
  /** When the server took the latest of it. */
  receivedAt: number;
  /** The usual distance between two arrivals. */
  gapMs: number;
  /** Which of the last minutes brought something: `newest` and the ones before it. */
  newest: number;
  readonly minutes: Uint8Array;
}

export const HEARD_MINUTES = 120;
const GAP_MEMORY = 20;

export const createHeard = (): Heard => ({
  at: 0,
  lastId: "",
  receivedAt: 0,
  gapMs: 0,
  newest: -1,
  minutes: new Uint8Array(HEARD_MINUTES),
});

export function hear(heard: Heard, receivedAt: number): void {
  if (receivedAt === heard.receivedAt) return;
  const minute = minuteOf(receivedAt);
  if (minute > heard.newest) {
    const from = Math.max(heard.newest + 1, minute - HEARD_MINUTES + 1);
    for (let next = from; next <= minute; next++) heard.minutes[next % HEARD_MINUTES] = 0;
    heard.newest = minute;
  }
  if (minute > heard.newest - HEARD_MINUTES) heard.minutes[minute % HEARD_MINUTES] = 1;
  const gap = receivedAt - heard.receivedAt;
  if (gap <= 0) return;
  // What comes within a second is one arrival.
  if (heard.receivedAt > 0 && gap >= SECOND_MS) {
    heard.gapMs = heard.gapMs === 0 ? gap : Math.round(heard.gapMs + (gap - heard.gapMs) / GAP_MEMORY);
  }
  heard.receivedAt = receivedAt;
}

/** In how many of the `length` minutes up to the last arrival something came. */
export function heardMinutes(heard: Heard, length: number): number {
  let count = 0;
  for (let minute = heard.newest; minute > heard.newest - Math.min(length, HEARD_MINUTES) && minute >= 0; minute--) {
    count += heard.minutes[minute % HEARD_MINUTES] as number;
  }
  return count;
}
