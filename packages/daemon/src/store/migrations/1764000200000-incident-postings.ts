import type { EntityManager, MigrationInterface, QueryRunner } from "typeorm";
import { BLOCK_NUMBERS } from "../incident-index/bitmap.ts";
import { contentTerms, type IndexedFields } from "../incident-index/incident-terms.ts";
import { fillPostings } from "../incident-index/posting-lists.ts";
import { query, sql } from "../sql/statement.ts";

/**
 * Lists of incidents go by postings from here on, one table for every filter and every word, on either engine.
 * They take the place of the full-text index, of the services and of the indexes in order of creation.
 */
const numbering = [
  "alter table incident add column number bigint not null default 0",
  `update incident set number = numbered.number from (
     select ref, row_number() over (partition by organization_id order by ref) as number from incident
   ) as numbered where numbered.ref = incident.ref`,
  "create unique index incident_by_number on incident (organization_id, number)",
];

const replaced = [
  "drop index incident_by_age",
  "drop index incident_by_status",
  "drop index incident_by_status_and_severity",
  "drop index incident_by_severity",
  "drop index incident_by_assignee",
  "drop table incident_service",
  "drop table incident_word",
];

// Rows of one term are adjacent in SQLite. PostgreSQL updates them in place, which needs free space in the page.
const sqliteTable = `create table incident_posting (
  organization_id text not null, mark text not null, block integer not null, numbers blob not null,
  primary key (organization_id, mark, block)
) without rowid`;
const postgresTable = `create table incident_posting (
  organization_id text collate "C" not null, mark text collate "C" not null, block integer not null,
  numbers bytea not null, primary key (organization_id, mark, block)
) with (fillfactor = 70)`;

export class IncidentPostings1764000200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === "postgres";
    const statements = [...numbering, postgres ? postgresTable : sqliteTable, ...replaced];
    for (const sql of statements) await runner.query(sql);
    const organizations = (await runner.query(
      "select organization_id as id, max(number) as last from incident group by organization_id",
    )) as { id: string; last: number }[];
    for (const { id, last } of organizations) {
      for (let first = 0; first <= last; first += BLOCK_NUMBERS) await fillBlock(runner.manager, id, first);
    }
  }

  async down(): Promise<void> {
    throw new Error("The indexes that the postings replaced are not made anew; restore a backup instead.");
  }
}

interface StoredIncident {
  readonly number: number;
  readonly title: string;
  readonly description: string;
  readonly services: string;
  readonly status: IndexedFields["status"];
  readonly severity: IndexedFields["severity"];
  readonly assignee: string | null;
  readonly parent: string | null;
}

async function fillBlock(transaction: EntityManager, organizationId: string, first: number): Promise<void> {
  const rows = await query<StoredIncident>(
    transaction,
    sql`select number, title, description, affected_services as services, status, severity, assignee_id as assignee,
          parent_incident_id as parent
        from incident
        where organization_id = ${organizationId} and number >= ${first} and number < ${first + BLOCK_NUMBERS}`,
  );
  const marked = rows.map(({ number, services, assignee, parent, ...row }) => ({
    number,
    terms: contentTerms({
      ...row,
      affectedServices: JSON.parse(services) as string[],
      assigneeId: assignee,
      parentIncidentId: parent,
    }),
  }));
  await fillPostings(transaction, organizationId, marked);
}
