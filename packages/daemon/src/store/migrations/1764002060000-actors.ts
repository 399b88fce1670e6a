import type { MigrationInterface, QueryRunner } from "typeorm";

/** The token's subject of a comment or runbook; null for older rows. */
export class Actors1764002060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ["incident_comment", "runbook", "runbook_version"]) {
      await runner.query(`alter table ${table} add column actor text`);
    }
  }

  async down(): Promise<void> {
    throw new Error("Who wrote what would be lost; restore a backup instead.");
  }
}
