import type { FairShare } from "../jobs/fair-share.ts";
import { createJobRunner, type JobRunner } from "../jobs/job-runner.ts";
import { LeaseLost } from "../jobs/lease.ts";
import { type Clock, SECOND_MS } from "../kernel/clock.ts";
import { NOTIFICATION_LEASE_MS } from "../model/lease-limits.ts";
import type { ChannelKind } from "./channel.ts";
import type { Notification, NotificationMessage } from "./message.ts";
import {
  type ClaimedMessage,
  decideAfterFailure,
  type Outbox,
  type TryResult,
  type WaitingDelivery,
} from "./outbox.ts";
import { readSnapshot } from "./queue-notifications.ts";
import { type SendDeps, sendOnce } from "./send-once.ts";

export interface DispatchDeps extends SendDeps {
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly chance: () => number;
  /** Base address of the links in notifications; undefined for no links. */
  readonly publicUrl: string | undefined;
  readonly share: FairShare;
  readonly tried: (kind: ChannelKind, outcome: "delivered" | "retried" | "dead", deliveries: number) => void;
}

const SENDS_MAX = 8;
/** Concurrent sends of one organization. */
export const SENDS_OF_ORGANIZATION_MAX = 4;
/** Available channels that are compared to choose the next. */
const DUE_MAX = 200;
const CLAIMS_MAX = 10;

/** Sends waiting messages. Channels have their own retries and circuit breakers, so the runner never gives one up. */
export function createDispatcher(deps: DispatchDeps, stop: AbortSignal): JobRunner {
  const { outbox, clock, share } = deps;
  return createJobRunner(
    {
      noun: "Notification",
      queue: {
        claim: (now) => claimNext(deps, now),
        renew: outbox.renew,
        // After an internal error the lease expires, which limits the rate of attempts.
        async release(message, _availableAt, isAttempt) {
          if (!isAttempt) await outbox.record(message, { outcome: "released" }, clock.now());
        },
      },
      leaseMs: NOTIFICATION_LEASE_MS,
      attemptsMax: Infinity,
      pauseMs: SECOND_MS,
      concurrency: SENDS_MAX,
      describe: ({ channel, messageId }) => ({ channel: channel.id, message: messageId }),
      run: (message, _lease, stopping) => deliver(deps, message, stopping).finally(() => share.ended(message.channel)),
      giveUp: async () => undefined,
    },
    deps,
    stop,
  );
}

async function claimNext({ outbox, share }: DispatchDeps, now: number): Promise<ClaimedMessage | undefined> {
  for (let tries = 0; tries < CLAIMS_MAX; tries++) {
    const channel = share.next(await outbox.due(now, DUE_MAX));
    if (!channel) return undefined;
    const message = await outbox.claim(channel, now);
    if (!message) continue;
    share.started(channel);
    return message;
  }
  return undefined;
}

async function deliver(deps: DispatchDeps, claimed: ClaimedMessage, stop: AbortSignal): Promise<void> {
  const { outbox, clock, tried } = deps;
  const result = await attempt(deps, claimed, stop);
  // Also false if the channel was deleted meanwhile.
  if (!(await outbox.record(claimed, result, clock.now()))) throw new LeaseLost();
  const { channel, deliveries } = claimed;
  if (result.outcome === "delivered") tried(channel.kind, "delivered", deliveries.length);
  else if (result.outcome === "failed") {
    tried(channel.kind, result.after.next === "dead" ? "dead" : "retried", deliveries.length);
  }
}

async function attempt(deps: DispatchDeps, claimed: ClaimedMessage, stop: AbortSignal): Promise<TryResult> {
  const { clock, chance, publicUrl } = deps;
  const { channel, attempts } = claimed;
  const outcome = await sendOnce(deps, messageOf(claimed, publicUrl), channel, stop);
  const { ticket } = outcome;
  if (outcome.delivered) return { outcome: "delivered", ticket };
  const { again, retryAfterMs, reason, taken = [] } = outcome;
  const after = decideAfterFailure(
    { again, retryAfterMs, attempts, failures: claimed.failures + 1 },
    clock.now(),
    chance(),
  );
  return { outcome: "failed", reason, after, ticket, taken };
}

function messageOf(
  { messageId, channel, deliveries, ticket, taken }: ClaimedMessage,
  publicUrl: string | undefined,
): NotificationMessage {
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
