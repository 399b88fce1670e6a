import { Cron } from "croner";
import { DAY_MS } from "../kernel/clock.ts";
import type { ReportCadence } from "../model/report.ts";

/** Hour of the day and time zone of scheduled reports; weekly ones are made on Mondays. */
export interface ReportSchedule {
  readonly hour: number;
  readonly timeZone: string;
}

/** Longest period that one report covers. */
export const COVERED_MS_MAX = 31 * DAY_MS;

export const DAYS: Readonly<Record<ReportCadence, number>> = { daily: 1, weekly: 7 };
const WEEKDAYS: Readonly<Record<ReportCadence, string>> = { daily: "*", weekly: "1" };

/** Computes only, without a timer. On days of a clock change the hour occurs exactly once. */
const cronOf = ({ hour, timeZone }: ReportSchedule, cadence: ReportCadence): Cron =>
  new Cron(`0 ${hour} * * ${WEEKDAYS[cadence]}`, { timezone: timeZone });

export function nextTime(schedule: ReportSchedule, cadence: ReportCadence, after: number): number {
  const next = cronOf(schedule, cadence).nextRun(new Date(after));
  if (!next) throw new Error(`No time after ${after} has the hour ${schedule.hour} in ${schedule.timeZone}.`);
  return next.getTime();
}

export interface DuePeriod {
  /** The day in the schedule's time zone, which identifies the period. */
  readonly period: string;
  readonly from: number;
  readonly until: number;
}

/**
 * The report that is due: of the last scheduled time, from `coveredUntil` on, so that it covers missed reports up to
 * COVERED_MS_MAX.
 */
export function duePeriod(
  schedule: ReportSchedule,
  cadence: ReportCadence,
  coveredUntil: number | null,
  now: number,
): DuePeriod {
  // Includes the moment itself.
  const [until, before] = cronOf(schedule, cadence)
    .previousRuns(2, new Date(now + 1))
    .map((time) => time.getTime()) as [number, number];
  const covered = coveredUntil !== null && coveredUntil < until && coveredUntil > until - COVERED_MS_MAX;
  return { period: dayOf(until, schedule.timeZone), from: covered ? coveredUntil : before, until };
}

const dayOf = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(at);

export const clockTime = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(at);
