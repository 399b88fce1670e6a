import { ApplicationError } from "../kernel/errors.ts";
import type { Scope } from "../model/scope.ts";
import { STREAM_BUFFER_BYTES_MAX, STREAM_RETRY_MS, STREAM_STALL_MS_MAX } from "../model/stream-limits.ts";
import { frameOf, HEARTBEAT_FRAME, openingFrame, readyFrame, resetFrame } from "./frame.ts";
import type { StreamChange, StreamStore } from "./stream-store.ts";

/** Where a reader's frames go; the transport of it is no concern of the hub. */
export interface StreamSink {
  write(frame: string): void;
  /** Bytes written and not yet taken by the reader. */
  buffered(): number;
  end(): void;
}

export interface StreamReader {
  readonly scope: Scope;
  /** What the readers of one token are counted by. */
  readonly token: string;
  /** Milliseconds since 1970 UTC. */
  readonly openedAt: number;
  /** Milliseconds since 1970 UTC; the stream ends then. */
  readonly expiresAt: number;
  /** Whether the token has been revoked since. */
  readonly isRevoked: () => boolean;
  /** What the reader saw last, where it comes back. */
  readonly lastEventId: string | undefined;
  readonly sink: StreamSink;
}

export interface StreamHub {
  /** Begins a stream; answers how to end it. Throws `too_many`. */
  open(reader: StreamReader): Promise<() => void>;
  /** Sends what is new to every reader whose buffer has room; called often, cheap when nothing is new. */
  poll(now: number): Promise<void>;
  /** Sends a sign of life, and ends streams whose token has run out. */
  heartbeat(now: number): void;
  /** Ends streams whose token was revoked. */
  endRevoked(): void;
  size(): number;
  close(): void;
}

export interface StreamHubLimits {
  readonly perToken: number;
  readonly perOrganization: number;
}

const CHANGES_AT_ONCE = 500;
const RETRY_AFTER_SECONDS = 5;

interface Subscription extends StreamReader {
  /** The number sent last. */
  seen: number;
  /** Since when its buffer is full; undefined while there is room. */
  fullSince: number | undefined;
}

/** Readers by organization. */
type Readers = Map<string, Set<Subscription>>;

/**
 * Hands every change of an organization to its readers, in the order of its numbers. It reads the changes
 * from the store, where every process puts them, so that it doesn't matter which one made them, and so that a
 * reader that comes back misses nothing.
 */
export function createStreamHub(store: StreamStore, limits: StreamHubLimits): StreamHub {
  const organizations: Readers = new Map();
  let polling: Promise<void> | undefined;

  const pollOnce = async (now: number): Promise<void> => {
    for (const subscription of everyone(organizations)) dropIfStalled(organizations, subscription, now);
    const heads = await store.heads([...organizations.keys()]);
    for (const [organizationId, head] of heads) await catchUp(organizations, store, organizationId, head);
  };
  return {
    open: (reader) => begin(organizations, store, limits, reader),
    poll(now) {
      polling ??= pollOnce(now).finally(() => {
        polling = undefined;
      });
      return polling;
    },
    heartbeat(now) {
      for (const subscription of everyone(organizations)) {
        if (subscription.expiresAt <= now) drop(organizations, subscription);
        else if (isFull(subscription)) dropIfStalled(organizations, subscription, now);
        else subscription.sink.write(HEARTBEAT_FRAME);
      }
    },
    endRevoked() {
      for (const subscription of everyone(organizations)) {
        if (subscription.isRevoked()) drop(organizations, subscription);
      }
    },
    size: () => everyone(organizations).length,
    close() {
      for (const subscription of everyone(organizations)) drop(organizations, subscription);
    },
  };
}

const everyone = (organizations: Readers): Subscription[] =>
  [...organizations.values()].flatMap((readers) => [...readers]);

function drop(organizations: Readers, subscription: Subscription): void {
  const readers = organizations.get(subscription.scope.organizationId);
  if (!readers?.delete(subscription)) return;
  if (readers.size === 0) organizations.delete(subscription.scope.organizationId);
  subscription.sink.end();
}

const isFull = ({ sink }: Subscription): boolean => sink.buffered() > STREAM_BUFFER_BYTES_MAX;

/**
 * A reader whose buffer is full gets nothing more until it has read some of it. One that reads nothing for a
 * while is dropped; it comes back, and is sent what it missed.
 */
function dropIfStalled(organizations: Readers, subscription: Subscription, now: number): void {
  if (!isFull(subscription)) subscription.fullSince = undefined;
  else if (subscription.fullSince === undefined) subscription.fullSince = now;
  else if (now - subscription.fullSince >= STREAM_STALL_MS_MAX) drop(organizations, subscription);
}

/** Brings an organization's readers towards `head`; one read of the store serves all that stand at the same place. */
async function catchUp(
  organizations: Readers,
  store: StreamStore,
  organizationId: string,
  head: number,
): Promise<void> {
  for (;;) {
    const readers = [...(organizations.get(organizationId) ?? [])];
    const behind = readers.filter((each) => each.seen < head && !isFull(each));
    const first = behind[0];
    if (!first) return;
    const from = Math.min(...behind.map((each) => each.seen));
    const changes = await store.after(first.scope, from, CHANGES_AT_ONCE);
    for (const subscription of behind) sendFrom(subscription, changes);
    // Numbers up to the head that are held no more: nobody can be sent them.
    if (changes.length === 0) for (const subscription of behind) subscription.seen = head;
  }
}

function sendFrom(subscription: Subscription, changes: readonly StreamChange[]): void {
  for (const change of changes) {
    if (change.seq <= subscription.seen) continue;
    if (isFull(subscription)) return;
    subscription.sink.write(frameOf(change));
    subscription.seen = change.seq;
  }
}

async function begin(
  organizations: Readers,
  store: StreamStore,
  limits: StreamHubLimits,
  reader: StreamReader,
): Promise<() => void> {
  const { scope, sink, token, lastEventId } = reader;
  const readers = organizations.get(scope.organizationId) ?? new Set();
  refuseTooMany(readers, token, limits);
  // Counted before the first await, so that many at once can't pass the limit together.
  const subscription: Subscription = { ...reader, seen: Number.MAX_SAFE_INTEGER, fullSince: undefined };
  organizations.set(scope.organizationId, readers.add(subscription));
  try {
    const head = (await store.heads([scope.organizationId])).get(scope.organizationId) ?? 0;
    const from = await resumeFrom(store, scope, lastEventId, head);
    // At once: who sees that the stream is open shouldn't be cut off from where it stands.
    sink.write(openingFrame(STREAM_RETRY_MS) + standing(from, reader.openedAt));
    subscription.seen = from.seen;
    await catchUp(organizations, store, scope.organizationId, head);
  } catch (error) {
    drop(organizations, subscription);
    throw error;
  }
  return () => drop(organizations, subscription);
}

function refuseTooMany(readers: ReadonlySet<Subscription>, token: string, limits: StreamHubLimits): void {
  const sameToken = [...readers].filter((each) => each.token === token).length;
  const whose =
    sameToken >= limits.perToken ? "token" : readers.size >= limits.perOrganization ? "organization" : undefined;
  if (whose === undefined) return;
  const most = whose === "token" ? limits.perToken : limits.perOrganization;
  throw new ApplicationError("too_many_streams", `This ${whose} already has ${most} open streams. Close one first.`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

interface Start {
  /** What the reader is sent follows this number. */
  readonly seen: number;
  /** `gap`: some of what it missed is no longer held, or its id is none of ours. */
  readonly how: "anew" | "resumed" | "gap";
}

/** Gives a reader the id that it stands at; one that resumes has it. */
function standing({ seen, how }: Start, now: number): string {
  if (how === "resumed") return "";
  return how === "gap" ? resetFrame(seen, now) : readyFrame(seen);
}

/** Where a reader begins or goes on. */
async function resumeFrom(
  store: StreamStore,
  scope: Scope,
  lastEventId: string | undefined,
  head: number,
): Promise<Start> {
  if (lastEventId === undefined || lastEventId === "") return { seen: head, how: "anew" };
  const seen = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.NaN;
  if (!(seen <= head)) return { seen: head, how: "gap" };
  if (seen === head) return { seen, how: "resumed" };
  const oldest = (await store.oldest(scope)) ?? head + 1;
  return seen + 1 < oldest ? { seen: oldest - 1, how: "gap" } : { seen, how: "resumed" };
}
