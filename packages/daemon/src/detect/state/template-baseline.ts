// The method: docs/methods/template-rates.md
import { HOUR_MS } from "../../kernel/clock.ts";
import type { LogTemplate } from "../../methods/log-templates/template-set.ts";
import {
  countInSlot,
  DAY_SLOTS,
  type TemplateStatistics,
  WEEK_SLOTS,
} from "../../methods/log-templates/template-statistics.ts";
import { type RateTrend, SLOT_MS, slotOf } from "../../model/log-pattern.ts";
import { CHANGED_SIGNIFICANCE, CHANGED_TIMES, NOTED_SIGNIFICANCE, NOTED_TIMES } from "../detection-bounds.ts";
import type { ServiceState } from "./service-state.ts";

/** A pattern that didn't come as usual in a slot. */
export interface TemplateRateChange {
  readonly pattern: LogTemplate;
  readonly change: Exclude<RateTrend, "steady">;
  readonly count: number;
  /** The most that was usual where it rises, the least where it falls: by itself and against the other logs. */
  readonly expected: number;
  /** How many times more, or less, or longer than that. */
  readonly times: number;
  /** Standard deviations, of a Poisson distribution; how often it was to come meanwhile where it is missing. */
  readonly significance: number;
}

/** What goes on for so many slots is the new usual: six hours. */
const ODD_SLOTS_MAX = (6 * HOUR_MS) / SLOT_MS;
/** A slot in which the service hardly spoke (it was starting, or away) says nothing of its patterns. */
const VOLUME_SHARE_MIN = 0.25;
/** Two hours: with fewer an extreme is none. What comes seldom must have come in so many of them to be called rising. */
const SLOTS_MIN = 24;
/** What is to be missed came at least so often a day, and so often in all. */
const GAP_MS_MAX = 2 * HOUR_MS;
const OCCURRENCES_MIN = 20;
/** A new release takes so long at most until none of the old one is left. */
const ROLLOUT_MS = HOUR_MS / 2;
/** What comes instead of it, when a new release words it anew, comes at least half as often. */
const REPLACED_SHARE = 0.5;

/** Its logs came to another slot: compares what came in the one that is over with what is usual, and learns from it. */
export function closeSlot(state: ServiceState): TemplateRateChange[] {
  const { volume } = state;
  const { slot, inSlot: logs } = volume;
  if (slot < 0 || slot <= slotOf(state.firstLogAt)) return [];
  const isPlain = volume.usual < 0 || logs >= volume.usual * VOLUME_SHARE_MIN;
  const changes: TemplateRateChange[] = [];
  for (const set of [state.errorTemplates, state.otherTemplates]) {
    for (const pattern of set.templates.values()) {
      if (pattern.count === 0 || slot <= slotOf(pattern.firstAt)) continue;
      const { statistics: use } = pattern;
      const count = countInSlot(use, slot);
      const found = changeOf(state, pattern, slot);
      note(use, found, ratioOf(count, logs));
      pattern.json = null;
      if (count > 0) use.slotsWith++;
      if (found !== null && use.oddSlots <= ODD_SLOTS_MAX) changes.push(found);
      if (isPlain && (use.oddSlots === 0 || use.oddSlots > ODD_SLOTS_MAX)) learn(use, count, logs, volume.usual);
    }
  }
  volume.slots = Math.min(DAY_SLOTS, volume.slots + 1);
  volume.usual = mean(volume.usual, logs, volume.slots);
  return changes;
}

function note(use: TemplateStatistics, found: TemplateRateChange | null, ratio: number): void {
  const isOdd = found !== null && found.times >= CHANGED_TIMES && found.significance >= CHANGED_SIGNIFICANCE;
  const trend = isOdd ? found.change : "steady";
  if (trend !== use.trend) {
    use.isListed = false;
    use.oddSlots = 0;
    learnOdd(use);
    use.trend = trend;
  }
  if (!isOdd) {
    use.oddSlots = 0;
    return;
  }
  use.oddSlots++;
  const furthest = trend === "rising" ? Math.max : Math.min;
  use.oddCount = use.oddCount < 0 ? found.count : furthest(use.oddCount, found.count);
  use.oddRatio = short(use.oddRatio < 0 ? ratio : furthest(use.oddRatio, ratio));
}

/** While it lasts what is odd is compared with what was usual before; once it is over, it is known that it happens. */
function learnOdd(use: TemplateStatistics): void {
  if (use.trend === "rising") {
    use.most = Math.max(use.most, use.oddCount);
    use.mostRatio = Math.max(use.mostRatio, use.oddRatio);
  } else if (use.trend === "falling") {
    use.least = Math.min(use.least, use.oddCount);
    use.leastRatio = Math.min(use.leastRatio, use.oddRatio);
  }
  use.oddCount = -1;
  use.oddRatio = -1;
}

/** Against the others, not all: a pattern that most logs are of would take what it is compared with along. */
const othersOf = (count: number, logs: number): number => Math.max(1, logs - count);
const ratioOf = (count: number, logs: number): number => count / othersOf(count, logs);

function learn(use: TemplateStatistics, count: number, logs: number, usualLogs: number): void {
  use.slots++;
  use.usual = mean(use.usual, count, Math.min(use.slots, DAY_SLOTS));
  const ratio = short(ratioOf(count, logs));
  const usualRatio = ratioOf(use.usual, usualLogs < 0 ? logs : usualLogs);
  use.most = Math.max(count, drift(use.most, use.usual));
  use.mostRatio = Math.max(ratio, drift(use.mostRatio, usualRatio));
  use.least = use.least < 0 ? count : Math.min(count, drift(use.least, use.usual));
  use.leastRatio = use.leastRatio < 0 ? ratio : Math.min(ratio, drift(use.leastRatio, usualRatio));
  use.gapMs = drift(use.gapMs, 0);
  use.gapLogs = drift(use.gapLogs, 0);
}

/** As it is stored: the state stays the same, whether it was read again or not. */
const short = (value: number): number => Number(value.toPrecision(6));

const mean = (known: number, value: number, of: number): number =>
  of === 1 ? value : short(known + (value - known) / of);

const drift = (extreme: number, usual: number): number =>
  extreme < 0 ? extreme : short(extreme + (usual - extreme) / WEEK_SLOTS);

function changeOf(state: ServiceState, pattern: LogTemplate, slot: number): TemplateRateChange | null {
  const { statistics: use } = pattern;
  if (use.slots < SLOTS_MIN) return null;
  const count = countInSlot(use, slot);
  const others = othersOf(count, state.volume.inSlot);
  const most = Math.max(use.most, use.mostRatio * others);
  if (count > most && use.slotsWith < SLOTS_MIN) return null;
  if (count > most) return noted(pattern, "rising", count, most, (count + 1) / (most + 1));
  if (isTroublesome(use)) return null;
  if (count === 0) return missing(state, pattern, slot);
  const least = Math.min(use.least, use.leastRatio * others);
  if (count >= least || isReplaced(state, pattern, slot, least - count)) return null;
  return noted(pattern, "falling", count, least, (least + 1) / (count + 1));
}

/** That warnings and errors end is good news. */
const isTroublesome = ({ levels }: TemplateStatistics): boolean => levels.slice(2).some((count) => count > 0);

function noted(
  pattern: LogTemplate,
  trend: "rising" | "falling",
  count: number,
  expected: number,
  times: number,
): TemplateRateChange | null {
  // One more, so that what hardly ever comes isn't judged by its first occurrences.
  const significance = Math.abs(count - expected) / Math.sqrt(expected + 1);
  if (times < NOTED_TIMES || significance < NOTED_SIGNIFICANCE) return null;
  return { pattern, change: trend, count, expected, times, significance };
}

/** It paused longer than it ever does, by the clock and by what its service wrote meanwhile. */
function missing(state: ServiceState, pattern: LogTemplate, slot: number): TemplateRateChange | null {
  const { statistics: use, lastAt, firstAt } = pattern;
  if (use.gapMs < 0 || use.gapMs > GAP_MS_MAX || pattern.count < OCCURRENCES_MIN) return null;
  // Metrics may be further on than logs.
  const silentMs = Math.min(state.watermark, (slot + 1) * SLOT_MS) - Math.max(lastAt, state.volume.resumedAt);
  const silentLogs = state.logsSeen - use.logsAtLast;
  const times = Math.min(silentMs / Math.max(1, use.gapMs), silentLogs / Math.max(1, use.gapLogs));
  const expected = (silentMs / SLOT_MS) * use.usual;
  if (times < NOTED_TIMES || lastAt - firstAt < OCCURRENCES_MIN * use.gapMs) return null;
  if (isReplaced(state, pattern, slot, use.usual)) return null;
  return { pattern, change: "missing", count: 0, expected, times, significance: expected };
}

/** A release, or kinds of messages that came with it and are as frequent, tell why it came less. */
function isReplaced(state: ServiceState, pattern: LogTemplate, slot: number, lack: number): boolean {
  const since = Math.min(pattern.lastAt, slot * SLOT_MS) - ROLLOUT_MS;
  if (state.deployments.some((deployment) => deployment.at >= since)) return true;
  let instead = 0;
  for (const other of state.otherTemplates.templates.values()) {
    if (other.firstAt < since || other === pattern) continue;
    instead += countInSlot(other.statistics, slot);
    if (instead >= REPLACED_SHARE * lack) return true;
  }
  return false;
}
