import type { MigrationInterface, QueryRunner } from "typeorm";

/** Keeps the title that a parent opened with beside that of its family. Parents of before keep theirs until a child joins. */
export class FamilyTitles1764003000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("alter table incident add column own_title text");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("alter table incident drop column own_title");
  }
}
