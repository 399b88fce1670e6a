import { type Clock, HOUR_MS } from "../kernel/clock.ts";
import { REFUSALS_KEPT_MS, REFUSED_SERVICES_KEPT_MAX } from "../model/ingestion-limits.ts";
import { type OnRefused, type RefusalReason, type RefusalStore, type Refusals, refusalReasons } from "./refusals.ts";

export interface RefusalRecorder {
  readonly record: OnRefused;
  /** Stores what was recorded since the last time; where that fails, it is kept for the next. */
  flush(): Promise<void>;
}

/** Organizations in memory for each reason. Those beyond are recorded once others were stored. */
const HELD_MAX = 100;

interface Held {
  /** Since the last time they were stored. */
  count: number;
  firstAt: number;
  lastAt: number;
  readonly services: Set<string>;
}

/** Counts refusals in memory, so that a storm of them costs one write at each flush. */
export function createRefusalRecorder(store: RefusalStore, clock: Clock): RefusalRecorder {
  const held = new Map<RefusalReason, Map<string, Held>>(refusalReasons.map((reason) => [reason, new Map()]));
  let forgotAt = Number.NEGATIVE_INFINITY;
  const unstored = (): Refusals[] =>
    [...held].flatMap(([reason, organizations]) =>
      [...organizations]
        .filter(([, { count }]) => count > 0)
        .map(([organizationId, each]) => ({ ...each, organizationId, reason, services: [...each.services] })),
    );
  return {
    record(reason, organizationId, services = new Set()) {
      const organizations = held.get(reason);
      const known = organizations?.get(organizationId);
      if (!organizations || (!known && organizations.size >= HELD_MAX)) return;
      const now = clock.now();
      const each = known ?? { count: 0, firstAt: now, lastAt: now, services: new Set() };
      if (each.count === 0) each.firstAt = now;
      each.count += 1;
      each.lastAt = now;
      addNewest(each.services, services);
      organizations.set(organizationId, each);
    },
    async flush() {
      const now = clock.now();
      const refusals = unstored();
      if (refusals.length === 0 && now - forgotAt < HOUR_MS) return;
      await store.addRefusals(refusals, now - REFUSALS_KEPT_MS);
      forgotAt = now;
      for (const { reason, organizationId, count } of refusals) subtract(held.get(reason), organizationId, count);
    },
  };
}

/** The names stay for as long as there is room, so that the next row has them beside newer ones. */
function subtract(organizations: Map<string, Held> | undefined, organizationId: string, count: number): void {
  const each = organizations?.get(organizationId);
  if (!organizations || !each) return;
  each.count -= count;
  if (each.count === 0 && organizations.size >= HELD_MAX) organizations.delete(organizationId);
}

function addNewest(names: Set<string>, added: ReadonlySet<string>): void {
  for (const name of [...added].slice(0, REFUSED_SERVICES_KEPT_MAX)) {
    names.delete(name);
    names.add(name);
  }
  for (const oldest of names) {
    if (names.size <= REFUSED_SERVICES_KEPT_MAX) break;
    names.delete(oldest);
  }
}
