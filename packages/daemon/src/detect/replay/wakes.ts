import type { ServiceKey, Wake } from "../state/service-key.ts";

/** When services want to be examined. */
export interface Wakes {
  note(wakes: readonly Wake[]): void;
  /** The soonest time up to `at`; undefined where nobody wants to be examined by then. */
  soonest(at: number): number | undefined;
  due(at: number): ServiceKey[];
}

export function createWakes(): Wakes {
  const waking = new Map<string, { readonly key: ServiceKey; readonly at: number }>();
  /** Nobody's time comes before it. Services mostly put theirs off, so it is looked for only when it has come. */
  let bound = Infinity;
  return {
    note(wakes) {
      for (const { organizationId, service, wakeAt } of wakes) {
        if (wakeAt === null) waking.delete(service);
        else waking.set(service, { key: { organizationId, service }, at: wakeAt });
        bound = Math.min(bound, wakeAt ?? Infinity);
      }
    },
    soonest(at) {
      if (bound > at) return undefined;
      bound = Infinity;
      for (const wake of waking.values()) bound = Math.min(bound, wake.at);
      return bound <= at ? bound : undefined;
    },
    due(at) {
      const keys: ServiceKey[] = [];
      for (const wake of waking.values()) if (wake.at <= at) keys.push(wake.key);
      return keys;
    },
  };
}
