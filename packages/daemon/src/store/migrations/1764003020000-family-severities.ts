import type { MigrationInterface, QueryRunner } from "typeorm";

/** Keeps the severity that a parent has by itself. That of parents of before is the one of their family. */
export class FamilySeverities1764003020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("alter table incident add column own_severity text");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("alter table incident drop column own_severity");
  }
}
