import type { Scope } from "../model/scope.ts";
import type { NotificationChannel } from "./channel.ts";
import type { NotificationEvent } from "./event.ts";

export const DELIVERIES_LIMIT_DEFAULT = 50;

/** Times are milliseconds since 1970 UTC. */
export interface ChannelHealth {
  readonly consecutiveFailures: number;
  /** Null if the last attempt succeeded. */
  readonly lastError: string | null;
  readonly lastDeliveredAt: number | null;
  /** Nothing is sent before; null if sending is not paused. */
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

export interface Delivery {
  readonly id: string;
  readonly organizationId: string;
  readonly channelId: string;
  /** The name when the event happened. */
  readonly channelName: string;
  readonly incidentId: string;
  readonly event: NotificationEvent;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly createdAt: number;
  /** Null while an earlier delivery of its incident is pending, and once it is delivered or dead. */
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

/** Limited to the scope's organization. */
export interface ChannelStore {
  /** Sorted by name. */
  list(scope: Scope): Promise<readonly KnownChannel[]>;
  get(scope: Scope, id: string): Promise<KnownChannel>;
  /** Throws `conflict` for a name that exists, and if the organization has CHANNELS_MAX. */
  add(scope: Scope, channel: NotificationChannel): Promise<KnownChannel>;
  /**
   * `decide` runs within the transaction. `revive` closes the circuit. Throws `not_found`, and `conflict` for a taken
   * name.
   */
  change(
    scope: Scope,
    id: string,
    decide: (channel: NotificationChannel) => { readonly channel: NotificationChannel; readonly revive: boolean },
    now: number,
  ): Promise<KnownChannel>;
  /** Removes it with its pending deliveries, in bounded steps; a send in progress completes. Throws `not_found`. */
  remove(scope: Scope, id: string): Promise<void>;
  deliveries(scope: Scope, filter: DeliveryFilter): Promise<DeliveryPage>;
  /** Throws `not_found`, and `conflict` if it is not dead or its channel was removed. */
  replay(scope: Scope, id: string, now: number): Promise<Delivery>;
}
