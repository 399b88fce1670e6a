import type { MigrationInterface, QueryRunner } from "typeorm";

/** The service catalog, and what finds the few steps of an incident's timeline that its escalation asks for. */
const statements = [
  `create table catalog_entry (
    organization_id text not null, service_name text not null, owner_team text not null, tier text not null,
    escalation_policy text, environment text, slo text, updated_at bigint not null,
    primary key (organization_id, service_name)
  )`,
  `create table catalog_edge (
    organization_id text not null, service text not null, dependency text not null, position bigint not null,
    primary key (organization_id, service, dependency)
  )`,
  "create index catalog_edge_by_dependency on catalog_edge (organization_id, dependency, service)",
  `create index timeline_event_escalation on timeline_event (incident_id, seq)
   where type in ('status_changed', 'assigned', 'escalated')`,
];

export class ServiceCatalog1764000600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of statements) await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error("The service catalog would be lost; restore a backup instead.");
  }
}
