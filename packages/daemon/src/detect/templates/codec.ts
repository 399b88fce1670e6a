import { jsonOf, listOf } from "../encoded.ts";
import { asArray, asBoolean, asNumber, asString } from "../json-shape.ts";
import { decodeMarks } from "../trail-codec.ts";
import { isWild } from "./mask.ts";
import { createPatternSet, type MessagePattern, type PatternSet } from "./pattern-set.ts";
import { decodeUse, encodeUse } from "./use-codec.ts";

/** Neither tokens nor gaps hold it. A gap of one space, the most frequent, is stored as none. */
const BETWEEN = "`";

const templateForm = ({ tokens, gaps }: MessagePattern): string =>
  gaps.flatMap((gap, place) => [gap === " " ? "" : gap, ...tokens.slice(place, place + 1)]).join(BETWEEN);

function encodePattern(pattern: MessagePattern): unknown[] {
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
    encodeUse(pattern.use),
  ];
}

function decodePattern(value: unknown): MessagePattern {
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
    use: decodeUse(use),
    form: null,
    json: null,
  };
}

export function encodePatterns({ nextId, overflowAt, patterns }: PatternSet): string {
  const each = Array.from(patterns.values(), (pattern) => jsonOf(pattern, encodePattern));
  return `[${nextId},${overflowAt},${listOf(each)}]`;
}

export function decodePatterns(value: unknown): PatternSet {
  const [nextId, overflowAt, patterns] = asArray(value);
  return createPatternSet(asArray(patterns).map(decodePattern), asNumber(nextId), asNumber(overflowAt));
}
