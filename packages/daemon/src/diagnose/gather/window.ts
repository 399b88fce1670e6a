import { MINUTE_MS } from "../../kernel/clock.ts";
import type { Incident } from "../../model/incident.ts";
import { bucketStartOf } from "../../model/telemetry-count.ts";
import type { Grid } from "../picture/incident-picture.ts";
import { AFTER_MS, BASELINE_MS } from "./gathering-limits.ts";

/** Whole minutes, as telemetry is counted in them. */
export const STEP_MS = MINUTE_MS;

/**
 * The time that is looked at, in minutes: four hours before somebody noticed and up to half an hour after, as far as
 * it has come.
 */
export function windowOf(noticedAt: number, { resolvedAt }: Incident, now: number): Grid {
  const start = bucketStartOf(noticedAt - BASELINE_MS, STEP_MS);
  // An incident about times long gone is resolved after all of them; one about times to come is looked at all the same.
  const end = Math.max(noticedAt, Math.min(now, resolvedAt ?? now, noticedAt + AFTER_MS));
  return { start, step: STEP_MS, count: (bucketStartOf(end, STEP_MS) - start) / STEP_MS + 1 };
}

export const endOf = ({ start, step, count }: Grid): number => start + step * count;
