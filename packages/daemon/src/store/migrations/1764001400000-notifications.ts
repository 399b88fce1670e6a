import type { MigrationInterface, QueryRunner } from "typeorm";

/** Channels with how they fare, what waits to be sent through them, and the tickets that they keep. */
const statements = (growing: string): string[] => [
  `create table notification_channel (
    id text primary key, organization_id text not null, name text not null, kind text not null, enabled bigint not null,
    events text not null, min_severity text, services text not null, settings text not null, sealed text not null,
    secret_set bigint not null, created_at bigint not null, updated_at bigint not null,
    claim text, free_at bigint, paused_until bigint, failures bigint not null default 0, last_error text,
    last_delivered_at bigint
  )`,
  "create unique index notification_channel_by_name on notification_channel (organization_id, name)",
  "create index notification_channel_due on notification_channel (free_at) where enabled = 1 and free_at is not null",
  `create table notification_delivery (
    seq ${growing}, id text not null unique, organization_id text not null, channel_id text not null,
    channel_name text not null, incident_id text not null, event text not null, status text not null,
    attempts bigint not null, message_id text, free_at bigint, last_error text, created_at bigint not null,
    settled_at bigint, snapshot text not null
  )`,
  // Lists: the newest first, by any filter.
  "create index notification_delivery_by_organization on notification_delivery (organization_id, seq)",
  "create index notification_delivery_by_status on notification_delivery (organization_id, status, seq)",
  "create index notification_delivery_by_channel on notification_delivery (organization_id, channel_id, seq)",
  "create index notification_delivery_by_incident on notification_delivery (organization_id, incident_id, seq)",
  // Waiting and finished deliveries of a channel; counts use it too.
  `create index notification_delivery_of_channel
   on notification_delivery (organization_id, channel_id, status, seq)`,
  `create index notification_delivery_free on notification_delivery (channel_id, free_at, seq)
   where status = 'pending' and free_at is not null`,
  // The line of an incident.
  `create index notification_delivery_in_line on notification_delivery (channel_id, incident_id, seq)
   where status = 'pending'`,
  `create index notification_delivery_by_message on notification_delivery (message_id)
   where status = 'pending' and message_id is not null`,
  `create index notification_delivery_settled on notification_delivery (status, settled_at) where settled_at is not null`,
  `create table notification_ticket (
    channel_id text not null, incident_id text not null, organization_id text not null, ticket_key text not null,
    url text not null, used_at bigint not null, primary key (channel_id, incident_id)
  )`,
  "create index notification_ticket_by_age on notification_ticket (used_at)",
];

export class Notifications1764001400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === "postgres";
    const growing = postgres ? "bigserial primary key" : "integer primary key autoincrement";
    for (const sql of statements(growing)) await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error("Channels and what waits for them would be lost; restore a backup instead.");
  }
}
