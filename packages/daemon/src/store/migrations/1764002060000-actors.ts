import type { MigrationInterface, QueryRunner } from "typeorm";

/** Whose token wrote a comment or a runbook; null for what was written before this was stored. */
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
