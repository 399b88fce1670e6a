import type { NotificationChannel } from "../../notify/channel.ts";
import type { Delivery } from "../../notify/channel-store.ts";
import { defineTable, flag, generated, integer, json, key, text } from "../sql/define-table.ts";

export interface ChannelRow extends NotificationChannel {
  /** The lease of a worker; null while none has the channel. */
  claim: string | null;
  /** When a worker may claim it: when a delivery is due, or the lease expires; null where nothing waits. */
  availableAt: number | null;
  /** Nothing is sent before then. */
  pausedUntil: number | null;
  failures: number;
  lastError: string | null;
  lastDeliveredAt: number | null;
}

export const channelTable = defineTable<ChannelRow>(
  "notification_channel",
  {
    ...key(text("id")),
    ...text("organizationId", "name", "kind", "minSeverity", "sealed", "claim", "lastError"),
    ...flag("enabled", "secretSet"),
    ...json("events", "services", "settings"),
    ...integer("createdAt", "updatedAt", "availableAt", "pausedUntil", "failures", "lastDeliveredAt"),
  },
  { availableAt: "free_at" },
);

export interface DeliveryRow extends Omit<Delivery, "nextTryAt" | "deliveredAt"> {
  seq: number;
  /** The message that it was tried in; null before. */
  messageId: string | null;
  /** When it may be tried: only the first that waits of a channel and incident has a time. */
  availableAt: number | null;
  /** When it was delivered, or given up. */
  settledAt: number | null;
  /** The recipients that have received it, where the channel has several; null for none. */
  taken: readonly string[] | null;
  snapshot: string;
}

export const deliveryTable = defineTable<DeliveryRow>(
  "notification_delivery",
  {
    ...generated("seq"),
    ...text("id", "organizationId", "channelId", "channelName", "incidentId", "event", "status", "messageId"),
    ...text("lastError", "snapshot"),
    ...json("taken"),
    ...integer("attempts", "availableAt", "createdAt", "settledAt"),
  },
  { availableAt: "free_at" },
);

export interface TicketRow {
  channelId: string;
  incidentId: string;
  organizationId: string;
  key: string;
  url: string;
  usedAt: number;
}

export const ticketTable = defineTable<TicketRow>(
  "notification_ticket",
  {
    ...key(text("channelId", "incidentId")),
    ...text("organizationId", "key", "url"),
    ...integer("usedAt"),
  },
  { key: "ticket_key" },
);
