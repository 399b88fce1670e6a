import type { Grid } from "../picture/incident-picture.ts";
import type { Deviation } from "./deviation.ts";

/** Steps by which a change may seem to come late: clocks differ, and a step is coarse. */
export const LATE_STEPS = 1;
/** Steps after a change within which what begins comes with it. */
const SOON_STEPS = 1.5;

/** Whether what began came with the change. A metric that comes every few steps shows it that much later. */
export function comesWith({ start, step }: Grid, changedAt: number, { origin, rhythm }: Deviation): boolean {
  const began = start + origin * step;
  return began >= changedAt - LATE_STEPS * step && began <= changedAt + (SOON_STEPS + rhythm - 1) * step;
}
