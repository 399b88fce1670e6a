import { asArray, asBoolean, asNumber, asString } from "../json-shape.ts";
import { decodeMarks } from "../trail-codec.ts";
import { createPatternSet, type MessagePattern, type PatternSet } from "./pattern-set.ts";

const encodePattern = (pattern: MessagePattern): unknown[] => [
  pattern.id,
  pattern.fingerprint,
  // Tokens hold no spaces.
  pattern.tokens.join(" "),
  pattern.firstAt,
  pattern.lastAt,
  pattern.count,
  pattern.minuteCount,
  pattern.isNew ? 1 : 0,
  pattern.marks,
];

function decodePattern(value: unknown): MessagePattern {
  const [id, fingerprint, text, firstAt, lastAt, count, minuteCount, isNew, marks] = asArray(value);
  const tokens = asString(text);
  return {
    id: asNumber(id),
    fingerprint: asString(fingerprint),
    tokens: tokens === "" ? [] : tokens.split(" "),
    firstAt: asNumber(firstAt),
    lastAt: asNumber(lastAt),
    count: asNumber(count),
    minuteCount: asNumber(minuteCount),
    isNew: asBoolean(isNew),
    marks: decodeMarks(marks),
  };
}

export const encodePatterns = (set: PatternSet): unknown[] => [
  set.nextId,
  set.overflowAt,
  Array.from(set.patterns.values(), encodePattern),
];

export function decodePatterns(value: unknown): PatternSet {
  const [nextId, overflowAt, patterns] = asArray(value);
  return createPatternSet(asArray(patterns).map(decodePattern), asNumber(nextId), asNumber(overflowAt));
}
