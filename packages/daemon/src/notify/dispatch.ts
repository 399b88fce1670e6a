import type { Clock } from "../kernel/clock.ts";
import type { ChannelKind } from "./channel.ts";
import type { NewsMessage, Notification } from "./message.ts";
import type { ClaimedMessage, DueChannel, Outbox, TryResult, WaitingDelivery } from "./outbox.ts";
import { afterFailure } from "./retry.ts";
import { type SendDeps, sendOnce } from "./send-once.ts";
import { readSnapshot } from "./snapshot.ts";

export interface DispatchDeps extends SendDeps {
  readonly outbox: Outbox;
  readonly clock: Clock;
  /** Between 0 and 1. */
  readonly chance: () => number;
  /** Address of the core interface for people; undefined for no links. */
  readonly publicUrl: string | undefined;
  readonly turns: Turns;
  /** Told how each try ended. */
  readonly tried: (kind: ChannelKind, outcome: "delivered" | "retried" | "dead", deliveries: number) => void;
}

/** Which turn each organization had last in this process, the latest in the map's last place. */
export interface Turns {
  last: number;
  readonly of: Map<string, number>;
  /** Messages that each organization has under way in this process. */
  readonly underWay: Map<string, number>;
}
const TURNS_KEPT_MAX = 10_000;
/** Channels that are looked at for whose turn it is. */
const DUE_MAX = 200;
/** So that receivers of one organization that let everybody wait leave room for others. */
export const UNDER_WAY_MAX = 4;
/** Where other workers are quicker. */
const CLAIM_TRIES_MAX = 10;

/**
 * Sends what waits, one message after the other, until nothing is due or the signal aborts. Calls `found` before each
 * message.
 */
export async function drainOutbox(deps: DispatchDeps, stop: AbortSignal, found?: () => void): Promise<void> {
  const { outbox, clock, turns } = deps;
  for (let misses = 0; misses < CLAIM_TRIES_MAX && !stop.aborted; ) {
    const channel = nextChannel(await outbox.due(clock.now(), DUE_MAX), turns);
    if (!channel) return;
    const serving = underWay(turns, channel, () => serve(deps, channel, stop));
    found?.();
    const served = await serving;
    misses = served ? 0 : misses + 1;
  }
}

/** False where another worker has the channel. */
async function serve(deps: DispatchDeps, channel: DueChannel, stop: AbortSignal): Promise<boolean> {
  const message = await deps.outbox.claim(channel, deps.clock.now());
  if (message) await deliver(deps, message, stop);
  return message !== undefined;
}

async function underWay<Result>(
  { underWay: counts }: Turns,
  { organizationId }: DueChannel,
  work: () => Promise<Result>,
): Promise<Result> {
  counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
  try {
    return await work();
  } finally {
    const left = (counts.get(organizationId) ?? 1) - 1;
    if (left > 0) counts.set(organizationId, left);
    else counts.delete(organizationId);
  }
}

/**
 * Organizations take turns, and each one's channels: of the organization that was served longest ago the one that waits
 * longest. None where nothing is due, or all of it is of organizations that have as many under way as they may.
 */
export function nextChannel(due: readonly DueChannel[], turns: Turns): DueChannel | undefined {
  const lastTurn = ({ organizationId }: DueChannel): number => turns.of.get(organizationId) ?? 0;
  const free = due.filter(({ organizationId }) => (turns.underWay.get(organizationId) ?? 0) < UNDER_WAY_MAX);
  const next = free.toSorted((one, other) => lastTurn(one) - lastTurn(other))[0];
  if (!next) return undefined;
  turns.of.delete(next.organizationId);
  turns.of.set(next.organizationId, ++turns.last);
  const [first] = turns.of.keys();
  if (turns.of.size > TURNS_KEPT_MAX && first !== undefined) turns.of.delete(first);
  return next;
}

async function deliver(deps: DispatchDeps, claimed: ClaimedMessage, stop: AbortSignal): Promise<void> {
  const { outbox, clock, tried, logger } = deps;
  const result = await attempt(deps, claimed, stop);
  const recorded = await outbox.record(claimed, result, clock.now());
  const { channel, messageId, deliveries } = claimed;
  if (!recorded) {
    logger.warn("A notification was sent through a channel that is another worker's by now, or gone", {
      channel: channel.id,
      message: messageId,
    });
  } else if (result.outcome === "delivered") tried(channel.kind, "delivered", deliveries.length);
  else if (result.outcome === "failed") {
    tried(channel.kind, result.after.next === "dead" ? "dead" : "retried", deliveries.length);
  }
}

async function attempt(deps: DispatchDeps, claimed: ClaimedMessage, stop: AbortSignal): Promise<TryResult> {
  const { clock, chance, publicUrl } = deps;
  const { channel, attempts } = claimed;
  const outcome = await sendOnce(deps, messageOf(claimed, publicUrl), channel, stop).catch((error: unknown) => {
    if (stop.aborted) return undefined;
    throw error;
  });
  if (!outcome) return { outcome: "given_back" };
  const { ticket } = outcome;
  if (outcome.delivered) return { outcome: "delivered", ticket };
  const { again, retryAfterMs, reason, taken = [] } = outcome;
  const after = afterFailure({ again, retryAfterMs, attempts, failures: claimed.failures + 1 }, clock.now(), chance());
  return { outcome: "failed", reason, after, ticket, taken };
}

function messageOf(
  { messageId, channel, deliveries, ticket, taken }: ClaimedMessage,
  publicUrl: string | undefined,
): NewsMessage {
  const [first, ...others] = deliveries;
  const notifications = [
    notification(first, publicUrl),
    ...others.map((each) => notification(each, publicUrl)),
  ] as const;
  return { test: false, id: messageId, organizationId: channel.organizationId, notifications, ticket, taken };
}

const notification = (
  { id, event, incidentId, createdAt, snapshot }: WaitingDelivery,
  publicUrl: string | undefined,
): Notification => ({
  id,
  event,
  at: createdAt,
  ...readSnapshot(snapshot),
  link: publicUrl === undefined ? null : `${publicUrl.replace(/\/+$/, "")}/incidents/${encodeURIComponent(incidentId)}`,
});
