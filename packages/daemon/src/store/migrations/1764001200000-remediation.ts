import type { MigrationInterface, QueryRunner } from "typeorm";

/** Remediation actions, their audit log, their jobs, and what is counted of them. */
const statements = (growing: string): string[] => [
  `create table remediation_action (
    seq ${growing}, id text not null unique, organization_id text not null, incident_id text not null,
    action_type text not null, status text not null, performed_by text not null, service_name text, environment text,
    environment_key text not null, severity text not null, parameters text not null, origin text not null,
    suggestion_id text, mode text not null, plan text not null, plan_hash text not null, approval_expires_at bigint,
    expiry_told bigint not null default 0, details text not null, error text, verification text, verify_at bigint,
    queued_at bigint, finished_at bigint, created_at bigint not null, updated_at bigint not null, audit_seq bigint not null
  )`,
  // Lists: the latest first, by any filters.
  "create index remediation_action_by_organization on remediation_action (organization_id, seq)",
  "create index remediation_action_by_status on remediation_action (organization_id, status, seq)",
  "create index remediation_action_by_environment on remediation_action (organization_id, environment, seq)",
  `create index remediation_action_by_environment_and_status
   on remediation_action (organization_id, environment, status, seq)`,
  "create index remediation_action_by_incident on remediation_action (organization_id, incident_id, seq)",
  // Guardrails: all that they count by is in the index.
  `create index remediation_action_let_through
   on remediation_action (organization_id, service_name, environment_key, queued_at) where queued_at is not null`,
  `create index remediation_action_let_through_by_type
   on remediation_action (organization_id, service_name, environment_key, action_type, queued_at)
   where queued_at is not null`,
  `create index remediation_action_active on remediation_action (organization_id, service_name, environment_key)
   where status in ('QUEUED', 'EXECUTING')`,
  `create index remediation_action_failed on remediation_action (organization_id, finished_at, environment)
   where status = 'FAILED'`,
  "create index remediation_action_expiring on remediation_action (approval_expires_at) where status = 'PENDING_APPROVAL'",
  `create index remediation_action_expiring_untold on remediation_action (approval_expires_at)
   where status = 'PENDING_APPROVAL' and expiry_told = 0`,
  "create index remediation_action_to_verify on remediation_action (verify_at) where verify_at is not null",
  `create index remediation_action_finished on remediation_action (organization_id, updated_at)
   where status in ('COMPLETED', 'FAILED', 'REJECTED')`,
  `create table remediation_tally (
    organization_id text not null, environment text not null, status text not null, count bigint not null,
    primary key (organization_id, environment, status)
  )`,
  `create table remediation_job (
    seq ${growing}, organization_id text not null, action_id text not null unique, place bigint not null,
    step text not null, note text not null, attempts bigint not null, claim text, free_at bigint not null, ended_at bigint
  )`,
  "create index remediation_job_in_line on remediation_job (place, seq) where ended_at is null",
  "create index remediation_job_by_organization on remediation_job (organization_id, place) where ended_at is null",
  `create table remediation_audit (
    organization_id text not null, seq bigint not null, id text not null unique, action_id text, event text not null,
    actor text not null, at bigint not null, content text, content_digest text not null, row_digest text,
    previous_hash text not null, hash text not null, primary key (organization_id, seq)
  )`,
  "create index remediation_audit_by_action on remediation_audit (organization_id, action_id, seq)",
  `create table remediation_audit_head (
    organization_id text primary key, seq bigint not null, hash text not null, checkpoint_seq bigint not null,
    checkpoint_hash text not null
  )`,
  `create table remediation_breaker (
    organization_id text not null, service_name text not null, environment_key text not null,
    ineffective bigint not null, suspended_at bigint, reason text, updated_at bigint not null,
    primary key (organization_id, service_name, environment_key)
  )`,
];

export class Remediation1764001200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === "postgres";
    const growing = postgres ? "bigserial primary key" : "integer primary key autoincrement";
    for (const sql of statements(growing)) await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error("Actions and their audit log would be lost; restore a backup instead.");
  }
}
