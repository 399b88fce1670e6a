import type { EntityManager, MigrationInterface, QueryRunner } from "typeorm";
import type { Incident } from "../../model/incident.ts";
import { BLOCK_NUMBERS } from "../incident-index/bitmap.ts";
import { originTerms } from "../incident-index/incident-terms.ts";
import { fillPostings } from "../incident-index/posting-lists.ts";
import { query, sql } from "../sql/statement.ts";

/** Correlation rules, their ledger, and what finds an incident's relatives. */
const statements = (growing: string): string[] => [
  "alter table incident add column group_id text",
  `create index incident_by_parent on incident (organization_id, parent_incident_id, number)
   where parent_incident_id is not null`,
  `create index incident_by_open_child on incident (organization_id, parent_incident_id, number)
   where parent_incident_id is not null and status not in ('RESOLVED', 'CLOSED')`,
  "create index incident_by_group on incident (organization_id, group_id, number) where group_id is not null",
  "create index incident_by_creation on incident (organization_id, created_at, number)",
  "create index incident_by_primary_service on incident (organization_id, primary_service, created_at)",
  `create table correlation_rule (
    id text primary key, organization_id text not null, name text not null, description text not null,
    enabled integer not null, conditions text not null, action text not null, priority double precision not null,
    created_at bigint not null, updated_at bigint not null
  )`,
  "create index correlation_rule_by_organization on correlation_rule (organization_id)",
  `create table correlation_decision (
    seq ${growing}, id text not null, organization_id text not null, incident_id text, related_incident_id text,
    rule_id text, rule_name text, action text not null, compared text not null, gap_minutes double precision,
    reason text not null, created_at bigint not null, deduplication_key text, repeats bigint not null default 0,
    last_at bigint
  )`,
  // Each ends in the order of the list, so that a page of any filter within any time is read and nothing beside it.
  "create index correlation_decision_by_time on correlation_decision (organization_id, created_at, seq)",
  "create index correlation_decision_by_action on correlation_decision (organization_id, action, created_at, seq)",
  `create index correlation_decision_by_rule on correlation_decision (organization_id, rule_id, action, created_at, seq)
   where rule_id is not null`,
  `create index correlation_decision_by_incident on correlation_decision (organization_id, incident_id, created_at, seq)
   where incident_id is not null`,
  `create index correlation_decision_by_related
   on correlation_decision (organization_id, related_incident_id, action, created_at, seq)
   where related_incident_id is not null`,
  `create index correlation_decision_by_key on correlation_decision (organization_id, deduplication_key, seq)
   where deduplication_key is not null`,
];

export class Correlation1764000300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === "postgres";
    const growing = postgres ? "bigserial primary key" : "integer primary key autoincrement";
    for (const sql of statements(growing)) await runner.query(sql);
    const organizations = (await runner.query(
      "select organization_id as id, max(number) as last from incident group by organization_id",
    )) as { id: string; last: number }[];
    for (const { id, last } of organizations) {
      for (let first = 0; first <= last; first += BLOCK_NUMBERS) await markOrigins(runner.manager, id, first);
    }
  }

  async down(): Promise<void> {
    throw new Error("What correlation decided would be lost; restore a backup instead.");
  }
}

interface StoredOrigin extends Pick<Incident, "primaryService" | "signalType"> {
  readonly number: number;
}

async function markOrigins(transaction: EntityManager, organizationId: string, first: number): Promise<void> {
  const rows = await query<StoredOrigin>(
    transaction,
    sql`select number, primary_service as "primaryService", signal_type as "signalType" from incident
        where organization_id = ${organizationId} and number >= ${first} and number < ${first + BLOCK_NUMBERS}`,
  );
  const marked = rows.map((row) => ({ number: row.number, terms: originTerms(row) }));
  await fillPostings(transaction, organizationId, marked);
}
