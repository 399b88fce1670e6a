// The method: docs/methods/template-rates.md
import { habits, logLevels } from "../../model/log-pattern.ts";
import { asArray, asBoolean, asNumber, asString } from "../state/json-shape.ts";
import type { TemplateStatistics } from "./template-statistics.ts";

export const encodeTemplateStatistics = (use: TemplateStatistics): unknown[] => [
  use.levels,
  use.lastId,
  use.slot,
  use.inSlot,
  use.inLast,
  use.usual,
  use.slots,
  use.slotsWith,
  use.most,
  use.least,
  use.mostRatio,
  use.leastRatio,
  use.gapMs,
  use.gapLogs,
  use.logsAtLast,
  habits.indexOf(use.habit),
  use.oddSlots,
  use.oddCount,
  use.oddRatio,
  use.cameLate ? 1 : 0,
  use.isListed ? 1 : 0,
];

export function decodeTemplateStatistics(value: unknown): TemplateStatistics {
  const [levels, lastId, slot, inSlot, inLast, usual, slots, slotsWith, ...more] = asArray(value);
  const [
    most,
    least,
    mostRatio,
    leastRatio,
    gapMs,
    gapLogs,
    logsAtLast,
    habit,
    oddSlots,
    oddCount,
    oddRatio,
    cameLate,
    isListed,
  ] = more;
  const counts = asArray(levels);
  return {
    levels: logLevels.map((_, index) => asNumber(counts[index])),
    lastId: asString(lastId),
    slot: asNumber(slot),
    inSlot: asNumber(inSlot),
    inLast: asNumber(inLast),
    usual: asNumber(usual),
    slots: asNumber(slots),
    slotsWith: asNumber(slotsWith),
    most: asNumber(most),
    least: asNumber(least),
    mostRatio: asNumber(mostRatio),
    leastRatio: asNumber(leastRatio),
    gapMs: asNumber(gapMs),
    gapLogs: asNumber(gapLogs),
    logsAtLast: asNumber(logsAtLast),
    habit: habits[asNumber(habit)] ?? "steady",
    oddSlots: asNumber(oddSlots),
    oddCount: asNumber(oddCount),
    oddRatio: asNumber(oddRatio),
    cameLate: asBoolean(cameLate),
    isListed: asBoolean(isListed),
  };
}
