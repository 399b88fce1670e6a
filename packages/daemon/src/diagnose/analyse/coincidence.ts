import type { Grid } from "../picture.ts";

/** Steps by which a change may seem to come late: clocks differ, and a step is coarse. */
export const LATE_STEPS = 1;
/** Steps after a change within which what begins comes with it. */
const SOON_STEPS = 1.5;

/** Whether what began in the step `since` came with the change. */
export function comesWith({ start, step }: Grid, changedAt: number, since: number): boolean {
  const began = start + since * step;
  return began >= changedAt - LATE_STEPS * step && began <= changedAt + SOON_STEPS * step;
}
