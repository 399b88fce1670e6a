// The method: docs/methods/log-templates.md
import { minuteOf } from "../error-rates/minute-counts.ts";
import type { Mark } from "../state/evidence-trail.ts";

/** Of a new pattern's minutes the first two and the last three keep a mark each. */
const FIRST = 2;
export const NEW_MARKS_MAX = 5;

/** Adds one, in the order of time: logs may come late, by turns with those that don't. What a minute brings besides is one occurrence. */
export function markMinute(marks: Mark[], mark: Mark): void {
  const minute = minuteOf(mark[1]);
  const before = marks.findLastIndex(([, at]) => minuteOf(at) <= minute);
  const last = marks[before];
  if (last !== undefined && minuteOf(last[1]) === minute) return;
  marks.splice(before + 1, 0, mark);
  if (marks.length > NEW_MARKS_MAX) marks.splice(FIRST, 1);
}
