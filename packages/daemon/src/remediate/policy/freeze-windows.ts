import { Cron } from "croner";
import type { FreezeWindow } from "./policy.ts";

/** When a window is open around a moment: from then, until then. Milliseconds; infinite where it never changes again. */
export interface WindowState {
  readonly open: boolean;
  readonly from: number;
  readonly until: number;
}

interface Known extends WindowState {
  readonly cron: Cron | undefined;
}

const known = new WeakMap<FreezeWindow, Known>();

/** Reading a pattern of five fields in a time zone. Throws where it isn't one. */
export const cronOf = (pattern: string, timeZone: string): Cron =>
  new Cron(pattern, { timezone: timeZone, mode: "5-part", paused: true });

const next = (cron: Cron, after: number): number =>
  cron.nextRun(new Date(after))?.getTime() ?? Number.POSITIVE_INFINITY;

function recurring(cron: Cron, durationMs: number, now: number): WindowState {
  // The earliest beginning whose window isn't over yet: it may have been before now, and then the window is open.
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
 * Whether the window is open at that moment, and how long that holds. Beginnings follow the clocks of the window's time
 * zone, its length is time that passes. What was found is kept until it changes: a pattern takes a millisecond to walk,
 * and every decision asks.
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
