import type { MigrationInterface, QueryRunner } from "typeorm";
import type { ActionPlan } from "../../model/remediation.ts";
import { spelledAsDeployment, targetKeyOf } from "../../model/remediation-target.ts";
import { query, sql } from "../sql/statement.ts";

/** Guardrails and breakers count by what is acted on; the catalog is found by how a service's deployment is named. */
const columns = [
  "alter table remediation_action add column target_key text not null default ''",
  "alter table remediation_action add column sent_at bigint",
  "alter table catalog_entry add column deployment_name text not null default ''",
];

const tables = [
  "drop index remediation_action_let_through",
  "drop index remediation_action_let_through_by_type",
  "drop index remediation_action_active",
  `create index remediation_action_let_through on remediation_action (organization_id, target_key, queued_at)
   where queued_at is not null`,
  `create index remediation_action_let_through_by_type
   on remediation_action (organization_id, target_key, action_type, queued_at)
   where queued_at is not null and (status <> 'FAILED' or sent_at is not null)`,
  `create index remediation_action_active on remediation_action (organization_id, target_key)
   where status in ('QUEUED', 'EXECUTING')`,
  "create index catalog_entry_by_deployment on catalog_entry (organization_id, deployment_name)",
  "drop index remediation_breaker_to_escalate",
  "alter table remediation_breaker rename to remediation_breaker_by_service",
  `create table remediation_breaker (
    organization_id text not null, target_key text not null, service_name text not null, environment_key text not null,
    ineffective bigint not null, suspended_at bigint, reason text, escalate_incident_id text, updated_at bigint not null,
    primary key (organization_id, target_key)
  )`,
  // The target of a service's last action has what was counted of the service.
  `insert into remediation_breaker
   select organization_id, target_key, max(service_name), max(environment_key), max(ineffective), max(suspended_at),
     max(reason), max(escalate_incident_id), max(updated_at)
   from (
     select breaker.*, (
       select target_key from remediation_action as acted
       where acted.organization_id = breaker.organization_id and acted.service_name = breaker.service_name
         and acted.environment_key = breaker.environment_key and acted.mode = 'live'
       order by acted.seq desc limit 1) as target_key
     from remediation_breaker_by_service as breaker
   ) as found
   where target_key is not null group by organization_id, target_key`,
  "drop table remediation_breaker_by_service",
  `create index remediation_breaker_to_escalate on remediation_breaker (escalate_incident_id)
   where escalate_incident_id is not null`,
];

const ROWS_AT_ONCE = 1000;

export class RemediationTargets1764001900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of columns) await runner.query(statement);
    await deriveTargetKeys(runner);
    await deriveDeploymentNames(runner);
    for (const statement of tables) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("What guardrails counted by before can't be told from what is left; restore a backup instead.");
  }
}

async function deriveTargetKeys({ manager }: QueryRunner): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await query<{ seq: number; plan: string }>(
      manager,
      sql`select seq, plan from remediation_action where seq > ${last} order by seq limit ${ROWS_AT_ONCE}`,
    );
    for (const { seq, plan } of rows) {
      const key = targetKeyOf(JSON.parse(plan) as ActionPlan);
      await query(manager, sql`update remediation_action set target_key = ${key} where seq = ${seq}`);
      last = seq;
    }
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

async function deriveDeploymentNames({ manager }: QueryRunner): Promise<void> {
  const names = await query<{ name: string }>(manager, sql`select distinct service_name as name from catalog_entry`);
  for (const { name } of names) {
    await query(
      manager,
      sql`update catalog_entry set deployment_name = ${spelledAsDeployment(name)} where service_name = ${name}`,
    );
  }
}
