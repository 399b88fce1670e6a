import type { MigrationInterface, QueryRunner } from "typeorm";

/** Reporting settings and report runs, and the indexes that reports and retention read by. */
const statements = (growing: string): string[] => [
  `create table reporting_settings (
    organization_id text primary key, retention_days bigint not null, scheduled bigint not null, cadence text not null,
    recipients text not null, last_report_at bigint, next_report_at bigint, covered_until bigint,
    retention_due_at bigint not null, created_at bigint not null, updated_at bigint not null
  )`,
  "create index reporting_settings_due on reporting_settings (next_report_at) where next_report_at is not null",
  "create index reporting_settings_retention on reporting_settings (retention_due_at)",
  `create table report_run (
    seq ${growing}, id text not null unique, organization_id text not null, cadence text not null, period text,
    reported_from bigint not null, reported_until bigint not null, deliveries text not null,
    deleted_count bigint not null, total_actions bigint not null, failed_actions bigint not null,
    pending_approvals bigint not null, queued_executions bigint not null, status text not null, error text,
    started_at bigint not null, completed_at bigint, place bigint not null, attempts bigint not null, claim text,
    free_at bigint not null
  )`,
  // A scheduled report is made once, by the first process.
  "create unique index report_run_of_period on report_run (organization_id, cadence, period) where period is not null",
  "create index report_run_by_organization on report_run (organization_id, started_at, seq)",
  "create index report_run_by_status on report_run (organization_id, status, started_at, seq)",
  "create index report_run_by_end on report_run (organization_id, completed_at) where completed_at is not null",
  "create index report_run_in_line on report_run (place, seq) where status = 'running'",
  "create index report_run_own_place on report_run (organization_id, place) where status = 'running'",
  // Actions are counted by the index alone.
  "create index remediation_action_requested on remediation_action (organization_id, created_at, service_name)",
  `create index remediation_action_ended on remediation_action (organization_id, finished_at, status, service_name)
   where finished_at is not null`,
  `create index tool_run_output_by_organization on tool_run (organization_id, completed_at)
   where output_ref is not null`,
];

export class Reporting1764001300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === "postgres";
    const growing = postgres ? "bigserial primary key" : "integer primary key autoincrement";
    for (const sql of statements(growing)) await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error("Reporting settings and report runs would be lost; restore a backup instead.");
  }
}
