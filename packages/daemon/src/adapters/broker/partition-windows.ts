import { type Clock, SECOND_MS } from "../../kernel/clock.ts";
import type { Part } from "./partition-parts.ts";

/**
 * Bounds how much of each partition waits in the broker, if several organizations share it.
 *
 * A partition is first in, first out, so its backlog delays everybody. The rest waits in the spool, which is fair
 * between organizations. Byte queue limits (Linux BQL) keep the queue below a fair queue short in the same way. A
 * window holds as much as its partition delivered in the last second.
 */
export type BrokerWindows = ReturnType<typeof createBrokerWindows>;

/** Events that a partition may hold whatever it gave out: enough for a worker's next delivery. */
const WINDOW_EVENTS_MIN = 500;
/** Entries kept of a partition; what is older counts as taken. */
const ENTRIES_MAX = 20_000;

export interface BrokerWindowsOptions {
  readonly partitions: number;
  readonly clock: Clock;
  /** True where partitions have to be kept short: others wait behind what is in them. */
  readonly isBounded: () => boolean;
}

interface Entry {
  readonly organizationId: string;
  readonly events: number;
  readonly serial: number;
}

interface Window {
  /** Batches that wait in the broker, oldest first. */
  readonly entries: Entry[];
  events: number;
  readonly eventsOf: Map<string, number>;
  /** Events taken, and when. */
  taken: { readonly at: number; readonly events: number }[];
}

export function createBrokerWindows({ partitions, clock, isBounded }: BrokerWindowsOptions) {
  const windows = Array.from({ length: partitions }, createWindow);
  let serial = 0;
  return {
    /** True where these parts of an organization's batch may go to the broker now. */
    hasCapacity(organizationId: string, parts: readonly Part[]): boolean {
      if (!isBounded()) return true;
      const since = clock.now() - SECOND_MS;
      return [...Map.groupBy(parts, ({ partition }) => partition)].every(([partition, some]) =>
        fits(windows[partition] as Window, organizationId, eventsIn(some), since),
      );
    },
    /** Notes what the broker has taken. */
    add(parts: readonly Part[]): void {
      for (const { partition, batch } of parts) {
        serial += 1;
        enter(windows[partition] as Window, { organizationId: batch.organizationId, events: batch.count, serial });
      }
    },
    /** Events of an organization in the broker that this process sent; 0 where nothing is bounded. */
    eventsOf: (organizationId: string): number =>
      isBounded() ? windows.reduce((sum, { eventsOf }) => sum + (eventsOf.get(organizationId) ?? 0), 0) : 0,
    /** True while the messages in the broker have to be counted. */
    isWatched: (): boolean => isBounded() && windows.some(({ entries }) => entries.length > 0),
    /** Starts a count; its result holds the messages ready in each partition. */
    beginCount(): (ready: readonly number[]) => void {
      const last = serial;
      return (ready) => {
        for (const [partition, window] of windows.entries()) {
          const counted = window.entries.findLastIndex((entry) => entry.serial <= last) + 1;
          leave(window, counted - (ready[partition] ?? 0), clock.now());
        }
      };
    },
  };
}

const createWindow = (): Window => ({ entries: [], events: 0, eventsOf: new Map(), taken: [] });
const eventsIn = (parts: readonly Part[]): number => parts.reduce((sum, { batch }) => sum + batch.count, 0);

/** An organization that has nothing in the partition always fits; the others share the window. */
function fits({ events, eventsOf, taken }: Window, organizationId: string, more: number, since: number): boolean {
  const own = eventsOf.get(organizationId) ?? 0;
  if (own === 0) return true;
  const size = Math.max(
    WINDOW_EVENTS_MIN,
    taken.reduce((sum, each) => sum + (each.at >= since ? each.events : 0), 0),
  );
  return events + more <= size && own + more <= size / eventsOf.size;
}

function enter(window: Window, entry: Entry): void {
  window.entries.push(entry);
  window.events += entry.events;
  window.eventsOf.set(entry.organizationId, (window.eventsOf.get(entry.organizationId) ?? 0) + entry.events);
  if (window.entries.length > ENTRIES_MAX) leave(window, ENTRIES_MAX / 10, 0);
}

function leave(window: Window, entries: number, at: number): void {
  if (entries <= 0) return;
  let events = 0;
  for (const entry of window.entries.splice(0, entries)) {
    events += entry.events;
    const own = (window.eventsOf.get(entry.organizationId) ?? 0) - entry.events;
    if (own > 0) window.eventsOf.set(entry.organizationId, own);
    else window.eventsOf.delete(entry.organizationId);
  }
  window.events -= events;
  window.taken = [...window.taken.filter((each) => each.at >= at - SECOND_MS), { at, events }];
}
