import type { MigrationInterface, QueryRunner } from "typeorm";

/** Runs of diagnostic tools, and the resources that they may look at for an incident. */
const statements = (growing: string): string[] => [
  `create table tool_run (
    seq ${growing}, id text not null unique, organization_id text not null, incident_id text not null,
    tool text not null, tool_type text not null, provider text not null, status text not null, summary text not null,
    key_patterns text not null, output_ref text, preview text, truncated bigint not null, started_by text not null,
    started_at bigint not null, completed_at bigint, error text, failure_pattern text
  )`,
  // Lists and counts of an incident: all that is counted by is in the index.
  `create index tool_run_by_incident
   on tool_run (organization_id, incident_id, started_at, seq, tool_type, provider, status, truncated, failure_pattern)`,
  "create index tool_run_by_organization on tool_run (organization_id, started_at)",
  "create index tool_run_that_runs on tool_run (started_at) where status = 'running'",
  "create index tool_run_with_output on tool_run (started_at) where output_ref is not null",
  "create index tool_run_by_output on tool_run (output_ref) where output_ref is not null",
  "create index tool_run_by_age on tool_run (started_at)",
  `create table incident_resource (
    seq ${growing}, id text not null unique, incident_id text not null, organization_id text not null,
    provider text not null, resource_type text not null, resource_id text, resource_arn text, region text not null,
    created_at bigint not null
  )`,
  "create index incident_resource_by_incident on incident_resource (incident_id, seq)",
];

export class ToolRuns1764001100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === "postgres";
    const growing = postgres ? "bigserial primary key" : "integer primary key autoincrement";
    for (const sql of statements(growing)) await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error("Runs and mapped resources would be lost; restore a backup instead.");
  }
}
