import type { Scope } from "../model/scope.ts";
import type { NotificationChannel } from "./channel.ts";
import type { NotificationEvent } from "./event.ts";

export const DELIVERIES_LIMIT_DEFAULT = 50;

/** How deliveries fare. Times are milliseconds since 1970 UTC. */
export interface ChannelHealth {
  /** Tries that failed since the last that succeeded. */
  readonly consecutiveFailures: number;
  /** Why the last try failed; null where it succeeded. */
  readonly lastError: string | null;
  readonly lastDeliveredAt: number | null;
  /** Nothing is sent before then; null where nothing holds it up. */
  readonly pausedUntil: number | null;
  /** Counted up to DELIVERIES_COUNTED_MAX. */
  readonly waiting: number;
  readonly dead: number;
}

export interface KnownChannel {
  readonly channel: NotificationChannel;
  readonly health: ChannelHealth;
}

export const deliveryStatuses = ["pending", "delivered", "dead"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One notification to one channel. */
export interface Delivery {
  readonly id: string;
  readonly organizationId: string;
  readonly channelId: string;
  /** As it was called when the event happened. */
  readonly channelName: string;
  readonly incidentId: string;
  readonly event: NotificationEvent;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly createdAt: number;
  /** Null where it waits for an earlier one of its incident, and where it waits no more. */
  readonly nextTryAt: number | null;
  readonly deliveredAt: number | null;
}

export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined;
  readonly channelId?: string | undefined;
  readonly incidentId?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  readonly cursor?: string;
}

/** Every method sees the scope's organization alone. */
export interface ChannelStore {
  /** By name. */
  list(scope: Scope): Promise<readonly KnownChannel[]>;
  /** Throws `not_found`. */
  get(scope: Scope, id: string): Promise<KnownChannel>;
  /** Throws `conflict` for a name that exists, and where the organization has CHANNELS_MAX. */
  add(scope: Scope, channel: NotificationChannel): Promise<KnownChannel>;
  /**
   * Decides about the channel as it stands within the transaction. `revive`: its circuit closes, and what waits is tried
   * at once. Throws `not_found`, and `conflict` for a name that exists.
   */
  change(
    scope: Scope,
    id: string,
    decide: (channel: NotificationChannel) => { readonly channel: NotificationChannel; readonly revive: boolean },
    now: number,
  ): Promise<KnownChannel>;
  /** With what waits for it, in bounded steps; what is under way comes to its end. Throws `not_found`. */
  remove(scope: Scope, id: string): Promise<void>;
  /** The newest first. */
  deliveries(scope: Scope, filter: DeliveryFilter): Promise<DeliveryPage>;
  /** Throws `not_found`, and `conflict` for one that is not dead or whose channel is gone. */
  replay(scope: Scope, id: string, now: number): Promise<Delivery>;
}
