import type { MigrationInterface, QueryRunner } from "typeorm";

/** Usage of language models by organization and UTC day. */
export class ModelUsage1764001000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create table model_usage (
        organization_id text not null, day bigint not null, tokens bigint not null, primary key (organization_id, day)
      )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("drop table model_usage");
  }
}
