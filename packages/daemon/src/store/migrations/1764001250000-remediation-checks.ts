import type { MigrationInterface, QueryRunner } from "typeorm";

/** Which incident is to be given to somebody where actions don't help. */
export class RemediationChecks1764001250000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [
      "alter table remediation_breaker add column escalate_incident_id text",
      `create index remediation_breaker_to_escalate on remediation_breaker (escalate_incident_id)
       where escalate_incident_id is not null`,
    ]) {
      await runner.query(sql);
    }
  }

  async down(): Promise<void> {
    throw new Error("Escalations that wait would be lost; restore a backup instead.");
  }
}
