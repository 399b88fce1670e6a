import type { EntityManager } from "typeorm";
import type { IncidentSumStore, IncidentSums } from "../../incident/incident-stats.ts";
import { DAY_MS, HOUR_MS } from "../../kernel/clock.ts";
import { isOver, severities } from "../../model/incident.ts";
import { STATS_SERVICES_MAX } from "../../model/page-limits.ts";
import type { Scope } from "../../model/scope.ts";
import type { Database } from "../sql/database.ts";
import { query, queryOne, raw, type Sql, sql } from "../sql/statement.ts";
import { ALL_TIME, type Summed, sumColumns, sumsOf } from "./incident-periods.ts";

/**
 * A window costs a row for each day, up to 23 rows of hours, and the incidents of its first partial hour. All time
 * costs one row. Each costs a row for each service in addition.
 */
export function createIncidentSumStore({ reader }: Database): IncidentSumStore {
  return {
    async since(scope, from) {
      if (from === undefined) {
        const [sums, named] = await Promise.all([sumAllTime(reader, scope), services(reader, scope)]);
        return toSums(sums, named, []);
      }
      const window = partsOf(from);
      const [sums, named, begun] = await Promise.all([
        sumWindow(reader, scope, window),
        servicesSince(reader, scope, from, window.firstHour),
        incidentsOf(reader, scope, from, window.firstHour),
      ]);
      return toSums(begun.map(sumsOf).reduce(plus, sums), named, begun);
    },
    async byHour({ organizationId }, firstHour, lastHour) {
      const rows = await query<{ start: number; count: number }>(
        reader,
        sql`select start, active + recovered as count from incident_period
           where organization_id = ${organizationId} and span = ${HOUR_MS} and start >= ${firstHour} and start <= ${lastHour}`,
      );
      return new Map(rows.map(({ start, count }) => [start, count]));
    },
  };
}

interface Window {
  /** Before it: incidents one by one. */
  readonly firstHour: number;
  /** Before it: hours; from it on: days. */
  readonly firstDay: number;
}

function partsOf(from: number): Window {
  const firstHour = Math.ceil(from / HOUR_MS) * HOUR_MS;
  return { firstHour, firstDay: Math.ceil(firstHour / DAY_MS) * DAY_MS };
}

const plus = (one: readonly number[], other: readonly number[]): number[] =>
  one.map((sum, index) => sum + (other[index] as number));

type SumRow = Readonly<Record<string, number | null>>;
const toNumbers = (row: SumRow | undefined): number[] => sumColumns.map((column) => row?.[column] ?? 0);

async function sumAllTime(reader: EntityManager, { organizationId }: Scope): Promise<number[]> {
  return toNumbers(
    await queryOne<SumRow>(
      reader,
      sql`select ${raw(sumColumns.join(", "))} from incident_period
          where organization_id = ${organizationId} and span = ${ALL_TIME}`,
    ),
  );
}

async function sumWindow(reader: EntityManager, { organizationId }: Scope, window: Window): Promise<number[]> {
  const own = sql`select * from incident_period where organization_id = ${organizationId}`;
  return toNumbers(
    await queryOne<SumRow>(
      reader,
      sql`select ${raw(sumColumns.map((column) => `sum(${column}) as ${column}`).join(", "))} from (
            ${own} and span = ${HOUR_MS} and start >= ${window.firstHour} and start < ${window.firstDay}
            union all ${own} and span = ${DAY_MS} and start >= ${window.firstDay}
          ) as period`,
    ),
  );
}

type Begun = Omit<Summed, "organizationId">;

async function incidentsOf(
  reader: EntityManager,
  { organizationId }: Scope,
  from: number,
  before: number,
): Promise<Begun[]> {
  if (from === before) return [];
  const rows = await query<Omit<Begun, "affectedServices"> & { services: string }>(
    reader,
    sql`select severity, status, affected_services as services, parent_incident_id as "parentIncidentId",
          created_at as "createdAt", resolved_at as "resolvedAt"
        from incident where organization_id = ${organizationId} and created_at >= ${from} and created_at < ${before}`,
  );
  return rows.map(({ services, ...row }) => ({ ...row, affectedServices: JSON.parse(services) as string[] }));
}

/** In the order of their names, each list at most STATS_SERVICES_MAX. */
interface Services {
  readonly active: readonly string[];
  readonly all: readonly string[];
}

async function services(reader: EntityManager, { organizationId }: Scope): Promise<Services> {
  const [active, all] = await Promise.all([
    names(reader, organizationId, sql`active > 0`),
    names(reader, organizationId, sql`true`),
  ]);
  return { active, all };
}

/** The active ones are those of whole hours from `firstHour` on. */
async function servicesSince(
  reader: EntityManager,
  { organizationId }: Scope,
  from: number,
  firstHour: number,
): Promise<Services> {
  // The newest hour of each service is one look into the index; PostgreSQL would join on `exists` and read all hours.
  const newestHour = sql`(select max(active_hour.start) from incident_service_hour as active_hour
    where active_hour.organization_id = incident_service.organization_id and active_hour.service = incident_service.service)`;
  const [active, all] = await Promise.all([
    names(reader, organizationId, sql`active > 0 and ${newestHour} >= ${firstHour}`),
    names(reader, organizationId, sql`newest_at >= ${from}`),
  ]);
  return { active, all };
}

async function names(reader: EntityManager, organizationId: string, condition: Sql): Promise<string[]> {
  const rows = await query<{ service: string }>(
    reader,
    sql`select service from incident_service where organization_id = ${organizationId} and ${condition}
        order by service limit ${STATS_SERVICES_MAX}`,
  );
  return rows.map(({ service }) => service);
}

function toSums(sums: readonly number[], named: Services, begun: readonly Begun[]): IncidentSums {
  const [active, recovered, recoveryMs, merged] = sums.slice(severities.length) as [number, number, number, number];
  const begunServices = begun
    .filter(({ status }) => !isOver(status))
    .flatMap(({ affectedServices }) => affectedServices);
  return {
    bySeverity: Object.fromEntries(severities.map((each, index) => [each, sums[index]])) as IncidentSums["bySeverity"],
    active,
    recovered,
    recoveryMs,
    merged,
    affectedServices: [...new Set([...named.active, ...begunServices])].sort().slice(0, STATS_SERVICES_MAX),
    allServices: named.all,
  };
}
