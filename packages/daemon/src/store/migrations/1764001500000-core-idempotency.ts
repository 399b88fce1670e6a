import type { MigrationInterface, QueryRunner } from "typeorm";

/** Answers to requests of the core interface that came with an Idempotency-Key. */
const statements = [
  `create table core_idempotency (
    organization_id text not null, subject text not null, operation text not null, key text not null,
    claim text not null, fingerprint text not null, state text not null, status bigint, sealed text,
    claimed_at bigint not null, completed_at bigint,
    primary key (organization_id, subject, operation, key)
  )`,
  "create index core_idempotency_by_age on core_idempotency (claimed_at)",
  "create index core_idempotency_running on core_idempotency (claimed_at) where state = 'running'",
];

export class CoreIdempotency1764001500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of statements) await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error("Requests that are repeated would be done a second time; restore a backup instead.");
  }
}
