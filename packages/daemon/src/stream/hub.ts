import { ApplicationError } from "../kernel/errors.ts";
import type { Scope } from "../model/scope.ts";
import { STREAM_BUFFER_BYTES_MAX, STREAM_RETRY_MS, STREAM_STALL_MS_MAX } from "../model/stream-limits.ts";
import { frameOf, HEARTBEAT_FRAME, openingFrame, readyFrame, resetFrame } from "./frame.ts";
import type { StreamChange, StreamStore } from "./stream-store.ts";

/** The transport of a reader's frames. */
export interface StreamSink {
  write(frame: string): void;
  /** Bytes written and not yet taken by the reader. */
  buffered(): number;
  end(): void;
}

export interface StreamReader {
  readonly scope: Scope;
  /** Identifies the token, whose readers are counted. */
  readonly token: string;
  /** Milliseconds since 1970 UTC. */
  readonly openedAt: number;
  /** Milliseconds since 1970 UTC; the stream ends then. */
  readonly expiresAt: number;
  /** Whether the token has been revoked since. */
  readonly isRevoked: () => boolean;
  /** The last change that a returning reader received. */
  readonly lastEventId: string | undefined;
  readonly sink: StreamSink;
}

export type StreamHub = ReturnType<typeof createStreamHub>;

export interface StreamHubLimits {
  readonly perToken: number;
  readonly perOrganization: number;
}

const CHANGES_AT_ONCE = 500;
const RETRY_AFTER_SECONDS = 5;

interface Subscription extends StreamReader {
  /** The last sent number. */
  seen: number;
  /** Since when its buffer is full; undefined while it has space. */
  fullSince: number | undefined;
}

/** Readers by organization. */
type Readers = Map<string, Set<Subscription>>;

/**
 * Sends every change of an organization to its readers, in order. It reads the changes from the store, so that those of
 * all processes are included and a returning reader misses nothing.
 */
export function createStreamHub(store: StreamStore, limits: StreamHubLimits) {
  const organizations: Readers = new Map();
  let polling: Promise<void> | undefined;

  const pollOnce = async (now: number): Promise<void> => {
    for (const subscription of everyone(organizations)) dropIfStalled(organizations, subscription, now);
    const heads = await store.heads([...organizations.keys()]);
    for (const [organizationId, head] of heads) await catchUp(organizations, store, organizationId, head);
  };
  return {
    /** Begins a stream; returns the function that ends it. Throws `too_many`. */
    open: (reader: StreamReader): Promise<() => void> => begin(organizations, store, limits, reader),
    /** Sends new changes to every reader with buffer space; cheap when nothing is new. */
    poll(now: number): Promise<void> {
      polling ??= pollOnce(now).finally(() => {
        polling = undefined;
      });
      return polling;
    },
    /** Sends a heartbeat, and ends streams whose token has expired. */
    heartbeat(now: number): void {
      for (const subscription of everyone(organizations)) {
        if (subscription.expiresAt <= now) drop(organizations, subscription);
        else if (isFull(subscription)) dropIfStalled(organizations, subscription, now);
        else subscription.sink.write(HEARTBEAT_FRAME);
      }
    },
    /** Ends streams whose token was revoked. */
    endRevoked(): void {
      for (const subscription of everyone(organizations)) {
        if (subscription.isRevoked()) drop(organizations, subscription);
      }
    },
    size: (): number => everyone(organizations).length,
    close(): void {
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

/** Drops a reader whose buffer stays full. When it returns, it receives what it missed. */
function dropIfStalled(organizations: Readers, subscription: Subscription, now: number): void {
  if (!isFull(subscription)) subscription.fullSince = undefined;
  else if (subscription.fullSince === undefined) subscription.fullSince = now;
  else if (now - subscription.fullSince >= STREAM_STALL_MS_MAX) drop(organizations, subscription);
}

/** Sends an organization's readers the changes up to `head`; one read of the store serves all readers. */
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
    // The changes up to the head are no longer held.
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
  // Counted before the first await, so that concurrent calls can't exceed the limit together.
  const subscription: Subscription = { ...reader, seen: Number.MAX_SAFE_INTEGER, fullSince: undefined };
  organizations.set(scope.organizationId, readers.add(subscription));
  try {
    const head = (await store.heads([scope.organizationId])).get(scope.organizationId) ?? 0;
    const from = await resumeFrom(store, scope, lastEventId, head);
    // Sent at once, so that a reader whose stream breaks early has an id to resume from.
    sink.write(openingFrame(STREAM_RETRY_MS) + startFrame(from, reader.openedAt));
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
  /** The reader receives the changes after this number. */
  readonly seen: number;
  /** `gap`: some missed changes are no longer held, or the id is unknown. */
  readonly how: "new" | "resumed" | "gap";
}

/** The frame with the current id; a reader that resumes has it. */
function startFrame({ seen, how }: Start, now: number): string {
  if (how === "resumed") return "";
  return how === "gap" ? resetFrame(seen, now) : readyFrame(seen);
}

async function resumeFrom(
  store: StreamStore,
  scope: Scope,
  lastEventId: string | undefined,
  head: number,
): Promise<Start> {
  if (lastEventId === undefined || lastEventId === "") return { seen: head, how: "new" };
  const seen = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.NaN;
  if (!(seen <= head)) return { seen: head, how: "gap" };
  if (seen === head) return { seen, how: "resumed" };
  const oldest = (await store.oldest(scope)) ?? head + 1;
  return seen + 1 < oldest ? { seen: oldest - 1, how: "gap" } : { seen, how: "resumed" };
}
