import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * The embedded form keeps these in files; several processes share them here. They are archived telemetry, the services
 * of each organization, and answers to requests with an Idempotency-Key.
 */
const tables = [
  `create table record (
    organization_id text collate "C" not null, service text collate "C" not null, kind text not null, level text,
    at bigint not null, id uuid not null, json text not null, words tsvector not null
  ) partition by range (at)`,
  // An id comes with one time always, so that this tells a redelivery.
  "create unique index record_by_id on record (id, at)",
  "create index record_by_time on record (organization_id, at desc, id desc)",
  "create index record_by_service on record (organization_id, service, at desc, id desc)",
  "create index record_by_word on record using gin (words)",
  // Days have partitions of their own, made when they begin; this holds what lies outside their bounds.
  "create table record_default partition of record default",
  `create table intake_service (
    organization_id text collate "C" not null, name text collate "C" not null, primary key (organization_id, name)
  )`,
  `create table intake_answer (
    organization_id text collate "C" not null, route text collate "C" not null, key text collate "C" not null,
    fingerprint text not null, answer text not null, batch_id text not null, received_at bigint not null,
    claimed_at bigint not null, completed boolean not null, primary key (organization_id, route, key)
  )`,
  "create index intake_answer_by_age on intake_answer (received_at)",
];

export class PostgresTelemetry1764000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (runner.connection.options.type !== "postgres") return;
    for (const sql of tables) await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error("The telemetry tables are not taken back; restore a backup instead.");
  }
}
