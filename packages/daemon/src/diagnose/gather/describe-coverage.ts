import { STEP_MS } from "./window.ts";

/** What was read of a service. */
export interface ServiceRead {
  readonly service: string;
  /** Records. */
  readonly read: number;
  /** Events that are counted of it, as far as that is known. */
  readonly events: number;
  /** Whether some that were read stand for others, too. */
  readonly isSample: boolean;
}

/**
 * What is said of events that weren't read. `span`: how long is counted as one, in milliseconds. Deployments are
 * counted as events and aren't read here: fewer read than counted alone make no estimate.
 */
export function howMuch(reads: readonly ServiceRead[], span: number): string[] {
  if (span !== STEP_MS) return ["For so long ago there are no counts by the minute: how much came is estimated."];
  const read = reads.reduce((sum, each) => sum + each.read, 0);
  const all = Math.round(reads.reduce((sum, each) => sum + each.events, 0));
  if (read >= all || !reads.some(({ isSample }) => isSample)) return [];
  return [
    `${read} of ${all} events were read, those of trouble and of the nearest services first; counts of messages are estimates.`,
  ];
}
