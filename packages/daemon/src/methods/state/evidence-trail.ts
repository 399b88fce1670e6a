import type { CachedJson } from "./cached-json.ts";

/** Telemetry ids that a candidate names: so many first ones and so many last ones. */
export const TRAIL_FIRST_MAX = 10;
export const TRAIL_LAST_MAX = 10;

/** Id of a piece of telemetry and when it happened. */
export type Mark = readonly [id: string, at: number];

/** The first and the last of a kind of telemetry within a window: what a candidate shows as evidence. */
export interface EvidenceTrail extends CachedJson {
  first: Mark[];
  last: Mark[];
}

export const createEvidenceTrail = (): EvidenceTrail => ({ first: [], last: [], json: null });

/** Adds one; first ones from before `since` make room. */
export function addMark(trail: EvidenceTrail, id: string, at: number, since: number): void {
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
export function marksSince(trail: EvidenceTrail, since: number): Mark[] {
  const byId = new Map<string, Mark>();
  for (const mark of trail.first) if (mark[1] >= since) byId.set(mark[0], mark);
  for (const mark of trail.last) if (mark[1] >= since) byId.set(mark[0], mark);
  return [...byId.values()].sort((left, right) => left[1] - right[1]);
}
