import { minuteOf } from "../error-rates/minute-counts.ts";
import { asArray, asNumber, asString, type CachedJson, type Codec } from "./stored-json.ts";

/** A candidate names so many of the first telemetry ids, and of the last. */
export const TRAIL_END_MAX = 10;

export type Mark = readonly [id: string, at: number];

/** The first and the last of a kind of telemetry within a window: the evidence of a candidate. */
export interface EvidenceTrail extends CachedJson {
  first: Mark[];
  last: Mark[];
}

export const createEvidenceTrail = (): EvidenceTrail => ({ first: [], last: [], json: null });

/** Adds a mark, and removes first marks from before `since`. */
export function addMark(trail: EvidenceTrail, id: string, at: number, since: number): void {
  trail.json = null;
  const oldest = trail.first[0];
  if (oldest !== undefined && oldest[1] < since) trail.first = trail.first.filter((mark) => mark[1] >= since);
  if (trail.first.length < TRAIL_END_MAX) {
    trail.first.push([id, at]);
    return;
  }
  if (trail.last.length === TRAIL_END_MAX) trail.last.shift();
  trail.last.push([id, at]);
}

export function marksSince(trail: EvidenceTrail, since: number): Mark[] {
  const byId = new Map<string, Mark>();
  for (const mark of [...trail.first, ...trail.last]) if (mark[1] >= since) byId.set(mark[0], mark);
  return [...byId.values()].sort((left, right) => left[1] - right[1]);
}

/** A new log template keeps one mark a minute: the first two and the last three. See docs/methods/log-templates.md. */
const FIRST_MINUTES = 2;
export const NEW_MARKS_MAX = 5;

/** Adds the mark of a minute in the order of time, since logs may arrive late. */
export function markMinute(marks: Mark[], mark: Mark): void {
  const minute = minuteOf(mark[1]);
  const before = marks.findLastIndex(([, at]) => minuteOf(at) <= minute);
  const last = marks[before];
  if (last !== undefined && minuteOf(last[1]) === minute) return;
  marks.splice(before + 1, 0, mark);
  if (marks.length > NEW_MARKS_MAX) marks.splice(FIRST_MINUTES, 1);
}

export const marksCodec: Codec<Mark[]> = {
  encode: (marks) => marks,
  decode: (stored) =>
    asArray(stored).map((mark) => {
      const [id, at] = asArray(mark);
      return [asString(id), asNumber(at)];
    }),
};

export const evidenceTrailCodec: Codec<EvidenceTrail> = {
  encode: ({ first, last }) => [first, last],
  decode(stored) {
    const [first, last] = asArray(stored);
    return { first: marksCodec.decode(first), last: marksCodec.decode(last), json: null };
  },
};
