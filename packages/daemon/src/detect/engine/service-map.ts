import type { Telemetry } from "../../model/telemetry.ts";
import type { Rule } from "../rules/rule.ts";
import { type DecodedState, decodeState, encodeState } from "../state/service-codec.ts";
import type { ServiceKey, StateChange, Wake } from "../state/service-state.ts";
import { listingDueAt, takeListing } from "../state/template-listing.ts";
import type { WarmUp } from "./observe-log.ts";
import type { MetricPlans } from "./observe-metric.ts";

/** The rules of a service, prepared for evaluation. */
interface ServiceRules {
  readonly rules: readonly Rule[];
  readonly warmUp: WarmUp;
  readonly plans: MetricPlans;
}

export type Entry = ReturnType<typeof createEntry>;

const createEntry = (
  { organizationId, service }: ServiceKey,
  chars: number,
  { environments, unlearned }: DecodedState,
  rules: ServiceRules,
) => ({
  key: { organizationId, service },
  environments,
  /** The length of the stored state. */
  chars,
  /** Infinity for never. */
  wakeAt: Infinity,
  /** By the server's clock. */
  changedAt: 0,
  /** Sections whose past isn't learned from the archive yet. */
  unlearned,
  /** The time at which the first telemetry since the load was received; null before. */
  firstReceivedAt: null as number | null,
  ...rules,
});

/** A service whose state lacks the past. */
export interface UnlearnedPast {
  readonly key: ServiceKey;
  /** The time at which the first telemetry that its state knows was received. */
  readonly before: number;
}

/** Unambiguous, since an organization's id contains no white space. */
const nameOf = (key: ServiceKey): string => `${key.organizationId} ${key.service}`;

const timeOrNull = (at: number): number | null => (at === Infinity ? null : at);

function toChange(entry: Entry): StateChange {
  const { key, environments, changedAt, wakeAt } = entry;
  const listing = takeListing(key, environments, changedAt);
  const state = encodeState(environments, entry.unlearned);
  entry.chars = state.length;
  return { ...key, state, wakeAt: timeOrNull(Math.min(wakeAt, listingDueAt(environments) ?? Infinity)), listing };
}

interface MemoryBounds {
  readonly services: number;
  readonly chars: number;
}

/** Evicts the least recently used services until the bounds hold. */
function evict(entries: Map<string, Entry>, bounds: MemoryBounds): void {
  let chars = 0;
  for (const entry of entries.values()) chars += entry.chars;
  for (const [name, entry] of entries) {
    if (entries.size <= bounds.services && chars <= bounds.chars) return;
    entries.delete(name);
    chars -= entry.chars;
  }
}

/** Called for sections of a stored state that can't be read, and are learned again. */
export type OnReset = (key: ServiceKey, sections: readonly string[]) => void;

export type ServiceMap = ReturnType<typeof createServiceMap>;

/** The services in memory, the least recently used first. Their number is bounded, except for unstored changes. */
export function createServiceMap(bounds: MemoryBounds, rulesFor: (service: string) => ServiceRules, onReset: OnReset) {
  const entries = new Map<string, Entry>();
  const changes = new Set<Entry>();
  const unlearned = new Set<string>();
  const forget = (keys: readonly ServiceKey[]): void => {
    for (const key of keys) {
      const entry = entries.get(nameOf(key));
      if (entry === undefined) continue;
      entries.delete(nameOf(key));
      changes.delete(entry);
    }
  };

  return {
    /** Services of this telemetry whose state must be loaded. */
    missing(telemetry: readonly Telemetry[]): ServiceKey[] {
      const keys = new Map<string, ServiceKey>();
      for (const item of telemetry) {
        const { organizationId, service } = item;
        const name = nameOf(item);
        if (!entries.has(name)) keys.set(name, { organizationId, service });
      }
      return [...keys.values()];
    },
    /** Takes a stored state; null is an empty one, and sections that can't be read are too. */
    load(key: ServiceKey, text: string | null): void {
      const name = nameOf(key);
      if (entries.has(name)) return;
      const decoded = decodeState(text);
      if (decoded.reset.length > 0) onReset(key, decoded.reset);
      if (decoded.unlearned.length > 0) unlearned.add(name);
      entries.set(name, createEntry(key, text?.length ?? 0, decoded, rulesFor(key.service)));
    },
    find: (key: ServiceKey) => entries.get(nameOf(key)),
    /** The services of a batch with their telemetry, in the order of first appearance. */
    group: (telemetry: readonly Telemetry[]): [Entry, Telemetry[]][] =>
      Array.from(Map.groupBy(telemetry, nameOf), ([name, batch]) => {
        const entry = entries.get(name);
        if (entry === undefined) throw new Error(`detection state of ${JSON.stringify(name)} isn't loaded`);
        entries.delete(name);
        entries.set(name, entry);
        return [entry, batch];
      }),
    /**
     * The next service whose past isn't learned yet, once it has telemetry. Names of services that are learned, or no
     * longer in memory, are forgotten.
     */
    nextUnlearned(): UnlearnedPast | undefined {
      for (const name of unlearned) {
        const entry = entries.get(name);
        if (entry === undefined || entry.unlearned.length === 0) unlearned.delete(name);
        else if (entry.firstReceivedAt !== null) return { key: entry.key, before: entry.firstReceivedAt };
      }
      return undefined;
    },
    changed(entry: Entry, wakeAt: number, now: number): void {
      Object.assign(entry, { wakeAt, changedAt: now });
      changes.add(entry);
    },
    /** States changed since the last call, to be stored in the transaction of the candidates' effects. */
    takeChanges(): StateChange[] {
      const taken = Array.from(changes, toChange);
      changes.clear();
      evict(entries, bounds);
      return taken;
    },
    /** The wake times of changed services, for a caller that stores nothing. */
    takeWakes(): Wake[] {
      const taken = Array.from(changes, ({ key, wakeAt }) => ({ ...key, wakeAt: timeOrNull(wakeAt) }));
      changes.clear();
      return taken;
    },
    /** Drops states whose transaction failed; the stored states hold. */
    forget,
    forgetWhere: (isForgotten: (key: ServiceKey) => boolean): void =>
      forget(Array.from(entries.values(), ({ key }) => key).filter(isForgotten)),
  };
}
