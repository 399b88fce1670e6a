import type { EntityManager } from "typeorm";
import { DAY_MS, HOUR_MS } from "../../kernel/clock.ts";
import { type Incident, isOver, severities } from "../../model/incident.ts";
import { query, raw, rowTable, sql } from "../sql/statement.ts";

/**
 * Sums of incidents by the hour and the day in which they were created, and of all time, kept with every change.
 * Beside them each service that has had incidents, and in which hours those were created that are still active.
 */
export const ALL_TIME = 0;
/** Lengths of the periods, in milliseconds; of all time there is one, which begins at 0. */
const spans = [HOUR_MS, DAY_MS, ALL_TIME] as const;

/** The columns of the sums, in this order; `merged` was added last. */
export const sumColumns = [
  ...severities.map((each) => each.toLowerCase()),
  "active",
  "recovered",
  "recovery_ms",
  "merged",
];

export type Summed = Pick<
  Incident,
  "organizationId" | "severity" | "status" | "affectedServices" | "parentIncidentId" | "createdAt" | "resolvedAt"
>;

/**
 * The contribution of one incident to the sums. Its parent stands for a merged child, which is only counted as merged. A
 * clock that was set back gives no negative time.
 */
export function sumsOf(incident: Omit<Summed, "organizationId">): number[] {
  const { severity, status, parentIncidentId, createdAt, resolvedAt } = incident;
  if (parentIncidentId !== null) return sumColumns.map((column) => (column === "merged" ? 1 : 0));
  const over = isOver(status);
  const recoveryMs = over && resolvedAt !== null ? Math.max(0, resolvedAt - createdAt) : 0;
  return [...severities.map((each) => (each === severity ? 1 : 0)), over ? 0 : 1, over ? 1 : 0, recoveryMs, 0];
}

/** The steps of a new or changed incident. */
export function stepsOf(before: Summed | undefined, after: Summed): Step[] {
  if (!before) return [{ incident: after, by: 1 }];
  if (isSummedAlike(before, after)) return [];
  return [
    { incident: after, by: 1 },
    { incident: before, by: -1 },
  ];
}

const isSummedAlike = (before: Summed, after: Summed): boolean =>
  before.severity === after.severity &&
  before.status === after.status &&
  (before.parentIncidentId === null) === (after.parentIncidentId === null) &&
  before.resolvedAt === after.resolvedAt &&
  before.affectedServices === after.affectedServices;

/** Counts incidents in, or out again. */
export interface Step {
  readonly incident: Omit<Summed, "organizationId">;
  readonly by: 1 | -1;
}

/**
 * Writes a row for each period and service that the incidents, all of one organization, lie in. It is locked. A
 * migration names the first `columns` of the sums, those that its schema has.
 */
export async function addToPeriods(
  transaction: EntityManager,
  organizationId: string,
  steps: readonly Step[],
  columns: readonly string[] = sumColumns,
): Promise<void> {
  const services = servicesOf(steps);
  const hours = serviceHoursOf(steps);
  const owned = (rows: readonly Row[]): Row[] => rows.map((row) => [organizationId, ...row]);
  await upsert(transaction, periodTable(columns), owned(periodsOf(steps, columns.length)));
  await upsert(transaction, serviceTable, owned(services));
  await upsert(transaction, serviceHourTable, owned(hours));
  await forgetInactive(transaction, organizationId, hours);
}

type Row = readonly (string | number)[];

/** [span, start, …sums] */
function periodsOf(steps: readonly Step[], columnCount: number): Row[] {
  const periods = new Map<string, number[]>();
  for (const { incident, by } of steps) {
    const sums = sumsOf(incident)
      .slice(0, columnCount)
      .map((sum) => by * sum);
    for (const span of spans) {
      const start = startOf(incident.createdAt, span);
      const key = `${span} ${start}`;
      const [, , ...before] = periods.get(key) ?? [];
      periods.set(key, [span, start, ...sums.map((sum, index) => sum + (before[index] ?? 0))]);
    }
  }
  return [...periods.values()];
}

/** [service, active, newestAt] */
function servicesOf(steps: readonly Step[]): Row[] {
  const services = new Map<string, [service: string, active: number, newestAt: number]>();
  for (const { incident, by } of steps) {
    for (const service of new Set(incident.affectedServices)) {
      const [, active, newestAt] = services.get(service) ?? [service, 0, incident.createdAt];
      services.set(service, [service, active + activeBy(incident, by), Math.max(newestAt, incident.createdAt)]);
    }
  }
  return [...services.values()];
}

type ServiceHour = readonly [service: string, start: number, active: number];

/** Those in which the number of active incidents changes. */
function serviceHoursOf(steps: readonly Step[]): ServiceHour[] {
  const hours = new Map<string, ServiceHour>();
  for (const { incident, by } of steps) {
    const start = startOf(incident.createdAt, HOUR_MS);
    for (const service of new Set(incident.affectedServices)) {
      const key = `${start} ${service}`;
      hours.set(key, [service, start, (hours.get(key)?.[2] ?? 0) + activeBy(incident, by)]);
    }
  }
  return [...hours.values()].filter(([, , active]) => active !== 0);
}

const activeBy = ({ status }: Step["incident"], by: Step["by"]): number => (isOver(status) ? 0 : by);

/** The start of the period that a time lies in. */
const startOf = (at: number, span: number): number => (span === ALL_TIME ? 0 : Math.floor(at / span) * span);

interface AddedTo {
  readonly columns: string;
  readonly types: readonly string[];
  /** The change of an existing row. */
  readonly conflict: string;
}

const adding = (table: string, columns: readonly string[]): string =>
  columns.map((column) => `${column} = ${table}.${column} + excluded.${column}`).join(", ");

const periodTable = (columns: readonly string[]): AddedTo => ({
  columns: `incident_period (organization_id, span, start, ${columns.join(", ")})`,
  types: ["text", "bigint", "bigint", ...columns.map(() => "bigint")],
  conflict: `(organization_id, span, start) do update set ${adding("incident_period", columns)}`,
});
const serviceTable: AddedTo = {
  columns: "incident_service (organization_id, service, active, newest_at)",
  types: ["text", "text", "bigint", "bigint"],
  // The greater of two has another name on each engine.
  conflict: `(organization_id, service) do update set ${adding("incident_service", ["active"])}, newest_at = case
    when excluded.newest_at > incident_service.newest_at then excluded.newest_at else incident_service.newest_at end`,
};
const serviceHourTable: AddedTo = {
  columns: "incident_service_hour (organization_id, service, start, active)",
  types: ["text", "text", "bigint", "bigint"],
  conflict: `(organization_id, service, start) do update set ${adding("incident_service_hour", ["active"])}`,
};

async function upsert(transaction: EntityManager, { columns, types, conflict }: AddedTo, rows: readonly Row[]) {
  if (rows.length === 0) return;
  await query(
    transaction,
    sql`insert into ${raw(columns)} ${rowTable(transaction, types, rows)} where true on conflict ${raw(conflict)}`,
  );
}

/** Hours without active incidents have no row, so that there are at most as many as active incidents have services. */
async function forgetInactive(transaction: EntityManager, organizationId: string, changed: readonly ServiceHour[]) {
  const fallen = changed.filter(([, , active]) => active < 0).map(([service, start]) => [service, start]);
  if (fallen.length === 0) return;
  await query(
    transaction,
    sql`delete from incident_service_hour where organization_id = ${organizationId} and active = 0
          and (service, start) in (${rowTable(transaction, ["text", "bigint"], fallen)})`,
  );
}
