import { MINUTE_MS } from "../../kernel/clock.ts";

/** The night of the Environmental Noise Directive (2002/49/EC, annex I): 23:00 to 07:00 local time. */
export const NIGHT = { fromHour: 23, toHour: 7 } as const;

/** Offsets of time zones are whole quarters of an hour, so that a quarter is in one hour. */
const QUARTER_MS = 15 * MINUTE_MS;

/** True if a time is at night in the time zone. Quarters of an hour are cached, since formatting a time is slow. */
export function nightIn(timeZone: string): (at: number) => boolean {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", hourCycle: "h23" });
  const known = new Map<number, boolean>();
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS);
    const night = known.get(quarter) ?? isNight(Number(format.format(quarter * QUARTER_MS)));
    known.set(quarter, night);
    return night;
  };
}

const isNight = (hour: number): boolean => hour >= NIGHT.fromHour || hour < NIGHT.toHour;
