import type { Encoded } from "./encoded.ts";
import { TRAIL_FIRST_MAX, TRAIL_LAST_MAX } from "./limits.ts";

/** Id of a piece of telemetry and when it happened. */
export type Mark = readonly [id: string, at: number];

/** The first and the last of a kind of telemetry within a window: what a candidate shows as evidence. */
export interface Trail extends Encoded {
  first: Mark[];
  last: Mark[];
}

export const createTrail = (): Trail => ({ first: [], last: [], json: null });

/** Adds one; first ones from before `since` make room. */
export function addMark(trail: Trail, id: string, at: number, since: number): void {
  trail.json = null;
  const oldest = trail.first[0];
  if (oldest !== undefined && oldest[1] < since) trail.first = trail.first.filter((mark) => mark[1] >= since);
  if (trail.first.length < TRAIL_FIRST_MAX) {
    trail.first.push([id, at]);
    return;
  }
  if (trail.last.length === TRAIL_LAST_MAX) trail.last.shift();
  trail.last.push([id, at]);
}

/** The marks from `since` on, in the order of time. */
export function marksSince(trail: Trail, since: number): Mark[] {
  const byId = new Map<string, Mark>();
  for (const mark of trail.first) if (mark[1] >= since) byId.set(mark[0], mark);
  for (const mark of trail.last) if (mark[1] >= since) byId.set(mark[0], mark);
  return [...byId.values()].sort((left, right) => left[1] - right[1]);
}
