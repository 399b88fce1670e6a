import type { EntityManager, MigrationInterface, QueryRunner } from "typeorm";
import { BLOCK_NUMBERS } from "../incident-index/bitmap.ts";
import { addToPeriods, type Step } from "../incidents/incident-periods.ts";
import { query, sql } from "../sql/statement.ts";

/** Sums of incidents by hour, day and of all time, and the services that have had incidents. */
const periodColumns = `
  span bigint not null, start bigint not null, low bigint not null, medium bigint not null, high bigint not null,
  critical bigint not null, active bigint not null, recovered bigint not null, recovery_ms bigint not null,
  primary key (organization_id, span, start)`;
const serviceColumns = "active bigint not null, newest_at bigint not null, primary key (organization_id, service)";
const hourColumns = "start bigint not null, active bigint not null, primary key (organization_id, service, start)";

// SQLite stores rows in the order of their key. PostgreSQL updates counts in place, which needs free space in the page.
const sqlite = [
  `create table incident_period (organization_id text not null, ${periodColumns}) without rowid`,
  `create table incident_service (organization_id text not null, service text not null, ${serviceColumns}) without rowid`,
  `create table incident_service_hour (organization_id text not null, service text not null, ${hourColumns}) without rowid`,
];
const collated = `organization_id text collate "C" not null`;
const postgres = [
  `create table incident_period (${collated}, ${periodColumns}) with (fillfactor = 70)`,
  `create table incident_service (${collated}, service text collate "C" not null, ${serviceColumns})
   with (fillfactor = 70)`,
  `create table incident_service_hour (${collated}, service text collate "C" not null, ${hourColumns})
   with (fillfactor = 70)`,
];

export class IncidentPeriods1764000400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const tables = runner.connection.options.type === "postgres" ? postgres : sqlite;
    for (const sql of tables) await runner.query(sql);
    const organizations = (await runner.query(
      "select organization_id as id, max(number) as last from incident group by organization_id",
    )) as { id: string; last: number }[];
    for (const { id, last } of organizations) {
      for (let first = 0; first <= last; first += BLOCK_NUMBERS) await sumBlock(runner.manager, id, first);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ["incident_period", "incident_service", "incident_service_hour"]) {
      await runner.query(`drop table ${table}`);
    }
  }
}

/** The sums that this schema has. A later migration takes merged children out of them. */
const columns = ["low", "medium", "high", "critical", "active", "recovered", "recovery_ms"];

interface StoredIncident extends Omit<Step["incident"], "affectedServices" | "parentIncidentId"> {
  readonly services: string;
}

async function sumBlock(transaction: EntityManager, organizationId: string, first: number): Promise<void> {
  const rows = await query<StoredIncident>(
    transaction,
    sql`select severity, status, affected_services as services, created_at as "createdAt", resolved_at as "resolvedAt"
        from incident
        where organization_id = ${organizationId} and number >= ${first} and number < ${first + BLOCK_NUMBERS}`,
  );
  const steps = rows.map(({ services, ...row }): Step => {
    const affectedServices = JSON.parse(services) as string[];
    return { incident: { ...row, affectedServices, parentIncidentId: null }, by: 1 };
  });
  await addToPeriods(transaction, organizationId, steps, columns);
}
