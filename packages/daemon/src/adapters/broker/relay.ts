import { setImmediate as nextTick } from "node:timers/promises";
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
  /** True while batches wait, of this organization or of any. */
  holds(organizationId?: string): boolean;
  /** Waiting batches, fair between organizations and in order within each; without lanes that are held back. */
  next(eventsMax: number, isHeldBack: (lane: string) => boolean): readonly SpooledBatch[];
  /** Removes published batches; `next` doesn't return them again. */
  published(batches: readonly SpooledBatch[]): void;
  /** Removes a bounded number of batches up to this position; true where more are left. */
  trim(position: number): boolean;
  /** Makes new rows come after this position; a file that lost rows would otherwise number them below it. */
  raise(position: number): void;
  /** Waiting events. */
  depth(): number;
  /** Waiting events of one organization. */
  waitingOf(organizationId: string): number;
}

export interface RelayOptions {
  readonly spool: Spool;
  readonly partitions: number;
  readonly logger: Logger;
  readonly windows: BrokerWindows;
  /** False while publishing would fail; `wake` is called afterwards. */
  readonly usable: () => boolean;
  readonly publish: (parts: readonly Part[]) => Promise<readonly boolean[]>;
}

const EVENTS_IN_STEP_MAX = 5000;
const PAUSE_MS = SECOND_MS;
/** The broker may have capacity again after this time. */
const NO_CAPACITY_PAUSE_MS = 50;

/** Earlier versions kept the position of the relay here; earlier batches are published. */
const BOOKMARK = { organizationId: "", route: "relay", key: "position" } as const;

interface State {
  readonly options: RelayOptions;
  /** Running appends to the spool, by organization. */
  readonly appending: Map<string, number>;
  running: Promise<void> | undefined;
  pause: NodeJS.Timeout | undefined;
  closed: boolean;
}

/** Publishes the batches of the spool. Each is removed once the broker has it; consumers recognise repeats. */
export async function createRelay(options: RelayOptions) {
  const { spool } = options;
  const kept = await spool.recall(BOOKMARK.organizationId, BOOKMARK.route, BOOKMARK.key);
  const published = Number(kept?.answer ?? 0);
  spool.raise(published);
  while (published > 0 && spool.trim(published)) await nextTick();
  const state: State = { options, appending: new Map(), running: undefined, pause: undefined, closed: false };
  return {
    /** True while batches of this organization wait: new ones must not overtake them. */
    holds: (organizationId: string): boolean => spool.holds(organizationId) || state.appending.has(organizationId),
    /** Keeps batches for later. */
    async keep(batches: readonly AcceptedBatch[]): Promise<void> {
      const organizations = new Set(batches.map(({ organizationId }) => organizationId));
      for (const each of organizations) count(state.appending, each, 1);
      try {
        await spool.append(batches);
      } finally {
        for (const each of organizations) count(state.appending, each, -1);
        wake(state);
      }
    },
    /** Call it when the broker may take batches again. */
    wake: (): void => wake(state),
    async close(): Promise<void> {
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
  else if (last === "no capacity") rest(state, NO_CAPACITY_PAUSE_MS);
  // Without a pause it would find nothing again.
  else if (last === "nothing" && spool.holds()) rest(state, PAUSE_MS);
}

interface Ready extends SpooledBatch {
  readonly parts: readonly Part[];
}

/**
 * Publishes the next batches that fit the windows. A batch is confirmed only if all earlier ones of its organization
 * are.
 */
async function step({ options }: State): Promise<"nothing" | "stored" | "missed" | "no capacity"> {
  const { spool, publish } = options;
  const heldBack = new Set<string>();
  const ready: Ready[] = [];
  for (;;) {
    const found = spool.next(EVENTS_IN_STEP_MAX, (lane) => heldBack.has(lane));
    if (found.length === 0) break;
    ready.push(...fitting(options, found, heldBack));
    if (ready.length > 0) break;
  }
  if (ready.length === 0) return heldBack.size > 0 ? "no capacity" : "nothing";
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
function fitting(
  { windows, partitions }: RelayOptions,
  found: readonly SpooledBatch[],
  heldBack: Set<string>,
): Ready[] {
  const ready: Ready[] = [];
  for (const each of found) {
    if (heldBack.has(each.lane)) continue;
    const parts = partsOf(each.batch, partitions);
    if (!windows.hasCapacity(each.batch.organizationId, parts)) {
      heldBack.add(each.lane);
      continue;
    }
    // Before they are confirmed: the next batch must see the smaller window.
    windows.add(parts);
    ready.push({ ...each, parts });
  }
  return ready;
}
