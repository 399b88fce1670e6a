import type { MigrationInterface, QueryRunner } from "typeorm";

/** Counts of telemetry by service and time, and deployments: the source of signals. */
const countColumns = `
  span integer not null, start bigint not null, events bigint not null, logs bigint not null, errors bigint not null,
  primary key (organization_id, service, span, start)`;
const deploymentColumns = `
  at bigint not null, event_id text not null, version text not null, environment text not null, git_hash text,
  primary key (organization_id, service, at, event_id)`;

// Rows of one service are adjacent in SQLite. PostgreSQL updates counts in place, which needs free space in the page.
const sqlite = [
  `create table telemetry_count (organization_id text not null, service text not null, ${countColumns}) without rowid`,
  `create table deployment (organization_id text not null, service text not null, ${deploymentColumns}) without rowid`,
];
const postgres = [
  `create table telemetry_count (
    organization_id text collate "C" not null, service text collate "C" not null, ${countColumns}
  ) with (fillfactor = 70)`,
  `create table deployment (
    organization_id text collate "C" not null, service text collate "C" not null, ${deploymentColumns}
  )`,
];

const byAge = [
  "create index telemetry_count_by_age on telemetry_count (span, start)",
  "create index deployment_by_age on deployment (at)",
];

export class TelemetryCounts1764000700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const tables = runner.connection.options.type === "postgres" ? postgres : sqlite;
    for (const sql of [...tables, ...byAge]) await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error("What was counted can't be counted again; restore a backup instead.");
  }
}
