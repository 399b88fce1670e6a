import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  // Beside `remediation_tally`, which counts them too: the contract's counts go by status alone.
  `create table remediation_simulated_tally (
    organization_id text not null, environment text not null, status text not null, count bigint not null,
    primary key (organization_id, environment, status)
  )`,
  `insert into remediation_simulated_tally (organization_id, environment, status, count)
   select organization_id, coalesce(environment, ''), status, count(*) from remediation_action
   where mode = 'simulate' group by organization_id, coalesce(environment, ''), status`,
  `insert into remediation_simulated_tally (organization_id, environment, status, count)
   select organization_id, 'ALL', status, sum(count) from remediation_simulated_tally
   group by organization_id, status`,
  // Reports count by mode; all that they count by stays in the index.
  "drop index remediation_action_ended",
  `create index remediation_action_ended on remediation_action (organization_id, finished_at, status, mode, service_name)
   where finished_at is not null`,
];

/** Counts of simulated actions, so that no rate that people read contains them. */
export class SimulatedActions1764002050000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of statements) await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error("Simulated actions could no longer be told apart in counts; restore a backup instead.");
  }
}
