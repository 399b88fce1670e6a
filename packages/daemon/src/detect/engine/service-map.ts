import type { Telemetry } from "../../model/telemetry.ts";
import type { Rule } from "../rules/rule.ts";
import type { Environments } from "../state/environment-parts.ts";
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

export interface Entry extends ServiceRules {
  readonly key: ServiceKey;
  readonly environments: Environments;
  /** Its telemetry of the present batch, and the number of that batch. */
  batch: Telemetry[];
  batchNumber: number;
  isChanged: boolean;
  /** The length of the stored state. */
  chars: number;
  wakeAt: number | null;
  /** By the server's clock. */
  changedAt: number;
  /** Sections whose past isn't learned from the archive yet. */
  unlearned: readonly string[];
  /** The time at which the first telemetry since the load was received; null before. */
  firstReceivedAt: number | null;
}

/** A service whose state lacks the past. */
export interface UnlearnedPast {
  readonly key: ServiceKey;
  /** The time at which the first telemetry that its state knows was received. */
  readonly before: number;
}

export interface ServiceMap {
  /** Services of this telemetry whose state must be loaded. */
  missing(telemetry: readonly Telemetry[]): ServiceKey[];
  /** Takes a stored state; null is an empty one, and sections that can't be read are too. */
  load(key: ServiceKey, state: string | null): void;
  find(key: ServiceKey): Entry | undefined;
  /** The services of a batch with their telemetry, in the order of first appearance. */
  group(telemetry: readonly Telemetry[]): Entry[];
  /** The next service whose past isn't learned yet, once it has telemetry. */
  nextUnlearned(): UnlearnedPast | undefined;
  changed(entry: Entry, wakeAt: number | null, now: number): void;
  /** States changed since the last call, to be stored in the transaction of the candidates' effects. */
  takeChanges(): StateChange[];
  /** The wake times of changed services, for a caller that stores nothing. */
  takeWakes(): Wake[];
  /** Drops states whose transaction failed; the stored states hold. */
  forget(keys: readonly ServiceKey[]): void;
  forgetWhere(isForgotten: (key: ServiceKey) => boolean): void;
}

/** Unambiguous, since an organization's id contains no white space. */
const nameOf = (key: ServiceKey): string => `${key.organizationId} ${key.service}`;

/** Calls `visitRun` for each run of telemetry of one service, so that the service is looked up once, and `visit` for each event. */
function eachRun(
  telemetry: readonly Telemetry[],
  visitRun: (first: Telemetry, name: string) => void,
  visit?: (item: Telemetry) => void,
): void {
  let service: string | undefined;
  let organizationId: string | undefined;
  for (const item of telemetry) {
    if (item.service !== service || item.organizationId !== organizationId) {
      service = item.service;
      organizationId = item.organizationId;
      visitRun(item, nameOf(item));
    }
    visit?.(item);
  }
}

interface MemoryBounds {
  readonly services: number;
  readonly chars: number;
}

/** Evicts the least recently used services without changes until the bounds hold. Returns the evicted characters. */
function evict(entries: Map<string, Entry>, chars: number, bounds: MemoryBounds): number {
  let evicted = 0;
  for (const [name, entry] of entries) {
    if (entries.size <= bounds.services && chars - evicted <= bounds.chars) break;
    if (entry.isChanged) continue;
    entries.delete(name);
    evicted += entry.chars;
  }
  return evicted;
}

const createEntry = (
  { organizationId, service }: ServiceKey,
  stored: string | null,
  { environments, unlearned }: Pick<DecodedState, "environments" | "unlearned">,
  rules: ServiceRules,
): Entry => ({
  key: { organizationId, service },
  environments,
  batch: [],
  batchNumber: 0,
  isChanged: false,
  chars: stored?.length ?? 0,
  wakeAt: null,
  changedAt: 0,
  unlearned,
  firstReceivedAt: null,
  ...rules,
});

function missingIn(entries: ReadonlyMap<string, Entry>, telemetry: readonly Telemetry[]): ServiceKey[] {
  const keys = new Map<string, ServiceKey>();
  eachRun(telemetry, ({ organizationId, service }, name) => {
    if (!entries.has(name)) keys.set(name, { organizationId, service });
  });
  return [...keys.values()];
}

function moveToEnd(entries: Map<string, Entry>, name: string, entry: Entry): Entry {
  entries.delete(name);
  entries.set(name, entry);
  return entry;
}

function toChange(entry: Entry): StateChange {
  const { key, environments, changedAt } = entry;
  const listing = takeListing(key, environments, changedAt);
  const state = encodeState(environments, entry.unlearned);
  entry.chars = state.length;
  entry.isChanged = false;
  const wakeAt = Math.min(entry.wakeAt ?? Infinity, listingDueAt(environments) ?? Infinity);
  return { ...key, state, wakeAt: wakeAt === Infinity ? null : wakeAt, listing };
}

/** Forgets names of services that are learned, or no longer in memory. */
function nextUnlearned(names: Set<string>, entries: ReadonlyMap<string, Entry>): UnlearnedPast | undefined {
  for (const name of names) {
    const entry = entries.get(name);
    if (entry === undefined || entry.unlearned.length === 0) names.delete(name);
    else if (entry.firstReceivedAt !== null) return { key: entry.key, before: entry.firstReceivedAt };
  }
  return undefined;
}

type RulesFor = (service: string) => ServiceRules;
/** Called for sections of a stored state that can't be read, and are learned again. */
export type OnReset = (key: ServiceKey, sections: readonly string[]) => void;

/** The services in memory, the least recently used first. Their number is bounded, except for unstored changes. */
export function createServiceMap(bounds: MemoryBounds, rulesFor: RulesFor, onReset: OnReset): ServiceMap {
  const entries = new Map<string, Entry>();
  const changes = new Set<Entry>();
  const unlearned = new Set<string>();
  const forget = (keys: readonly ServiceKey[]): void => {
    for (const key of keys) {
      const entry = entries.get(nameOf(key));
      if (entry === undefined) continue;
      entries.delete(nameOf(key));
      changes.delete(entry);
      chars -= entry.chars;
    }
  };
  let [batchNumber, chars] = [0, 0];

  return {
    missing: (telemetry) => missingIn(entries, telemetry),
    load(key, text) {
      const name = nameOf(key);
      if (entries.has(name)) return;
      const decoded = decodeState(text);
      if (decoded.reset.length > 0) onReset(key, decoded.reset);
      if (decoded.unlearned.length > 0) unlearned.add(name);
      entries.set(name, createEntry(key, text, decoded, rulesFor(key.service)));
      chars += text?.length ?? 0;
    },
    find: (key) => entries.get(nameOf(key)),
    group(telemetry) {
      const touched: Entry[] = [];
      let entry: Entry | undefined;
      batchNumber++;
      eachRun(
        telemetry,
        (_, name) => {
          entry = entries.get(name);
          if (entry === undefined) throw new Error(`detection state of ${JSON.stringify(name)} isn't loaded`);
          if (entry.batchNumber === batchNumber) return;
          Object.assign(entry, { batchNumber, batch: [] });
          touched.push(moveToEnd(entries, name, entry));
        },
        (item) => entry?.batch.push(item),
      );
      return touched;
    },
    nextUnlearned: () => nextUnlearned(unlearned, entries),
    changed(entry, wakeAt, now) {
      Object.assign(entry, { wakeAt, changedAt: now, isChanged: true });
      changes.add(entry);
    },
    takeChanges() {
      const taken = Array.from(changes, (entry) => {
        chars -= entry.chars;
        const change = toChange(entry);
        chars += entry.chars;
        return change;
      });
      changes.clear();
      chars -= evict(entries, chars, bounds);
      return taken;
    },
    takeWakes() {
      const taken = Array.from(changes, ({ key, wakeAt }) => ({ ...key, wakeAt }));
      for (const entry of changes) entry.isChanged = false;
      changes.clear();
      return taken;
    },
    forget,
    forgetWhere: (isForgotten) => forget(Array.from(entries.values(), ({ key }) => key).filter(isForgotten)),
  };
}
