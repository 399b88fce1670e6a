import { setImmediate as nextTurn } from "node:timers/promises";
import type { RememberedAnswer } from "../../ingest/queue.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { coerceError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { AcceptedBatch } from "../../model/accepted-batch.ts";
import { type Part, partsOf } from "./partition.ts";

/** Where batches wait, durably, for a broker that is away: an embedded queue. */
export interface Spool {
  /** Durable when it resolves; rejects with `unavailable` when full. */
  append(batches: readonly AcceptedBatch[], remembered?: RememberedAnswer): Promise<void>;
  recall(organizationId: string, route: string, key: string): Promise<RememberedAnswer | undefined>;
  read(after: number, eventsMax: number): readonly { readonly position: number; readonly batch: AcceptedBatch }[];
  /** Removes what lies up to this position, a bounded number at a time; true where more of it is left. */
  trim(position: number): boolean;
  /** Events that wait. */
  depth(): number;
}

export interface Relay {
  /** True where nothing waits, so that new batches may go to the broker at once without overtaking. */
  idle(): boolean;
  /** When the oldest batch that waits was received, in milliseconds since 1970 UTC; null where none waits. */
  oldestAt(): number | null;
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
  /** False where trying makes no sense now; `wake` is called when it does. */
  readonly usable: () => boolean;
  readonly publish: (parts: readonly Part[]) => Promise<readonly boolean[]>;
}

const EVENTS_IN_STEP_MAX = 5000;
const PAUSE_MS = SECOND_MS;

/**
 * How far the relay has come is kept in the spool itself, as an answer to a key that no request can have: the
 * spool leaves its last row after trimming, and that must not be published again by every start.
 */
const BOOKMARK = { organizationId: "", route: "relay", key: "position" } as const;

interface State {
  readonly options: RelayOptions;
  /** Up to here it is published. */
  position: number;
  /** Nothing waits beyond the position. */
  empty: boolean;
  /** Appends to the spool that are under way. */
  appending: number;
  running: Promise<void> | undefined;
  pause: NodeJS.Timeout | undefined;
  closed: boolean;
}

export async function createRelay(options: RelayOptions): Promise<Relay> {
  const { spool } = options;
  const kept = await spool.recall(BOOKMARK.organizationId, BOOKMARK.route, BOOKMARK.key);
  const position = Number(kept?.answer ?? 0);
  await trimAll(spool, position);
  const empty = spool.read(position, 1).length === 0;
  const state: State = {
    options,
    position,
    empty,
    appending: 0,
    running: undefined,
    pause: undefined,
    closed: false,
  };
  return {
    idle: () => state.empty,
    oldestAt: () => (state.empty ? null : (spool.read(state.position, 1)[0]?.batch.receivedAt ?? null)),
    async keep(batches) {
      state.empty = false;
      state.appending += 1;
      try {
        await spool.append(batches);
      } finally {
        state.appending -= 1;
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

function wake(state: State): void {
  if (state.closed || state.running || state.empty || !state.options.usable()) return;
  clearTimeout(state.pause);
  state.pause = undefined;
  state.running = relayAll(state)
    .catch((error: unknown) => {
      state.options.logger.error("The spool cannot be relayed", { error });
      rest(state);
    })
    .finally(() => {
      state.running = undefined;
      // For what was kept while it ended. What is still being appended wakes it then: woken now, it would find nothing and
      // be woken again, all in microtasks, and the append would never have its turn.
      if (state.pause === undefined && state.appending === 0) wake(state);
    });
}

function rest(state: State): void {
  if (!state.closed) state.pause = setTimeout(() => wake(state), PAUSE_MS);
}

async function relayAll(state: State): Promise<void> {
  const { logger, spool, usable } = state.options;
  logger.info("Publishing what was spooled", { events: spool.depth() });
  let last = await step(state);
  while (last === "stored" && !state.closed && usable()) last = await step(state);
  if (last === "missed") rest(state);
}

/** Publishes what comes next, as far as it is confirmed without a gap. */
async function step(state: State): Promise<"nothing" | "stored" | "missed"> {
  const { spool, logger, partitions, publish } = state.options;
  const rows = spool.read(state.position, EVENTS_IN_STEP_MAX);
  state.empty = rows.length === 0 && state.appending === 0;
  if (rows.length === 0) return "nothing";
  const parts = rows.flatMap(({ position: at, batch }) => partsOf(batch, partitions).map((part) => ({ ...part, at })));
  const stored = await publish(parts);
  const missed = parts.find((_part, index) => !stored[index])?.at;
  const reached = rows.findLast(({ position: at }) => missed === undefined || at < missed)?.position;
  if (reached === undefined) return "missed";
  state.position = reached;
  await bookmark(spool, reached).catch((error: unknown) => {
    // A full spool, mostly. Trimming makes room; a start before the next step would publish these again,
    // and consumers know them by identity.
    logger.debug("The relay's position could not be kept", { problem: coerceError(error).message });
  });
  await trimAll(spool, reached);
  return missed === undefined ? "stored" : "missed";
}

/** Step by step, so that requests get their turn in between. */
async function trimAll(spool: Spool, position: number): Promise<void> {
  while (spool.trim(position)) await nextTurn();
}

const bookmark = (spool: Spool, position: number): Promise<void> =>
  spool.append([], {
    ...BOOKMARK,
    fingerprint: "",
    answer: String(position),
    batchId: "",
    receivedAt: Number.MAX_SAFE_INTEGER,
  });
