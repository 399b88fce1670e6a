const ISO =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d\d)(?::?(\d\d))?)$/;
const DAYS_IN_MONTH: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const daysIn = (year: number, month: number): number => {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return leap ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0);
};

export const TIME_FORMAT_MESSAGE = "must be a time in ISO 8601 with Z or an offset, such as 2026-01-02T03:04:05.678Z";

/** ISO 8601 with an offset or Z as milliseconds since 1970 UTC, rounded down. Undefined for anything else. */
export function parseTimestamp(text: string): number | undefined {
  const match = ISO.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = "0", fraction = "", , sign, offsetHour = "0", offsetMinute = "0"] =
    match;
  const valid =
    Number(month) >= 1 &&
    Number(month) <= 12 &&
    Number(day) >= 1 &&
    Number(day) <= daysIn(Number(year), Number(month)) &&
    Number(hour) <= 23 &&
    Number(minute) <= 59 &&
    Number(second) <= 60 && // a leap second is the first moment of the next minute
    Number(offsetHour) <= 23 &&
    Number(offsetMinute) <= 59;
  if (!valid) return undefined;
  // Not Date.UTC, which takes the years 0 to 99 for 1900 to 1999.
  const midnight = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const local = midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000;
  return local + Number(fraction.padEnd(3, "0").slice(0, 3)) - (sign === "-" ? -offset : offset);
}
