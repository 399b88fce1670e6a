import { setImmediate as nextTurn } from "node:timers/promises";
import type { RememberedAnswer } from "../../ingest/queue.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { AcceptedBatch } from "../../model/accepted-batch.ts";
import { type Part, partsOf } from "./partition-parts.ts";
import type { BrokerWindows } from "./partition-windows.ts";

/** A batch of the spool; its lane is its organization. */
export interface SpooledBatch {
  readonly position: number;
  readonly lane: string;
  readonly batch: AcceptedBatch;
}

/** An embedded queue that keeps batches on disk while the broker is unavailable or full. */
export interface Spool {
  /** Durable when it resolves; rejects with `unavailable` when full. */
  append(batches: readonly AcceptedBatch[], remembered?: RememberedAnswer): Promise<void>;
  recall(organizationId: string, route: string, key: string): Promise<RememberedAnswer | undefined>;
  /** True where batches of this organization wait; of any organization where none is named. */
  holds(organizationId?: string): boolean;
  /** Batches that wait, fair between organizations, each one's in order; lanes that are held back are left out. */
  next(eventsMax: number, isHeldBack: (lane: string) => boolean): readonly SpooledBatch[];
  /** These are published: they don't come again while the process lives, and are removed. */
  published(batches: readonly SpooledBatch[]): void;
  /** Removes what lies up to this position, a bounded number at a time; true where more of it is left. */
  trim(position: number): boolean;
  /** Makes new rows come after this position; a file that lost rows would otherwise number them below it. */
  raise(position: number): void;
  /** Events that wait. */
  depth(): number;
  /** The same of one organization. */
  waitingOf(organizationId: string): number;
}

export interface Relay {
  /** True where batches of this organization wait, so that new ones would overtake them on their way to the broker. */
  holds(organizationId: string): boolean;
  /** Keeps batches for later. */
  keep(batches: readonly AcceptedBatch[]): Promise<void>;
  /** Something has changed for the better: look whether there is something to do. */
  wake(): void;
  close(): Promise<void>;
}

export interface RelayOptions {
  readonly spool: Spool;
  readonly partitions: number;
  readonly logger: Logger;
  readonly windows: BrokerWindows;
  /** False where trying makes no sense now; `wake` is called when it does. */
  readonly usable: () => boolean;
  readonly publish: (parts: readonly Part[]) => Promise<readonly boolean[]>;
}

const EVENTS_IN_STEP_MAX = 5000;
const PAUSE_MS = SECOND_MS;
/** The broker may have capacity again after this time. */
const NO_ROOM_PAUSE_MS = 50;

/** Earlier versions kept here how far the relay had come; what lies before is published. */
const BOOKMARK = { organizationId: "", route: "relay", key: "position" } as const;

interface State {
  readonly options: RelayOptions;
  /** Appends to the spool that are under way, by organization. */
  readonly appending: Map<string, number>;
  running: Promise<void> | undefined;
  pause: NodeJS.Timeout | undefined;
  closed: boolean;
}

/** Brings to the broker what waits in the spool. A batch is removed once the broker has it; consumers know repeats. */
export async function createRelay(options: RelayOptions): Promise<Relay> {
  const { spool } = options;
  const kept = await spool.recall(BOOKMARK.organizationId, BOOKMARK.route, BOOKMARK.key);
  const published = Number(kept?.answer ?? 0);
  spool.raise(published);
  while (published > 0 && spool.trim(published)) await nextTurn();
  const state: State = { options, appending: new Map(), running: undefined, pause: undefined, closed: false };
  return {
    holds: (organizationId) => spool.holds(organizationId) || state.appending.has(organizationId),
    async keep(batches) {
      const organizations = new Set(batches.map(({ organizationId }) => organizationId));
      for (const each of organizations) count(state.appending, each, 1);
      try {
        await spool.append(batches);
      } finally {
        for (const each of organizations) count(state.appending, each, -1);
        wake(state);
      }
    },
    wake: () => wake(state),
    async close() {
      state.closed = true;
      clearTimeout(state.pause);
      await state.running;
    },
  };
}

function count(counts: Map<string, number>, name: string, change: number): void {
  const left = (counts.get(name) ?? 0) + change;
  if (left > 0) counts.set(name, left);
  else counts.delete(name);
}

function wake(state: State): void {
  const { spool, usable, logger } = state.options;
  if (state.closed || state.running || !spool.holds() || !usable()) return;
  clearTimeout(state.pause);
  state.pause = undefined;
  state.running = relayAll(state)
    .catch((error: unknown) => {
      logger.error("The spool cannot be relayed", { error });
      rest(state, PAUSE_MS);
    })
    .finally(() => {
      state.running = undefined;
      // Batches may have been kept while it ended. A batch that is still being appended wakes it then.
      if (state.pause === undefined) wake(state);
    });
}

function rest(state: State, ms: number): void {
  if (!state.closed) state.pause = setTimeout(() => wake(state), ms);
}

async function relayAll(state: State): Promise<void> {
  const { logger, spool, usable } = state.options;
  logger.debug("Publishing what was spooled", { events: spool.depth() });
  let last = await step(state);
  while (last === "stored" && !state.closed && usable()) last = await step(state);
  if (last === "missed") rest(state, PAUSE_MS);
  else if (last === "no room") rest(state, NO_ROOM_PAUSE_MS);
  // Woken at once it would find nothing again.
  else if (last === "nothing" && spool.holds()) rest(state, PAUSE_MS);
}

interface Ready extends SpooledBatch {
  readonly parts: readonly Part[];
}

/**
 * Publishes the next batches that fit the windows. A batch is confirmed only if all earlier ones of its organization
 * are.
 */
async function step({ options }: State): Promise<"nothing" | "stored" | "missed" | "no room"> {
  const { spool, publish } = options;
  const heldBack = new Set<string>();
  const ready: Ready[] = [];
  for (;;) {
    const found = spool.next(EVENTS_IN_STEP_MAX, (lane) => heldBack.has(lane));
    if (found.length === 0) break;
    ready.push(...roomFor(options, found, heldBack));
    if (ready.length > 0) break;
  }
  if (ready.length === 0) return heldBack.size > 0 ? "no room" : "nothing";
  const parts = ready.flatMap((each) => each.parts);
  const stored = await publish(parts);
  const missed = new Set(parts.filter((_part, index) => !stored[index]));
  const broken = new Set<string>();
  const done = ready.filter((each) => {
    if (each.parts.some((part) => missed.has(part))) broken.add(each.lane);
    return !broken.has(each.lane);
  });
  spool.published(done);
  return missed.size > 0 ? "missed" : "stored";
}

/** The batches that fit into the broker. A lane whose batch doesn't fit is held back: the next must not overtake it. */
function roomFor(
  { windows, partitions }: RelayOptions,
  found: readonly SpooledBatch[],
  heldBack: Set<string>,
): Ready[] {
  const ready: Ready[] = [];
  for (const each of found) {
    if (heldBack.has(each.lane)) continue;
    const parts = partsOf(each.batch, partitions);
    if (!windows.hasRoom(each.batch.organizationId, parts)) {
      heldBack.add(each.lane);
      continue;
    }
    // Here, and not when they are confirmed: the next batch must see the smaller window.
    windows.add(parts);
    ready.push({ ...each, parts });
  }
  return ready;
}
