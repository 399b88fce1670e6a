import type { MigrationInterface, QueryRunner } from "typeorm";

const COLUMNS = "incident (organization_id, primary_service, created_at)";

/** Signals about a service leave merged children out. A storm of them would be read before the first parent. */
export class UnmergedIncidents1764002900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index incident_unmerged_by_primary_service on ${COLUMNS} where parent_incident_id is null`,
    );
    await runner.query("drop index incident_by_primary_service");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`create index incident_by_primary_service on ${COLUMNS}`);
    await runner.query("drop index incident_unmerged_by_primary_service");
  }
}
