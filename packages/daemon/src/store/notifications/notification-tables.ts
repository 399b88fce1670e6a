import { EntitySchema } from "typeorm";
import type { NotificationChannel } from "../../notify/channel.ts";
import type { Delivery } from "../../notify/channel-store.ts";
import { flag, integer, json, key, nullable, text } from "../sql/columns.ts";

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

export const channelTable = new EntitySchema<ChannelRow>({
  name: "notification_channel",
  columns: {
    id: { ...text, ...key },
    organizationId: { ...text, name: "organization_id" },
    name: text,
    kind: text,
    enabled: flag,
    events: json,
    minSeverity: { ...text, ...nullable, name: "min_severity" },
    services: json,
    settings: json,
    sealed: text,
    secretSet: { ...flag, name: "secret_set" },
    createdAt: { ...integer, name: "created_at" },
    updatedAt: { ...integer, name: "updated_at" },
    claim: { ...text, ...nullable },
    availableAt: { ...integer, ...nullable, name: "free_at" },
    pausedUntil: { ...integer, ...nullable, name: "paused_until" },
    failures: integer,
    lastError: { ...text, ...nullable, name: "last_error" },
    lastDeliveredAt: { ...integer, ...nullable, name: "last_delivered_at" },
  },
});

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

export const deliveryTable = new EntitySchema<DeliveryRow>({
  name: "notification_delivery",
  columns: {
    seq: { ...integer, primary: true, generated: "increment" },
    id: text,
    organizationId: { ...text, name: "organization_id" },
    channelId: { ...text, name: "channel_id" },
    channelName: { ...text, name: "channel_name" },
    incidentId: { ...text, name: "incident_id" },
    event: text,
    status: text,
    attempts: integer,
    messageId: { ...text, ...nullable, name: "message_id" },
    availableAt: { ...integer, ...nullable, name: "free_at" },
    lastError: { ...text, ...nullable, name: "last_error" },
    createdAt: { ...integer, name: "created_at" },
    settledAt: { ...integer, ...nullable, name: "settled_at" },
    taken: { ...json, ...nullable },
    snapshot: text,
  },
});

export interface TicketRow {
  channelId: string;
  incidentId: string;
  organizationId: string;
  key: string;
  url: string;
  usedAt: number;
}

export const ticketTable = new EntitySchema<TicketRow>({
  name: "notification_ticket",
  columns: {
    channelId: { ...text, ...key, name: "channel_id" },
    incidentId: { ...text, ...key, name: "incident_id" },
    organizationId: { ...text, name: "organization_id" },
    key: { ...text, name: "ticket_key" },
    url: text,
    usedAt: { ...integer, name: "used_at" },
  },
});
