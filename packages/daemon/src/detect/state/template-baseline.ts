// The method: docs/methods/template-rates.md
import { HOUR_MS } from "../../kernel/clock.ts";
import { logsBetween, minuteOf, sumMinutes } from "../../methods/error-rates/minute-counts.ts";
import type { LogTemplate } from "../../methods/log-templates/template-set.ts";
import {
  countInSlot,
  DAY_SLOTS,
  isClockwork,
  type TemplateStatistics,
  WEEK_SLOTS,
} from "../../methods/log-templates/template-statistics.ts";
import { isOutage, overdueAfter } from "../../methods/metric-series/sampling-interval.ts";
import { type RateTrend, SLOT_MS, slotOf } from "../../model/log-template.ts";
import { CHANGED_SIGNIFICANCE, CHANGED_TIMES } from "../detection-bounds.ts";
import type { ServiceState } from "./service-state.ts";

export interface TemplateRateChange {
  readonly template: LogTemplate;
  readonly change: Exclude<RateTrend, "steady">;
  readonly count: number;
  /** The highest usual rate for rising, the lowest for falling templates, by itself and relative to other logs. */
  readonly expected: number;
  readonly times: number;
  /** Standard deviations of a Poisson distribution; for missing templates the expected occurrences. */
  readonly significance: number;
  /** The time from which on a template that comes by a clock is overdue. */
  readonly overdueAt?: number;
}

/** After six hours a changed rate is the new usual. */
const ODD_SLOTS_MAX = (6 * HOUR_MS) / SLOT_MS;
/** With fewer logs than this share of the usual the service was starting or down, and nothing is learned. */
const VOLUME_SHARE_MIN = 0.25;
/** Extremes need two hours of slots, rising templates as many slots with occurrences, and the longest pause as many pauses. */
const SLOTS_MIN = 24;
/** Only templates that are at least this frequent can be missing. */
const GAP_MS_MAX = 2 * HOUR_MS;
/** The longest rollout of a release. */
const ROLLOUT_MS = HOUR_MS / 2;
/** A new template replaces another if it is at least half as frequent. */
const REPLACED_SHARE = 0.5;

/** Compares the slot that ended with the baselines, and learns from it. */
export function closeSlot(state: ServiceState): TemplateRateChange[] {
  const { volume } = state;
  const { slot, inSlot: logs } = volume;
  if (slot < 0 || slot <= slotOf(state.firstLogAt)) return [];
  const isPlain = volume.usual < 0 || logs >= volume.usual * VOLUME_SHARE_MIN;
  const changes: TemplateRateChange[] = [];
  for (const set of [state.errorTemplates, state.otherTemplates]) {
    for (const template of set.templates.values()) {
      if (template.count === 0 || slot <= slotOf(template.firstAt)) continue;
      const { statistics: use } = template;
      const count = countInSlot(use, slot);
      const found = changeOf(state, template, slot);
      note(use, found, ratioOf(count, logs));
      template.json = null;
      if (count > 0) use.slotsWith++;
      if (found !== null && use.oddSlots <= ODD_SLOTS_MAX) changes.push(found);
      if (isPlain && (use.oddSlots === 0 || use.oddSlots > ODD_SLOTS_MAX)) learn(use, count, logs, volume.usual);
    }
  }
  state.otherTemplates.clockwork = null;
  volume.slots = Math.min(DAY_SLOTS, volume.slots + 1);
  volume.usual = mean(volume.usual, logs, volume.slots);
  return changes;
}

function note(use: TemplateStatistics, found: TemplateRateChange | null, ratio: number): void {
  const trend = found?.change ?? "steady";
  if (trend !== use.trend) {
    use.isListed = false;
    use.oddSlots = 0;
    learnOdd(use);
    use.trend = trend;
  }
  use.oddSlots = found === null ? 0 : use.oddSlots + 1;
  if (found === null) return;
  const furthest = trend === "rising" ? Math.max : Math.min;
  use.oddCount = use.oddCount < 0 ? found.count : furthest(use.oddCount, found.count);
  use.oddRatio = short(use.oddRatio < 0 ? ratio : furthest(use.oddRatio, ratio));
}

/** An unusual rate is compared with the baseline from before it, and learned when it is over. */
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

/** Compared with the other logs, since a dominant template would move the total. */
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

/** Rounded as stored, so that a reload changes nothing. */
const short = (value: number): number => Number(value.toPrecision(6));

const mean = (known: number, value: number, of: number): number =>
  of === 1 ? value : short(known + (value - known) / of);

const drift = (extreme: number, usual: number): number =>
  extreme < 0 ? extreme : short(extreme + (usual - extreme) / WEEK_SLOTS);

function changeOf(state: ServiceState, template: LogTemplate, slot: number): TemplateRateChange | null {
  const { statistics: use } = template;
  if (use.slots < SLOTS_MIN) return null;
  const count = countInSlot(use, slot);
  const others = othersOf(count, state.volume.inSlot);
  const most = Math.max(use.most, use.mostRatio * others);
  if (count > most)
    return use.slotsWith < SLOTS_MIN ? null : changed(template, "rising", count, most, (count + 1) / (most + 1));
  if (isTroublesome(use)) return null;
  if (count === 0) return missing(state, template, slot);
  const least = Math.min(use.least, use.leastRatio * others);
  if (count >= least || isReplaced(state, template, slot * SLOT_MS, least - count, inSlot(slot))) return null;
  return changed(template, "falling", count, least, (least + 1) / (count + 1));
}

/** Fewer warnings and errors are no problem. */
const isTroublesome = ({ levels }: TemplateStatistics): boolean => levels.slice(2).some((count) => count > 0);

function changed(
  template: LogTemplate,
  trend: "rising" | "falling",
  count: number,
  expected: number,
  times: number,
): TemplateRateChange | null {
  // One more, so that rare templates aren't judged by their first occurrences.
  const significance = Math.abs(count - expected) / Math.sqrt(expected + 1);
  if (times < CHANGED_TIMES || significance < CHANGED_SIGNIFICANCE) return null;
  return { template, change: trend, count, expected, times, significance };
}

/** The pause is longer than ever, by time and by the other logs. */
function missing(state: ServiceState, template: LogTemplate, slot: number): TemplateRateChange | null {
  const { statistics: use, lastAt, firstAt } = template;
  if (use.gapMs < 0 || use.gapMs > GAP_MS_MAX || lastAt - firstAt < SLOTS_MIN * use.gapMs) return null;
  // Metrics may be ahead of logs.
  const silentMs = Math.min(state.watermark, (slot + 1) * SLOT_MS) - Math.max(lastAt, state.volume.resumedAt);
  const silentLogs = state.logsSeen - use.logsAtLast;
  const times = Math.min(silentMs / Math.max(1, use.gapMs), silentLogs / Math.max(1, use.gapLogs));
  const expected = (silentMs / SLOT_MS) * use.usual;
  if (times < CHANGED_TIMES || isReplaced(state, template, slot * SLOT_MS, use.usual, inSlot(slot))) return null;
  return { template, change: "missing", count: 0, expected, times, significance: expected };
}

const inSlot =
  (slot: number) =>
  ({ statistics }: LogTemplate): number =>
    countInSlot(statistics, slot);

/** Templates that come by a clock and are overdue at this time. */
export function overdueTemplates(state: ServiceState, at: number): TemplateRateChange[] {
  const set = state.otherTemplates;
  set.clockwork ??= [...set.templates.values()].filter(
    ({ statistics }) => isClockwork(statistics) && !isTroublesome(statistics),
  );
  return set.clockwork.flatMap((template) => {
    const { statistics: use, lastAt } = template;
    const since = Math.max(lastAt, state.volume.resumedAt);
    const silentMs = at - since;
    const times = silentMs / Math.max(1, use.gapMs);
    const expected = (silentMs / SLOT_MS) * use.usual;
    if (silentMs < overdueAfter(use.gapMs) || silentMs > ODD_SLOTS_MAX * SLOT_MS) return [];
    const dueAt = since + use.gapMs;
    // A single one may have been due while all was quiet.
    if (!isOutage(silentMs, use.gapMs) && logsBetween(state.minutes, dueAt, dueAt) === 0) return [];
    if (!goesOn(state, since, at, expected)) return [];
    if (isReplaced(state, template, at, expected, ({ count }) => count, lastAt - use.gapMs)) return [];
    use.trend = "missing";
    template.json = null;
    const overdueAt = since + overdueAfter(use.gapMs);
    return { template, change: "missing", count: 0, expected, times, significance: expected, overdueAt };
  });
}

/** True if the service writes half as many logs as before, and no errors in the place of what is missing. */
function goesOn({ minutes }: ServiceState, since: number, at: number, missed: number): boolean {
  const [from, to] = [minuteOf(since) + 1, minuteOf(at) - 1];
  if (to < from) return false;
  const before = sumMinutes(minutes, 2 * from - to - 2, from - 2);
  const { logs, errors } = sumMinutes(minutes, from, to);
  return (
    sumMinutes(minutes, to - 1, to).logs > 0 &&
    logs >= before.logs / 2 &&
    errors - before.errors < REPLACED_SHARE * missed
  );
}

/** True if a release explains the drop at this time, or templates that are new since then, or since `newSince`. */
function isReplaced(
  state: ServiceState,
  template: LogTemplate,
  at: number,
  lack: number,
  countOf: (other: LogTemplate) => number,
  newSince?: number,
): boolean {
  const released = Math.min(template.lastAt, at) - ROLLOUT_MS;
  if (state.deployments.some((deployment) => deployment.at >= released)) return true;
  const since = newSince ?? released;
  let instead = 0;
  for (const other of state.otherTemplates.templates.values()) {
    if (other.firstAt < since || other === template) continue;
    instead += countOf(other);
    if (instead >= REPLACED_SHARE * lack) return true;
  }
  return false;
}
