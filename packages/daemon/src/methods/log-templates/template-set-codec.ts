// The method: docs/methods/log-templates.md
import { jsonOf, listOf } from "../state/cached-json.ts";
import { decodeMarks } from "../state/evidence-trail-codec.ts";
import { asArray, asBoolean, asNumber, asString } from "../state/json-shape.ts";
import { createTemplateSet, type LogTemplate, type TemplateSet } from "./template-set.ts";
import { decodeTemplateStatistics, encodeTemplateStatistics } from "./template-statistics-codec.ts";
import { isWild } from "./token-masks.ts";

/** Neither tokens nor gaps hold it. A gap of one space, the most frequent, is stored as none. */
const BETWEEN = "`";

const templateForm = ({ tokens, gaps }: LogTemplate): string =>
  gaps.flatMap((gap, place) => [gap === " " ? "" : gap, ...tokens.slice(place, place + 1)]).join(BETWEEN);

function encodePattern(pattern: LogTemplate): unknown[] {
  pattern.form ??= templateForm(pattern);
  return [
    pattern.id,
    pattern.fingerprint,
    pattern.form,
    pattern.aliases,
    pattern.firstAt,
    pattern.lastAt,
    pattern.count,
    pattern.minuteCount,
    pattern.isNew ? 1 : 0,
    pattern.marks,
    encodeTemplateStatistics(pattern.statistics),
  ];
}

function decodePattern(value: unknown): LogTemplate {
  const [id, fingerprint, form, aliases, firstAt, lastAt, count, minuteCount, isNew, marks, use] = asArray(value);
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
    marks: decodeMarks(marks),
    statistics: decodeTemplateStatistics(use),
    form: null,
    json: null,
  };
}

export function encodeTemplateSet({ nextId, overflowAt, templates: patterns }: TemplateSet): string {
  const each = Array.from(patterns.values(), (pattern) => jsonOf(pattern, encodePattern));
  return `[${nextId},${overflowAt},${listOf(each)}]`;
}

export function decodeTemplateSet(value: unknown): TemplateSet {
  const [nextId, overflowAt, patterns] = asArray(value);
  return createTemplateSet(asArray(patterns).map(decodePattern), asNumber(nextId), asNumber(overflowAt));
}
