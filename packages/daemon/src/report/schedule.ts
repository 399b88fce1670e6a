import { Cron } from "croner";
import { DAY_MS } from "../kernel/clock.ts";
import type { ReportCadence } from "../model/report.ts";

/** When scheduled reports are made: at this hour of the day in this time zone, weekly ones on Mondays. */
export interface ReportSchedule {
  readonly hour: number;
  readonly timeZone: string;
}

/** What one report may cover: after a long pause it doesn't go back further. */
export const COVERED_MS_MAX = 31 * DAY_MS;

export const DAYS: Readonly<Record<ReportCadence, number>> = { daily: 1, weekly: 7 };
const WEEKDAYS: Readonly<Record<ReportCadence, string>> = { daily: "*", weekly: "1" };

/** It starts no timer: without a function to call it only reckons. Days that skip or repeat the hour have one time too. */
const cronOf = ({ hour, timeZone }: ReportSchedule, cadence: ReportCadence): Cron =>
  new Cron(`0 ${hour} * * ${WEEKDAYS[cadence]}`, { timezone: timeZone });

/** The first time to make a report after a moment. */
export function nextTime(schedule: ReportSchedule, cadence: ReportCadence, after: number): number {
  const next = cronOf(schedule, cadence).nextRun(new Date(after));
  if (!next) throw new Error(`No time after ${after} has the hour ${schedule.hour} in ${schedule.timeZone}.`);
  return next.getTime();
}

export interface DuePeriod {
  /** Names the period whoever makes its report: the day in the schedule's time zone. */
  readonly period: string;
  readonly from: number;
  readonly until: number;
}

/**
 * The one report that is to be made now: for the last time that came. Times before that one were missed while nobody
 * made reports; this one covers them too, as far as `coveredUntil`, the end of the last one, isn't too long ago.
 */
export function duePeriod(
  schedule: ReportSchedule,
  cadence: ReportCadence,
  coveredUntil: number | null,
  now: number,
): DuePeriod {
  // Of the moment itself too.
  const [until, before] = cronOf(schedule, cadence)
    .previousRuns(2, new Date(now + 1))
    .map((time) => time.getTime()) as [number, number];
  const covered = coveredUntil !== null && coveredUntil < until && coveredUntil > until - COVERED_MS_MAX;
  return { period: dayOf(until, schedule.timeZone), from: covered ? coveredUntil : before, until };
}

const dayOf = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(at);

/** `2026-11-21 08:00`, as a clock in the time zone shows it. */
export const clockTime = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(at);
