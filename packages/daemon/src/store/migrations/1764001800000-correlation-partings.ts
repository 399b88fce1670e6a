import type { MigrationInterface, QueryRunner } from "typeorm";

/** Which alarms people took apart. The index holds one key alone, since two may be too long for PostgreSQL. */
const statements = (growing: string): string[] => [
  `create table correlation_parting (
    seq ${growing}, organization_id text not null, deduplication_key text not null, other_key text not null,
    parted_at bigint not null
  )`,
  "create index correlation_parting_by_key on correlation_parting (organization_id, deduplication_key, seq)",
];

export class CorrelationPartings1764001800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === "postgres";
    const growing = postgres ? "bigserial primary key" : "integer primary key autoincrement";
    for (const sql of statements(growing)) await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error("What people took apart can't be told from what is left; restore a backup instead.");
  }
}
