// The method: docs/methods/log-templates.md
import { logLevels, rateTrends } from "../../model/log-template.ts";
import { marksCodec } from "../state/evidence-trail.ts";
import {
  asArray,
  asBoolean,
  asNumber,
  asString,
  flagCodec,
  jsonList,
  jsonOf,
  numberFields,
  textCodec,
  tupleDecoder,
} from "../state/stored-json.ts";
import { createTemplateSet, type LogTemplate, type TemplateSet } from "./template-set.ts";
import { createTemplateStatistics, type TemplateStatistics } from "./template-statistics.ts";
import { isWild } from "./token-masks.ts";

const decodeStatistics = tupleDecoder<TemplateStatistics>(
  {
    levels: { decode: (stored) => logLevels.map((_, index) => asNumber(asArray(stored)[index])) },
    lastId: textCodec,
    ...numberFields("slot", "inSlot", "inLast", "usual", "slots", "slotsWith", "most", "least"),
    ...numberFields("mostRatio", "leastRatio", "gapMs", "gapLogs", "logsAtLast"),
    trend: { decode: (stored) => rateTrends[asNumber(stored)] ?? "steady" },
    ...numberFields("oddSlots", "oddCount", "oddRatio"),
    cameLate: flagCodec,
    isListed: flagCodec,
  },
  createTemplateStatistics,
);

/** In the order of the fields above. `tupleCodec` takes twice as long, and most of what a batch changes are statistics. */
const encodeStatistics = (statistics: TemplateStatistics): unknown[] => [
  statistics.levels,
  statistics.lastId,
  statistics.slot,
  statistics.inSlot,
  statistics.inLast,
  statistics.usual,
  statistics.slots,
  statistics.slotsWith,
  statistics.most,
  statistics.least,
  statistics.mostRatio,
  statistics.leastRatio,
  statistics.gapMs,
  statistics.gapLogs,
  statistics.logsAtLast,
  rateTrends.indexOf(statistics.trend),
  statistics.oddSlots,
  statistics.oddCount,
  statistics.oddRatio,
  flagCodec.encode(statistics.cameLate),
  flagCodec.encode(statistics.isListed),
];

/** Neither tokens nor gaps contain it. A gap of one space, the most frequent, is stored as an empty text. */
const BETWEEN = "`";

const storedText = ({ tokens, gaps }: LogTemplate): string =>
  gaps.flatMap((gap, place) => [gap === " " ? "" : gap, ...tokens.slice(place, place + 1)]).join(BETWEEN);

function encodeTemplate(template: LogTemplate): unknown[] {
  template.form ??= storedText(template);
  const { id, fingerprint, form, aliases, firstAt, lastAt, count, minuteCount, marks } = template;
  const isNew = flagCodec.encode(template.isNew);
  const statistics = encodeStatistics(template.statistics);
  return [id, fingerprint, form, aliases, firstAt, lastAt, count, minuteCount, isNew, marks, statistics];
}

function decodeTemplate(stored: unknown): LogTemplate {
  const [id, fingerprint, form, aliases, firstAt, lastAt, count, minuteCount, isNew, marks, statistics] =
    asArray(stored);
  const parts = asString(form).split(BETWEEN);
  const tokens = parts.filter((_, index) => index % 2 === 1);
  const gaps = parts.filter((_, index) => index % 2 === 0);
  return {
    id: asNumber(id),
    fingerprint: asString(fingerprint),
    tokens,
    wild: tokens.map(isWild),
    gaps: gaps.map((gap, place) => (gap === "" && place > 0 && place < tokens.length ? " " : gap)),
    aliases: asArray(aliases).map(asString),
    firstAt: asNumber(firstAt),
    lastAt: asNumber(lastAt),
    count: asNumber(count),
    minuteCount: asNumber(minuteCount),
    isNew: asBoolean(isNew),
    marks: marksCodec.decode(marks),
    statistics: decodeStatistics(statistics),
    form: null,
    json: null,
  };
}

export function encodeTemplateSet({ nextId, overflowAt, templates }: TemplateSet): string {
  const each: string[] = [];
  for (const template of templates.values()) each.push(template.json ?? jsonOf(template, encodeTemplate));
  return `[${nextId},${overflowAt},${jsonList(each)}]`;
}

export function decodeTemplateSet(stored: unknown): TemplateSet {
  const [nextId, overflowAt, templates] = asArray(stored);
  return createTemplateSet(asArray(templates).map(decodeTemplate), asNumber(nextId), asNumber(overflowAt));
}
