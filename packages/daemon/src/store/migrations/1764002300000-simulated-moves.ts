import type { MigrationInterface, QueryRunner } from "typeorm";

const EXECUTED = "status in ('EXECUTING', 'COMPLETED', 'FAILED')";
const executedIn = (mode: string): string => `exists (
  select 1 from remediation_action as acted
  where acted.organization_id = incident.organization_id and acted.incident_id = incident.id
    and acted.mode = '${mode}' and acted.${EXECUTED})`;

/**
 * Earlier versions moved an incident to REMEDIATING for a simulated action, too. This lists the incidents that had no
 * other action. A task of the core role moves them back, since a status is counted, searched and streamed.
 */
export class SimulatedMoves1764002300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("create table simulated_move (incident_id text primary key, organization_id text not null)");
    await runner.query(
      `insert into simulated_move (incident_id, organization_id)
       select id, organization_id from incident
       where status = 'REMEDIATING' and ${executedIn("simulate")} and not ${executedIn("live")}`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("drop table simulated_move");
  }
}
