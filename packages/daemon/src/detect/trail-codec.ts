import { asArray, asNumber, asString } from "./json-shape.ts";
import type { Mark, Trail } from "./trail.ts";

export const decodeMarks = (value: unknown): Mark[] =>
  asArray(value).map((mark) => {
    const [id, at] = asArray(mark);
    return [asString(id), asNumber(at)];
  });

export const encodeTrail = ({ first, last }: Trail): unknown[] => [first, last];

export function decodeTrail(value: unknown): Trail {
  const [first, last] = asArray(value);
  return { first: decodeMarks(first), last: decodeMarks(last), json: null };
}
