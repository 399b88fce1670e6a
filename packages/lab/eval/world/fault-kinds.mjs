// The catalog of kinds of fault with the family each belongs to, and how a fault changes a minute.
import { chooseKinds } from "./fault-kinds/choose.mjs";
import { developKinds } from "./fault-kinds/develop.mjs";
import { reportKinds } from "./fault-kinds/report.mjs";

const MINUTE = 60_000;
const BY_FAMILY = { develop: developKinds, choose: chooseKinds, report: reportKinds };

export const FAULT_KINDS = Object.entries(BY_FAMILY).flatMap(([family, kinds]) =>
  kinds.map((kind) => ({ minutes: [5, 90], ...kind, family })),
);

const BY_NAME = new Map(FAULT_KINDS.map((kind) => [kind.name, kind]));
export const kindOf = (name) => BY_NAME.get(name);

/** Function that applies the faults which are active in a minute to the effects of their targets. */
export function createFaultApplier(world, faults) {
  const byStart = faults
    .map((fault) => ({
      ...fault,
      index: world.nodes.findIndex(({ name }) => name === fault.target),
      apply: kindOf(fault.kind).apply,
    }))
    .toSorted((a, b) => a.at - b.at);
  return (states, at) => {
    for (const fault of byStart) {
      if (at < fault.at) break;
      if (at >= fault.until) continue;
      const state = states[fault.index];
      fault.apply(state.effects, fault.parameters, {
        state,
        progress: (at - fault.at) / (fault.until - fault.at),
        minute: Math.round((at - fault.at) / MINUTE),
        isFirst: at === fault.at,
        isLast: at + MINUTE >= fault.until,
      });
    }
  };
}
