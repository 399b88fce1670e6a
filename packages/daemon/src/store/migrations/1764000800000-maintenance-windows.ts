import type { MigrationInterface, QueryRunner } from "typeorm";

/** Maintenance windows, the services that each covers, and what they hold back. */
const statements = (growing: string): string[] => [
  `create table maintenance_window (
    id text primary key, organization_id text not null, services text not null, starts_at bigint not null,
    ends_at bigint not null, over_at bigint not null, ended_by text, reason text not null, created_by text not null,
    created_at bigint not null, updated_at bigint not null, held_count bigint not null, opened_count bigint not null,
    dropped_count bigint not null
  )`,
  "create index maintenance_window_by_start on maintenance_window (organization_id, starts_at, id)",
  "create index maintenance_window_by_end on maintenance_window (organization_id, over_at)",
  "create index maintenance_window_by_age on maintenance_window (over_at)",
  "create index maintenance_window_that_holds on maintenance_window (organization_id, over_at) where held_count > 0",
  `create table maintenance_window_service (
    window_id text not null, organization_id text not null, service text not null, starts_at bigint not null,
    over_at bigint not null, primary key (window_id, service)
  )`,
  `create index maintenance_window_service_by_start
   on maintenance_window_service (organization_id, service, starts_at, window_id)`,
  "create index maintenance_window_service_by_end on maintenance_window_service (organization_id, service, over_at)",
  `create table held_candidate (
    seq ${growing}, organization_id text not null, deduplication_key text not null, window_id text not null,
    candidate text not null, held_since bigint not null, last_seen_at bigint not null, resolve_after_ms bigint not null,
    unique (organization_id, deduplication_key)
  )`,
  "create index held_candidate_by_window on held_candidate (window_id, seq)",
];

export class MaintenanceWindows1764000800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === "postgres";
    const growing = postgres ? "bigserial primary key" : "integer primary key autoincrement";
    for (const sql of statements(growing)) await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error("What is held would be lost; restore a backup instead.");
  }
}
