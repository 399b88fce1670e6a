import { doubledMs } from "../kernel/back-off.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../kernel/clock.ts";
import { BUNDLE_MAX } from "../model/record-limits.ts";
import { keepsTickets, type NotificationChannel } from "./channel.ts";
import type { NotificationEvent } from "./event.ts";
import type { Ticket } from "./message.ts";

const FIRST_PAUSE_MS = 5 * SECOND_MS;
const PAUSE_MS_MAX = HOUR_MS;
/** Attempts of one message; with the pauses between them about 24 hours. */
export const ATTEMPTS_MAX = 33;
/** The longest `Retry-After` that is honoured. */
const RETRY_AFTER_MS_MAX = HOUR_MS;

/** Consecutive failures that open a channel's circuit. */
export const CIRCUIT_FAILURES = 5;
const CIRCUIT_FIRST_MS = 30 * SECOND_MS;
const CIRCUIT_MS_MAX = 10 * MINUTE_MS;
/** The random share of a pause: messages that failed together are not retried together. */
const JITTER = 0.2;

/** `pausesUntil`: nothing is sent through the channel before; null if it is not paused. */
export type AfterFailure =
  | { readonly next: "dead"; readonly why: "refused" | "exhausted"; readonly pausesUntil: number | null }
  | { readonly next: "retry"; readonly why: "may_succeed"; readonly at: number; readonly pausesUntil: number | null };

interface Failed {
  readonly again: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly attempts: number;
  readonly failures: number;
}

/** The next step of a failed message and of its channel. `chance` is random, from 0 to 1. */
export function decideAfterFailure(
  { again, retryAfterMs, attempts, failures }: Failed,
  now: number,
  chance: number,
): AfterFailure {
  const spread = (ms: number): number => Math.round(ms * (1 - JITTER * chance));
  const asked = Math.min(retryAfterMs ?? 0, RETRY_AFTER_MS_MAX);
  const opened =
    failures >= CIRCUIT_FAILURES ? spread(doubledMs(failures - CIRCUIT_FAILURES, CIRCUIT_FIRST_MS, CIRCUIT_MS_MAX)) : 0;
  const pause = Math.max(asked, opened);
  const pausesUntil = pause > 0 ? now + pause : null;
  if (!again) return { next: "dead", why: "refused", pausesUntil };
  if (attempts >= ATTEMPTS_MAX) return { next: "dead", why: "exhausted", pausesUntil };
  const backOff = spread(doubledMs(attempts - 1, FIRST_PAUSE_MS, PAUSE_MS_MAX));
  return { next: "retry", why: "may_succeed", at: now + Math.max(backOff, asked), pausesUntil };
}

/** Where more than this wait, several go in one message. */
const BUNDLE_FROM = 20;
const BUNDLE_BYTES_MAX = 256 * 1024;

export interface DueChannel {
  readonly id: string;
  readonly organizationId: string;
}

export interface WaitingDelivery {
  readonly id: string;
  readonly event: NotificationEvent;
  readonly incidentId: string;
  readonly createdAt: number;
  /** Made by `snapshotJson`. */
  readonly snapshot: string;
}

/** A message that a worker has claimed together with its channel. */
export interface ClaimedMessage {
  readonly channel: NotificationChannel;
  /** Changes with every claim of the channel. */
  readonly claim: string;
  /** The same at every attempt; of a single delivery, its id. */
  readonly messageId: string;
  readonly deliveries: readonly [WaitingDelivery, ...WaitingDelivery[]];
  /** Attempts of the message, with this one. */
  readonly attempts: number;
  /** Consecutive failures of the channel before this attempt. */
  readonly failures: number;
  readonly ticket: Ticket | null;
  readonly taken: readonly string[];
}

export type TryResult =
  | { readonly outcome: "delivered"; readonly ticket: Ticket | undefined }
  | {
      readonly outcome: "failed";
      readonly reason: string;
      readonly after: AfterFailure;
      readonly ticket: Ticket | undefined;
      readonly taken: readonly string[];
    }
  /** The worker stops; this doesn't count as an attempt. */
  | { readonly outcome: "released" };

/**
 * Pending notifications of all organizations. Per channel and incident they are sent in order. Every method but
 * `tidy` is one transaction.
 */
export interface Outbox {
  /** The longest waiting channels, at most `most`. */
  due(now: number, most: number): Promise<readonly DueChannel[]>;
  /** Claims the channel's next message; undefined if another worker has the channel, or nothing is due. */
  claim(channel: DueChannel, now: number): Promise<ClaimedMessage | undefined>;
  /** False if the channel was claimed by another worker or removed; then nothing was written. */
  record(message: ClaimedMessage, result: TryResult, now: number): Promise<boolean>;
  /** Extends the lease of the channel. False if another worker has it. */
  renew(message: ClaimedMessage, now: number): Promise<boolean>;
  /** Ends all leases. Call it only when no other process can be working: their owner has ended. */
  reclaim(): Promise<void>;
  /** Waiting messages of all organizations, counted up to `most`. */
  countWaiting(most: number): Promise<number>;
  /** Deletes expired rows and gives up surplus ones, in bounded steps; returns their number. */
  tidy(now: number): Promise<number>;
}

/** A waiting delivery, with what bundling needs. */
export interface Candidate {
  readonly seq: number;
  readonly incidentId: string;
  /** Null behind an earlier delivery of its incident. */
  readonly availableAt: number | null;
  /** The message in which it was attempted. */
  readonly messageId: string | null;
  readonly bytes: number;
}

/**
 * The deliveries of the next bundle; empty to send each alone. Attempted ones keep their message and block their
 * incident.
 */
function bundleOf(waiting: readonly Candidate[], now: number): readonly Candidate[] {
  const free = new Map<string, boolean>();
  const bundle: Candidate[] = [];
  let bytes = 0;
  for (const candidate of waiting) {
    const { incidentId, availableAt, messageId } = candidate;
    const line = free.get(incidentId) ?? (availableAt !== null && availableAt <= now);
    free.set(incidentId, line && messageId === null);
    if (!line || messageId !== null) continue;
    if (bundle.length === BUNDLE_MAX || bytes + candidate.bytes > BUNDLE_BYTES_MAX) break;
    bytes += candidate.bytes;
    bundle.push(candidate);
  }
  return bundle.length > BUNDLE_FROM ? bundle : [];
}

/** How deliveries of one channel are put together in messages. */
export const bundling = { keepsTickets, bundleOf };
export type Bundling = typeof bundling;
