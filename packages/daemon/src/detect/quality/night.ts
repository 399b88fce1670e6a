/** The night of the Environmental Noise Directive (2002/49/EC, annex I): 23:00 to 07:00 local time. */
export const NIGHT = { fromHour: 23, toHour: 7 } as const;

/** True if a time is at night in the time zone. Throws RangeError for an unknown one. */
export function nightIn(timeZone: string): (at: number) => boolean {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", hourCycle: "h23" });
  return (at) => {
    const hour = Number(format.format(at));
    return hour >= NIGHT.fromHour || hour < NIGHT.toHour;
  };
}
