import type { MigrationInterface, QueryRunner } from "typeorm";

/** The sensitivity of detection, of an organization (an empty service) and of its services. */
export class DetectionSensitivity1764003010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table detection_sensitivity (
      organization_id text not null, service text not null, sensitivity text, since bigint not null,
      set_by text not null, reason text not null, primary key (organization_id, service)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("drop table detection_sensitivity");
  }
}
