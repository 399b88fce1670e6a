import type { Signal } from "./signal.ts";

/**
 * How much more the service of a message says after a step than before it, apart from that message: 1 for all but
 * kinds of messages that are no complaint. Less traffic makes all of them rarer, and tells of no single one.
 */
export type Flow = (signal: Signal, step: number, end: number, own: Sums) => number;

/** Of the signal itself, before the step and from it on. */
export interface Sums {
  readonly before: number;
  readonly after: number;
}

const FLOW_MIN = 0.1;
const FLOW_MAX = 4;

export function flowsOf(signals: readonly Signal[]): Flow {
  const running = runningTotals(signals);
  return ({ kind, nature, service }, step, end, own) => {
    const total = running.get(service);
    if (kind !== "pattern" || nature !== "other" || !total) return 1;
    const before = ((total[step] as number) - own.before + 1) / Math.max(1, step);
    const after = ((total[end] as number) - (total[step] as number) - own.after + 1) / Math.max(1, end - step);
    return Math.min(FLOW_MAX, Math.max(FLOW_MIN, after / before));
  };
}

/** For each service and step, how many messages came before it. */
function runningTotals(signals: readonly Signal[]): Map<string, Float64Array> {
  const totals = new Map<string, Float64Array>();
  for (const { kind, service, values } of signals) {
    if (kind !== "pattern") continue;
    const total = totals.get(service) ?? new Float64Array(values.length + 1);
    totals.set(service, total);
    let sum = 0;
    for (let step = 0; step < values.length; step += 1) {
      sum += values[step] as number;
      total[step + 1] = (total[step + 1] as number) + sum;
    }
  }
  return totals;
}
