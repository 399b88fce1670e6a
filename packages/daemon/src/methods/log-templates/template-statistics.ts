// The method: docs/methods/template-rates.md
import { logLevels, type RateTrend, slotOf } from "../../model/log-pattern.ts";
import type { LogLevel } from "../../model/telemetry.ts";

/**
 * How often a pattern comes, and how often it does at other times: a few numbers, whatever comes. What is usual is
 * told by extremes, so that nothing need be known of how its occurrences are spread; each drifts back to the usual
 * over a week, so that what was once doesn't count for ever. -1 stands for what isn't known.
 */
export interface TemplateStatistics {
  /** Occurrences by level, from debug to fatal. */
  levels: number[];
  lastId: string;
  /** The last slot in which it came; how often there, and in the one before. */
  slot: number;
  inSlot: number;
  inLast: number;
  /** In a usual slot. */
  usual: number;
  /** Slots that it was learned from, and those in which it came. */
  slots: number;
  slotsWith: number;
  /** Most and least in a slot, by themselves and against all other logs of the service. */
  most: number;
  least: number;
  mostRatio: number;
  leastRatio: number;
  /** The longest time between two occurrences, and the most other logs. */
  gapMs: number;
  gapLogs: number;
  /** How many logs the service had written when it came last. */
  logsAtLast: number;
  trend: RateTrend;
  /** Slots in a row in which it wasn't as usual. */
  oddSlots: number;
  /** The most or the least of them, which is learned when it is over. */
  oddCount: number;
  oddRatio: number;
  cameLate: boolean;
  /** The list of patterns has it as it is. */
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

const LEVEL_INDEX = Object.fromEntries(logLevels.map((level, index) => [level, index])) as Record<LogLevel, number>;

interface Occurrence {
  readonly id: string;
  readonly level: LogLevel;
  readonly at: number;
  /** When the one before it happened. */
  readonly lastAt: number;
  /** When the service began to speak without a pause. */
  readonly since: number;
  /** Logs that the service has written by then. */
  readonly logs: number;
}

/** Counts one occurrence. One that is late counts, and says nothing of the present. */
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
  if (use.logsAtLast >= 0) {
    use.gapMs = Math.max(use.gapMs, at - Math.max(lastAt, since));
    use.gapLogs = Math.max(use.gapLogs, logs - use.logsAtLast);
  }
  if (use.trend === "missing") use.trend = "steady";
  use.lastId = id;
  use.logsAtLast = logs;
}

/** Takes in what is known of another, which is found to be the same pattern: what is usual of both isn't known yet. */
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

/** How often it came in a slot, of the last and the one before it. */
export function countInSlot(use: Pick<TemplateStatistics, "slot" | "inSlot" | "inLast">, slot: number): number {
  if (slot === use.slot) return use.inSlot;
  return slot === use.slot - 1 ? use.inLast : 0;
}

/** The logs of all patterns together, by the slot that is being filled. */
export interface LogVolume {
  slot: number;
  inSlot: number;
  /** In a usual slot, told from so many; -1: not known yet. */
  usual: number;
  slots: number;
  /** When the service spoke again after it had said nothing for a whole slot: time before that is nobody's pause. */
  resumedAt: number;
}

export const createLogVolume = (): LogVolume => ({ slot: -1, inSlot: 0, usual: -1, slots: 0, resumedAt: 0 });

/** Counts a log of the service's present. */
export function countLogVolume(volume: LogVolume, at: number): void {
  const slot = slotOf(at);
  if (slot > volume.slot) {
    if (slot > volume.slot + 1) volume.resumedAt = at;
    volume.slot = slot;
    volume.inSlot = 0;
  }
  if (slot === volume.slot) volume.inSlot++;
}
