import type { EvidenceTrail, Mark } from "./evidence-trail.ts";
import { asArray, asNumber, asString } from "./json-shape.ts";

export const decodeMarks = (value: unknown): Mark[] =>
  asArray(value).map((mark) => {
    const [id, at] = asArray(mark);
    return [asString(id), asNumber(at)];
  });

export const encodeEvidenceTrail = ({ first, last }: EvidenceTrail): unknown[] => [first, last];

export function decodeEvidenceTrail(value: unknown): EvidenceTrail {
  const [first, last] = asArray(value);
  return { first: decodeMarks(first), last: decodeMarks(last), json: null };
}
