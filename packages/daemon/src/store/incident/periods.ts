import type { EntityManager } from "typeorm";
import { DAY_MS, HOUR_MS } from "../../kernel/clock.ts";
import { type Incident, isOver, severities } from "../../model/incident.ts";
import { place, rowTable } from "../rows.ts";

/**
 * Sums of incidents by the hour and the day in which they were created, and of all time, kept with every change.
 * Beside them each service that has had incidents, and in which hours those were created that are still active.
 */
export const ALL_TIME = 0;
/** Lengths of the periods, in milliseconds; of all time there is one, which begins at 0. */
const spans = [HOUR_MS, DAY_MS, ALL_TIME] as const;

/** What is summed, in this order. */
export const sumColumns = [...severities.map((each) => each.toLowerCase()), "active", "recovered", "recovery_ms"];
const SUM_COLUMNS = sumColumns.join(", ");

export type Summed = Pick<
  Incident,
  "organizationId" | "severity" | "status" | "affectedServices" | "createdAt" | "resolvedAt"
>;

/** What one incident adds to the sums. A clock that was set back gives no time below zero. */
export function sumsOf({ severity, status, createdAt, resolvedAt }: Omit<Summed, "organizationId">): number[] {
  const over = isOver(status);
  const recoveryMs = over && resolvedAt !== null ? Math.max(0, resolvedAt - createdAt) : 0;
  return [...severities.map((each) => (each === severity ? 1 : 0)), over ? 0 : 1, over ? 1 : 0, recoveryMs];
}

/** Counts a new incident, or one that changed. The organization is locked. */
export async function countChange(transaction: EntityManager, before: Summed | undefined, after: Summed) {
  if (before && isSummedAlike(before, after)) return;
  const steps: Step[] = [{ incident: after, by: 1 }];
  if (before) steps.push({ incident: before, by: -1 });
  await addToPeriods(transaction, after.organizationId, steps);
}

const isSummedAlike = (before: Summed, after: Summed): boolean =>
  before.severity === after.severity &&
  before.status === after.status &&
  before.resolvedAt === after.resolvedAt &&
  before.affectedServices === after.affectedServices;

/** Counts incidents in, or out again. */
export interface Step {
  readonly incident: Omit<Summed, "organizationId">;
  readonly by: 1 | -1;
}

/** Writes a row for each period and service that the incidents, all of one organization, lie in. */
export async function addToPeriods(transaction: EntityManager, organizationId: string, steps: readonly Step[]) {
  const periods = new Map<string, number[]>();
  const services = new Map<string, { active: number; newestAt: number }>();
  const hours = new Map<string, [service: string, start: number, active: number]>();
  for (const { incident, by } of steps) {
    const { createdAt } = incident;
    const active = isOver(incident.status) ? 0 : by;
    const sums = sumsOf(incident);
    for (const span of spans) {
      const key = `${span} ${startOf(createdAt, span)}`;
      const before = periods.get(key);
      periods.set(
        key,
        sums.map((sum, index) => (before?.[index] ?? 0) + by * sum),
      );
    }
    for (const service of new Set(incident.affectedServices)) {
      const known = services.get(service) ?? { active: 0, newestAt: createdAt };
      services.set(service, { active: known.active + active, newestAt: Math.max(known.newestAt, createdAt) });
      const start = startOf(createdAt, HOUR_MS);
      const key = `${start} ${service}`;
      hours.set(key, [service, start, (hours.get(key)?.[2] ?? 0) + active]);
    }
  }
  const periodRows = [...periods].map(([key, sums]) => [organizationId, ...key.split(" ").map(Number), ...sums]);
  await upsert(transaction, periodTable, periodRows);
  const serviceRows = [...services].map(([service, { active, newestAt }]) => [
    organizationId,
    service,
    active,
    newestAt,
  ]);
  await upsert(transaction, serviceTable, serviceRows);
  const hourRows = [...hours.values()].filter(([, , active]) => active !== 0);
  await upsert(
    transaction,
    serviceHourTable,
    hourRows.map((row) => [organizationId, ...row]),
  );
  await forgetInactive(transaction, organizationId, hourRows);
}

/** The start of the period that a time lies in. */
const startOf = (at: number, span: number): number => (span === ALL_TIME ? 0 : Math.floor(at / span) * span);

interface AddedTo {
  readonly columns: string;
  readonly types: readonly string[];
  /** What becomes of a row that is there. */
  readonly conflict: string;
}

const adding = (table: string, columns: readonly string[]): string =>
  columns.map((column) => `${column} = ${table}.${column} + excluded.${column}`).join(", ");

const periodTable: AddedTo = {
  columns: `incident_period (organization_id, span, start, ${SUM_COLUMNS})`,
  types: ["text", "bigint", "bigint", ...sumColumns.map(() => "bigint")],
  conflict: `(organization_id, span, start) do update set ${adding("incident_period", sumColumns)}`,
};
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

type Row = readonly (string | number)[];

async function upsert(transaction: EntityManager, { columns, types, conflict }: AddedTo, rows: readonly Row[]) {
  if (rows.length === 0) return;
  const { sql, values } = rowTable(transaction, types, rows);
  await transaction.query(
    place(transaction, `insert into ${columns} ${sql} where true on conflict ${conflict}`),
    values,
  );
}

/** Hours without active incidents have no row, so that there are at most as many as active incidents have services. */
async function forgetInactive(
  transaction: EntityManager,
  organizationId: string,
  changed: readonly (readonly [service: string, start: number, active: number])[],
) {
  const fallen = changed.filter(([, , active]) => active < 0).map(([service, start]) => [service, start]);
  if (fallen.length === 0) return;
  const { sql, values } = rowTable(transaction, ["text", "bigint"], fallen);
  await transaction.query(
    place(
      transaction,
      `delete from incident_service_hour where organization_id = ? and active = 0 and (service, start) in (${sql})`,
    ),
    [organizationId, ...values],
  );
}
