import type { MigrationInterface, QueryRunner } from "typeorm";

/** Feedback on incidents, modes of rules, and openings of shadow rules. */
const statements = (growing: string): string[] => [
  `create table feedback (
    organization_id text not null, about_id text not null, person text not null, named text not null,
    verdict text not null, note text, created_at bigint not null, updated_at bigint not null,
    primary key (organization_id, about_id, person)
  )`,
  "alter table incident add column verdict text",
  "alter table incident add column verdict_from text",
  // Holds all that a rule is measured by.
  `create index incident_by_rule on incident (organization_id, rule_id, created_at, verdict, primary_service)
   where rule_id is not null`,
  // The first child of each rule.
  `create index incident_by_family_rule on incident (organization_id, parent_incident_id, rule_id, ref)
   where parent_incident_id is not null`,
  `create index incident_open_by_service on incident (organization_id, primary_service, ref)
   where status not in ('RESOLVED', 'CLOSED')`,
  `create table detection_rule_mode (
    organization_id text not null, rule_id text not null, mode text, since bigint, set_by text not null,
    reason text not null, primary key (organization_id, rule_id)
  )`,
  `create table shadow_opening (
    seq ${growing}, id text not null unique, organization_id text not null, rule_id text not null,
    service text not null, environment text not null, title text not null, description text not null,
    severity text not null, deduplication_key text not null, triggering_event_id text not null,
    opened_at bigint not null, last_seen_at bigint not null, quiet_at bigint not null, observations bigint not null,
    verdict text, verdict_from text
  )`,
  "create index shadow_opening_by_key on shadow_opening (organization_id, deduplication_key, seq)",
  "create index shadow_opening_by_quiet on shadow_opening (organization_id, service, quiet_at)",
  // Each ends in the order of the list.
  "create index shadow_opening_by_time on shadow_opening (organization_id, opened_at, seq)",
  "create index shadow_opening_by_service on shadow_opening (organization_id, service, opened_at, seq)",
  `create index shadow_opening_by_rule on shadow_opening (organization_id, rule_id, opened_at, seq, verdict, service)`,
  `create table shadow_overlap (
    organization_id text not null, shadow_id text not null, incident_id text not null,
    primary key (organization_id, shadow_id, incident_id)
  )`,
  "create index shadow_overlap_by_incident on shadow_overlap (organization_id, incident_id)",
];

export class DetectionQuality1764001700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === "postgres";
    const growing = postgres ? "bigserial primary key" : "integer primary key autoincrement";
    for (const sql of statements(growing)) await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error("Feedback, modes and shadow openings would be lost; restore a backup instead.");
  }
}
