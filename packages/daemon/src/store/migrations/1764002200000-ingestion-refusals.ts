import type { MigrationInterface, QueryRunner } from "typeorm";

/** Refusals of ingestion. The embedded form keeps them in the queue's file. */
export class IngestionRefusals1764002200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (runner.connection.options.type !== "postgres") return;
    await runner.query(`create table intake_refusal (
      organization_id text collate "C" not null, reason text collate "C" not null, count bigint not null,
      first_at bigint not null, last_at bigint not null, services text not null, primary key (organization_id, reason)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (runner.connection.options.type === "postgres") await runner.query("drop table intake_refusal");
  }
}
