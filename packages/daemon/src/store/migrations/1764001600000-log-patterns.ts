import type { MigrationInterface, QueryRunner } from "typeorm";

/** The patterns of each service's logs, as they are listed. */
const columns = `
  is_error integer not null, seen_day integer not null, facts text not null,
  primary key (organization_id, service, environment, pattern_id, is_error)`;

// Rows of one service are adjacent in SQLite. PostgreSQL updates them in place, which needs free space in the page.
const sqlite = `create table log_pattern (
  organization_id text not null, service text not null, environment text not null, pattern_id text not null, ${columns}
) without rowid`;
const postgres = `create table log_pattern (
  organization_id text collate "C" not null, service text collate "C" not null, environment text collate "C" not null,
  pattern_id text collate "C" not null, ${columns}
) with (fillfactor = 70)`;

export class LogPatterns1764001600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(runner.connection.options.type === "postgres" ? postgres : sqlite);
    // A day changes once a day, so that rows change in place meanwhile.
    await runner.query("create index log_pattern_by_age on log_pattern (seen_day)");
  }

  async down(): Promise<void> {
    throw new Error("What is known of patterns can't be learned again; restore a backup instead.");
  }
}
