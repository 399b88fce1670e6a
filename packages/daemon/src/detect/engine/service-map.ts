import type { Telemetry } from "../../model/telemetry.ts";
import type { Rule } from "../rules/rule.ts";
import type { Environments } from "../state/environment-parts.ts";
import { decodeState, encodeState } from "../state/service-codec.ts";
import type { ServiceKey, StateChange, Wake } from "../state/service-state.ts";
import { listingDueAt, takeListing } from "../state/template-listing.ts";
import type { WarmUp } from "./observe-log.ts";
import type { MetricPlans } from "./observe-metric.ts";

/** The rules that look at a service, ready for use. */
interface ServiceRules {
  readonly rules: readonly Rule[];
  readonly warmUp: WarmUp;
  readonly plans: MetricPlans;
}

/** A service in memory. */
export interface Entry extends ServiceRules {
  readonly key: ServiceKey;
  readonly environments: Environments;
  /** Its part of the batch at hand, and which batch that is. */
  batch: Telemetry[];
  round: number;
  isChanged: boolean;
  /** How long its state was when it was written down last. */
  chars: number;
  wakeAt: number | null;
  /** When it changed last, by the server's time. */
  changedAt: number;
}

interface ServiceMap {
  missing(telemetry: readonly Telemetry[]): ServiceKey[];
  load(key: ServiceKey, state: string | null): void;
  find(key: ServiceKey): Entry | undefined;
  /** The services of a batch, each with its part, in the order in which they first come. */
  group(telemetry: readonly Telemetry[]): Entry[];
  changed(entry: Entry, wakeAt: number | null, now: number): void;
  takeChanges(): StateChange[];
  takeWakes(): Wake[];
  forget(keys: readonly ServiceKey[]): void;
  /** All services in memory. */
  keys(): ServiceKey[];
}

/** An organization's id holds no white space, so that this is never ambiguous. */
const nameOf = (key: ServiceKey): string => `${key.organizationId} ${key.service}`;

/** Calls back for each run of telemetry of one service, so that its name is made and looked up once a run, then for each piece. */
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

export interface MemoryBounds {
  readonly services: number;
  /** Of their states, as they are stored. */
  readonly chars: number;
}

/** The least recently used services leave until the others keep within the bounds; answers how long the states of those that left were. */
function trim(entries: Map<string, Entry>, chars: number, bounds: MemoryBounds): number {
  let left = 0;
  for (const [name, entry] of entries) {
    if (entries.size <= bounds.services && chars - left <= bounds.chars) break;
    if (entry.isChanged) continue;
    entries.delete(name);
    left += entry.chars;
  }
  return left;
}

/** A service as it was stored; no round is the zeroth, so that it takes part in the next. */
const createEntry = ({ organizationId, service }: ServiceKey, stored: string | null, rules: ServiceRules): Entry => ({
  key: { organizationId, service },
  environments: (stored === null ? null : decodeState(stored)) ?? new Map(),
  batch: [],
  round: 0,
  isChanged: false,
  chars: stored?.length ?? 0,
  wakeAt: null,
  changedAt: 0,
  ...rules,
});

/** Takes a service for a round: its batch is empty then, and it is the most recently used. False: it was taken before. */
function takePart(entries: Map<string, Entry>, name: string, entry: Entry, round: number): boolean {
  if (entry.round === round) return false;
  entry.round = round;
  entry.batch = [];
  // The least recently used stand first.
  entries.delete(name);
  entries.set(name, entry);
  return true;
}

function writeDown(entry: Entry): StateChange {
  const { key, environments, changedAt } = entry;
  const listing = takeListing(key, environments, changedAt);
  const state = encodeState(environments);
  entry.chars = state.length;
  entry.isChanged = false;
  const wakeAt = Math.min(entry.wakeAt ?? Infinity, listingDueAt(environments) ?? Infinity);
  return { ...key, state, wakeAt: wakeAt === Infinity ? null : wakeAt, listing };
}

/** Services by organization and name, a bounded number of them: the least recently used ones leave, but none whose change isn't stored. */
export function createServiceMap(bounds: MemoryBounds, rulesFor: (service: string) => ServiceRules): ServiceMap {
  const entries = new Map<string, Entry>();
  const changes = new Set<Entry>();
  let round = 0;
  let chars = 0;

  return {
    missing(telemetry) {
      const keys = new Map<string, ServiceKey>();
      eachRun(telemetry, ({ organizationId, service }, name) => {
        if (!entries.has(name)) keys.set(name, { organizationId, service });
      });
      return [...keys.values()];
    },
    load(key, text) {
      if (entries.has(nameOf(key))) return;
      entries.set(nameOf(key), createEntry(key, text, rulesFor(key.service)));
      chars += text?.length ?? 0;
    },
    find: (key) => entries.get(nameOf(key)),
    group(telemetry) {
      const touched: Entry[] = [];
      let entry: Entry | undefined;
      round++;
      eachRun(
        telemetry,
        (_, name) => {
          entry = entries.get(name);
          if (entry === undefined) throw new Error(`detection state of ${JSON.stringify(name)} isn't loaded`);
          if (takePart(entries, name, entry, round)) touched.push(entry);
        },
        (item) => entry?.batch.push(item),
      );
      return touched;
    },
    changed(entry, wakeAt, now) {
      entry.wakeAt = wakeAt;
      entry.changedAt = now;
      entry.isChanged = true;
      changes.add(entry);
    },
    takeChanges() {
      const taken: StateChange[] = [];
      for (const entry of changes) {
        chars -= entry.chars;
        taken.push(writeDown(entry));
        chars += entry.chars;
      }
      changes.clear();
      chars -= trim(entries, chars, bounds);
      return taken;
    },
    keys: () => Array.from(entries.values(), ({ key }) => key),
    takeWakes() {
      const taken = Array.from(changes, ({ key, wakeAt }) => ({ ...key, wakeAt }));
      for (const entry of changes) entry.isChanged = false;
      changes.clear();
      return taken;
    },
    forget(keys) {
      for (const key of keys) {
        const entry = entries.get(nameOf(key));
        if (entry === undefined) continue;
        entries.delete(nameOf(key));
        changes.delete(entry);
        chars -= entry.chars;
      }
    },
  };
}
