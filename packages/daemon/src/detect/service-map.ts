import type { Telemetry } from "../model/telemetry.ts";
import type { Environments } from "./environments.ts";
import type { WarmUp } from "./record.ts";
import type { MetricPlans } from "./record-metric.ts";
import type { Rule } from "./rule.ts";
import { decodeState, encodeState } from "./service-codec.ts";
import type { ServiceKey, StateChange, Wake } from "./service-key.ts";

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
  wakeAt: number | null;
}

interface ServiceMap {
  missing(telemetry: readonly Telemetry[]): ServiceKey[];
  load(key: ServiceKey, state: string | null): void;
  find(key: ServiceKey): Entry | undefined;
  /** The services of a batch, each with its part, in the order in which they first come. */
  group(telemetry: readonly Telemetry[]): Entry[];
  changed(entry: Entry, wakeAt: number | null): void;
  takeChanges(): StateChange[];
  takeWakes(): Wake[];
  forget(keys: readonly ServiceKey[]): void;
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

function trim(entries: Map<string, Entry>, servicesMax: number): void {
  if (entries.size <= servicesMax) return;
  for (const [name, entry] of entries) {
    if (entries.size <= servicesMax) return;
    if (!entry.isChanged) entries.delete(name);
  }
}

/** A service as it was stored; no round is the zeroth, so that it takes part in the next. */
const createEntry = ({ organizationId, service }: ServiceKey, stored: string | null, rules: ServiceRules): Entry => ({
  key: { organizationId, service },
  environments: (stored === null ? null : decodeState(stored)) ?? new Map(),
  batch: [],
  round: 0,
  isChanged: false,
  wakeAt: null,
  ...rules,
});

/** Services by organization and name, a bounded number of them: the least recently used ones leave, but none whose change isn't stored. */
export function createServiceMap(servicesMax: number, rulesFor: (service: string) => ServiceRules): ServiceMap {
  const entries = new Map<string, Entry>();
  const changes = new Set<Entry>();
  let round = 0;

  return {
    missing(telemetry) {
      const keys = new Map<string, ServiceKey>();
      eachRun(telemetry, ({ organizationId, service }, name) => {
        if (!entries.has(name)) keys.set(name, { organizationId, service });
      });
      return [...keys.values()];
    },
    load(key, text) {
      const name = nameOf(key);
      if (!entries.has(name)) entries.set(name, createEntry(key, text, rulesFor(key.service)));
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
          if (entry.round === round) return;
          entry.round = round;
          entry.batch = [];
          // The least recently used stand first.
          entries.delete(name);
          entries.set(name, entry);
          touched.push(entry);
        },
        (item) => entry?.batch.push(item),
      );
      return touched;
    },
    changed(entry, wakeAt) {
      entry.wakeAt = wakeAt;
      entry.isChanged = true;
      changes.add(entry);
    },
    takeChanges() {
      const taken: StateChange[] = [];
      for (const entry of changes) {
        entry.isChanged = false;
        taken.push({ ...entry.key, state: encodeState(entry.environments), wakeAt: entry.wakeAt });
      }
      changes.clear();
      trim(entries, servicesMax);
      return taken;
    },
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
      }
    },
  };
}
