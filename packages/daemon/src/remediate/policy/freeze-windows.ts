import { Cron } from "croner";
import { MINUTE_MS } from "../../kernel/clock.ts";
import type { FreezeWindow } from "./policy.ts";
import type { WindowFields } from "./policy-file-schema.ts";

/** Whether a window is open, and since and until when. Milliseconds, infinite if it never changes. */
export interface WindowState {
  readonly open: boolean;
  readonly from: number;
  readonly until: number;
}

interface Known extends WindowState {
  readonly cron: Cron | undefined;
}

const known = new WeakMap<FreezeWindow, Known>();

/** Parses five fields. Throws if invalid. */
export const cronOf = (pattern: string, timeZone: string): Cron =>
  new Cron(pattern, { timezone: timeZone, mode: "5-part", paused: true });

const next = (cron: Cron, after: number): number =>
  cron.nextRun(new Date(after))?.getTime() ?? Number.POSITIVE_INFINITY;

function recurring(cron: Cron, durationMs: number, now: number): WindowState {
  // The earliest start whose window has not ended; if it has passed, the window is open.
  const begins = next(cron, now - durationMs);
  return begins <= now
    ? { open: true, from: begins, until: begins + durationMs }
    : { open: false, from: now, until: begins };
}

function absolute({ from, to }: { readonly from: number; readonly to: number }, now: number): WindowState {
  if (now < from) return { open: false, from: Number.NEGATIVE_INFINITY, until: from };
  return now < to ? { open: true, from, until: to } : { open: false, from: to, until: Number.POSITIVE_INFINITY };
}

/**
 * The state at that moment. Starts follow the time zone, the duration is elapsed time. Cached until the state
 * changes, because evaluating a pattern takes a millisecond.
 */
export function windowState(window: FreezeWindow, now: number): WindowState {
  const found = known.get(window);
  if (found !== undefined && found.from <= now && now < found.until) return found;
  const { when } = window;
  if (!("cron" in when)) return absolute(when, now);
  const cron = found?.cron ?? cronOf(when.cron, when.timeZone);
  const state: Known = { ...recurring(cron, when.durationMs, now), cron };
  known.set(window, state);
  return state;
}

type Report = (field: keyof WindowFields | undefined, message: string) => void;
type When = FreezeWindow["when"];

const NEVER: When = { from: 0, to: 0 };
const OFFSET = /(Z|[+-]\d\d:\d\d)$/;

/** Rejects dates such as `2026-02-30`. */
const exists = (text: string): boolean => {
  const plain = `${text.replace(OFFSET, "")}Z`;
  const at = Date.parse(plain);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 16) === plain.slice(0, 16);
};

/** Milliseconds; undefined if invalid, or without offset and zone. */
function timeOf(text: string, timeZone: string | undefined): number | undefined {
  const whole =
    text.length === 10 ? `${text}T00:00:00` : text.replace(" ", "T").replace(/(T\d\d:\d\d)(?!:\d\d(?:$|\D))/, "$1:00");
  if (!exists(whole)) return undefined;
  if (OFFSET.test(whole)) {
    const at = Date.parse(whole);
    return Number.isNaN(at) ? undefined : at;
  }
  if (timeZone === undefined) return undefined;
  return new Cron(whole, { timezone: timeZone, paused: true, allowPast: true }).getOnce()?.getTime();
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

function between({ from, to, timeZone }: WindowFields, report: Report): When {
  if (from === undefined || to === undefined) {
    report(undefined, `${from === undefined ? "from" : "to"} is missing`);
    return NEVER;
  }
  const [begins, ends] = [from, to].map((text) => timeOf(text, timeZone));
  const wanted = "must be a time that there is, with an offset (2026-11-27T18:00:00+01:00) or with timeZone beside it";
  if (begins === undefined) report("from", `from ${wanted}`);
  if (ends === undefined) report("to", `to ${wanted}`);
  if (begins === undefined || ends === undefined) return NEVER;
  if (ends <= begins) report("to", "to must be later than from");
  return { from: begins, to: ends };
}

function again({ cron, timeZone, durationMinutes }: WindowFields, report: Report): When {
  if (timeZone === undefined) report(undefined, "timeZone is missing: say whose clocks cron means, such as UTC");
  if (durationMinutes === undefined) report(undefined, "durationMinutes is missing");
  const pattern = cron ?? "";
  try {
    if (cronOf(pattern, timeZone ?? "UTC").nextRun(new Date(0)) === null) report("cron", "cron never comes");
  } catch (thrown) {
    report(
      "cron",
      `cron must be five fields: minute, hour, day, month, day of week; ${thrown instanceof Error ? thrown.message : ""}`,
    );
  }
  return { cron: pattern, timeZone: timeZone ?? "UTC", durationMs: Math.round((durationMinutes ?? 0) * MINUTE_MS) };
}

/** The period of a window in the file. */
export function windowTimes(window: WindowFields, report: Report): When {
  const { cron, durationMinutes, from, to, timeZone } = window;
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    report("timeZone", `timeZone must be one such as Europe/Berlin or UTC; it is ${JSON.stringify(timeZone)}`);
    return NEVER;
  }
  const recurs = cron !== undefined || durationMinutes !== undefined;
  const once = from !== undefined || to !== undefined;
  if (recurs === once) {
    report(undefined, "it must say when: either from and to, or cron, timeZone and durationMinutes");
    return NEVER;
  }
  return recurs ? again(window, report) : between(window, report);
}
