// The method: docs/methods/template-rates.md
import { logLevels, type RateTrend, SLOT_MS, slotOf } from "../../model/log-template.ts";
import type { LogLevel } from "../../model/telemetry.ts";
import { isOutage } from "../metric-series/sampling-interval.ts";

/**
 * The rate of a log template in constant size. The baseline consists of extremes, which need no distribution, and which
 * decay to the usual rate over a week. -1 means unknown.
 */
export interface TemplateStatistics {
  levels: number[];
  lastId: string;
  /** The last slot with occurrences, and the counts of it and of the one before. */
  slot: number;
  inSlot: number;
  inLast: number;
  usual: number;
  /** Slots that were learned from, and those with occurrences. */
  slots: number;
  slotsWith: number;
  /** Extremes of the count in a slot, and relative to the other logs of the service. */
  most: number;
  least: number;
  mostRatio: number;
  leastRatio: number;
  /** The longest pause in time and in other logs. */
  gapMs: number;
  gapLogs: number;
  /** The service's logs at the last occurrence. */
  logsAtLast: number;
  trend: RateTrend;
  /** Consecutive slots with an unusual rate. */
  oddSlots: number;
  /** Their extremes, which are learned afterwards. */
  oddCount: number;
  oddRatio: number;
  cameLate: boolean;
  /** True if the list of log patterns is up to date. */
  isListed: boolean;
}

export const DAY_SLOTS = 288;
export const WEEK_SLOTS = 7 * DAY_SLOTS;

export const createTemplateStatistics = (): TemplateStatistics => ({
  levels: logLevels.map(() => 0),
  lastId: "",
  slot: -1,
  inSlot: 0,
  inLast: 0,
  usual: -1,
  slots: 0,
  slotsWith: 0,
  most: -1,
  least: -1,
  mostRatio: -1,
  leastRatio: -1,
  gapMs: -1,
  gapLogs: -1,
  logsAtLast: -1,
  trend: "steady",
  oddSlots: 0,
  oddCount: -1,
  oddRatio: -1,
  cameLate: false,
  isListed: false,
});

/** A process at random has a pause above 1.5 mean ones in 30 occurrences, except once in 2000 times. */
const CLOCKWORK_COUNT = 30;
const CLOCKWORK_PAUSE = 1.5;
/** The least share of slots with occurrences. */
const CLOCKWORK_SHARE = 0.9;
/** Three hours of slots with equal counts, but for one at the border of a slot: at random once in 10^8 times. */
const CLOCKWORK_SLOTS = 36;

/** True if occurrences come by a clock: a heartbeat, or a job each minute. */
export function isClockwork({ slots, slotsWith, usual, gapMs, most, least }: TemplateStatistics): boolean {
  if (slots * usual < CLOCKWORK_COUNT || slotsWith < CLOCKWORK_SHARE * slots) return false;
  const isEven = gapMs > 0 && gapMs * usual <= CLOCKWORK_PAUSE * SLOT_MS;
  return isEven || (slots >= CLOCKWORK_SLOTS && least >= 1 && most - least <= 1);
}

const LEVEL_INDEX = Object.fromEntries(logLevels.map((level, index) => [level, index])) as Record<LogLevel, number>;

interface Occurrence {
  readonly id: string;
  readonly level: LogLevel;
  readonly at: number;
  /** The time of the previous occurrence. */
  readonly lastAt: number;
  /** The end of the service's last pause. */
  readonly since: number;
  /** The service's logs so far. */
  readonly logs: number;
}

/** Counts an occurrence. A late one says nothing about the present. */
export function countOccurrence(use: TemplateStatistics, { id, level, at, lastAt, since, logs }: Occurrence): void {
  const index = LEVEL_INDEX[level];
  use.levels[index] = (use.levels[index] as number) + 1;
  use.isListed = false;
  const slot = slotOf(at);
  if (slot > use.slot) {
    use.inLast = slot === use.slot + 1 ? use.inSlot : 0;
    use.inSlot = 0;
    use.slot = slot;
  }
  if (slot === use.slot) use.inSlot++;
  if (at < lastAt) return;
  const pauseMs = at - Math.max(lastAt, since);
  // An outage teaches nothing about a clock.
  const teaches = use.gapMs <= 0 || !isOutage(pauseMs, use.gapMs) || !isClockwork(use);
  if (use.logsAtLast >= 0 && teaches) {
    use.gapMs = Math.max(use.gapMs, pauseMs);
    use.gapLogs = Math.max(use.gapLogs, logs - use.logsAtLast);
  }
  if (use.trend === "missing") use.trend = "steady";
  use.lastId = id;
  use.logsAtLast = logs;
}

/** Merges another template's statistics. The common baseline is unknown. */
export function mergeStatistics(use: TemplateStatistics, other: TemplateStatistics): void {
  const { levels, cameLate, logsAtLast } = use;
  Object.assign(use, createTemplateStatistics(), {
    levels: levels.map((count, index) => count + (other.levels[index] ?? 0)),
    lastId: other.logsAtLast > logsAtLast ? other.lastId : use.lastId,
    cameLate: cameLate && other.cameLate,
    logsAtLast: Math.max(logsAtLast, other.logsAtLast),
    slot: Math.max(use.slot, other.slot),
    inSlot: countInSlot(use, Math.max(use.slot, other.slot)) + countInSlot(other, Math.max(use.slot, other.slot)),
  });
}

/** The count in the last slot or the one before it; 0 for others. */
export function countInSlot(use: Pick<TemplateStatistics, "slot" | "inSlot" | "inLast">, slot: number): number {
  if (slot === use.slot) return use.inSlot;
  return slot === use.slot - 1 ? use.inLast : 0;
}

/** The logs of all templates in the present slot. */
export interface LogVolume {
  slot: number;
  inSlot: number;
  /** The usual number, learned from `slots`; -1 if unknown. */
  usual: number;
  slots: number;
  /** The end of a pause of a whole slot, before which nothing counts as a pause. */
  resumedAt: number;
}

export const createLogVolume = (): LogVolume => ({ slot: -1, inSlot: 0, usual: -1, slots: 0, resumedAt: 0 });

export function countLogVolume(volume: LogVolume, at: number): void {
  const slot = slotOf(at);
  if (slot > volume.slot) {
    if (slot > volume.slot + 1) volume.resumedAt = at;
    volume.slot = slot;
    volume.inSlot = 0;
  }
  if (slot === volume.slot) volume.inSlot++;
}
