import type { MigrationInterface, QueryRunner } from "typeorm";

/** Tokens that ended before they expired. */
const statements = (growing: string): string[] => [
  `create table token_revocation (
    seq ${growing}, token_id text, organization_id text, subject text, issued_until bigint,
    revoked_at bigint not null, expires_at bigint not null, reason text not null
  )`,
  "create unique index token_revocation_by_token on token_revocation (token_id) where token_id is not null",
];

export class TokenRevocations1764002100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === "postgres";
    const growing = postgres ? "bigserial primary key" : "integer primary key autoincrement";
    for (const sql of statements(growing)) await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error("Tokens that were revoked would be valid again; restore a backup instead.");
  }
}
