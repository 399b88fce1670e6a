import type { EntityManager } from "typeorm";
import { addAlarm, newFault, QUIET_MS } from "../../correlate/fault.ts";
import { normaliseEnvironment } from "../../detect/environment.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import type { Incident } from "../../model/incident.ts";
import { isOver, servicesOf } from "../../model/incident.ts";
import { readFirstNumberSince } from "../incident-index/numbers-since.ts";
import { lastNumber } from "../incidents/incident-rows.ts";
import type { IncidentRow } from "../incidents/incident-tables.ts";
import type { Turn } from "../incidents/turn.ts";
import { place, textList } from "../sql/sql-rows.ts";
import type { IncidentAlarm, KnownFault, Lately } from "./known.ts";

/** Incidents that are looked at: of those that opened in the last minutes, the newest. */
const INCIDENTS_MAX = 50;
/** What is kept of what others are merged into or grouped with. */
const HEADS_KEPT_MAX = 1000;
/** How far the clocks of several workers may differ. */
const CLOCKS_APART_MS = MINUTE_MS;

type Seen = Pick<
  IncidentRow,
  | "id"
  | "status"
  | "severity"
  | "title"
  | "environment"
  | "primaryService"
  | "affectedServices"
  | "ruleId"
  | "deduplicationKey"
  | "parentIncidentId"
  | "groupId"
  | "createdAt"
>;
/** Half as much work as whole rows, which hold diagnoses too. */
const SEEN = `select id, status, severity, title, environment, primary_service as "primaryService", rule_id as "ruleId",
  affected_services as "affectedServices", deduplication_key as "deduplicationKey",
  parent_incident_id as "parentIncidentId", group_id as "groupId", created_at as "createdAt" from incident
  where organization_id = ? and`;
/** As the databases give it. */
type SeenRow = Omit<Seen, "affectedServices" | "createdAt"> & {
  readonly affectedServices: string;
  readonly createdAt: number | string;
};

export const alarmOf = (
  incident: Pick<
    Incident,
    "id" | "title" | "primaryService" | "affectedServices" | "deduplicationKey" | "severity" | "createdAt"
  >,
  head: Pick<Incident, "id" | "severity"> = incident,
): IncidentAlarm | undefined => {
  const [first, ...others] = servicesOf(incident);
  if (first === undefined) return undefined;
  return {
    id: incident.id,
    headId: head.id,
    headSeverity: head.severity,
    at: incident.createdAt,
    key: incident.deduplicationKey,
    services: [first, ...others],
    text: incident.title,
  };
};

/** Reads what opened since it was read last: a range of the numbers, of which the newest are taken. */
export async function readLately(
  transaction: EntityManager,
  turn: Turn,
  lately: Lately,
  now: number,
): Promise<readonly KnownFault[]> {
  const { organizationId } = turn;
  const last = await lastNumber(transaction, turn);
  if (lately.last < last) {
    // Whatever opens within the transaction is new enough.
    const since = lately.last === 0 ? now - QUIET_MS - CLOCKS_APART_MS : undefined;
    const newest =
      since === undefined ? 0 : ((await readFirstNumberSince(transaction, organizationId, since)) ?? last + 1);
    const first = Math.max(lately.last + 1, newest, last + 1 - INCIDENTS_MAX);
    const rows =
      first > last ? [] : await readSeen(transaction, organizationId, "number between ? and ?", [first, last]);
    await addRows(transaction, organizationId, lately, rows);
    lately.last = last;
  }
  return [...lately.faults.values()];
}

async function readSeen(
  transaction: EntityManager,
  organizationId: string,
  condition: string,
  values: readonly unknown[],
): Promise<readonly Seen[]> {
  const sql = place(transaction, `${SEEN} ${condition} order by number`);
  const rows = (await transaction.query(sql, [organizationId, ...values])) as readonly SeenRow[];
  return rows.map((row) => ({
    ...row,
    affectedServices: JSON.parse(row.affectedServices) as string[],
    createdAt: Number(row.createdAt),
  }));
}

/** What people opened by hand is joined by rules and people alone. What is over can't stand for what is happening. */
const counts = ({ ruleId, status }: Seen): boolean => ruleId !== null && !isOver(status);

async function addRows(
  transaction: EntityManager,
  organizationId: string,
  lately: Lately,
  rows: readonly Seen[],
): Promise<void> {
  const counting = rows.filter(counts);
  const heads = await readHeads(transaction, organizationId, lately, counting);
  for (const row of [...heads, ...counting]) {
    const head = row.parentIncidentId === null ? row : lately.heads.get(row.parentIncidentId);
    const alarm = head && alarmOf(row, head);
    if (!alarm) continue;
    const environment = normaliseEnvironment(row.environment);
    const name = JSON.stringify([environment, head.groupId ?? head.id]);
    const fault = lately.faults.get(name) ?? { ...newFault<IncidentAlarm>(head.createdAt), environment };
    // Behind the others, so that the first ones are those that were quiet for longest.
    lately.faults.delete(name);
    lately.faults.set(name, fault);
    addAlarm(fault, alarm);
  }
  for (const name of [...lately.faults.keys()].slice(0, -INCIDENTS_MAX)) lately.faults.delete(name);
}

/** Those that aren't known yet: the parents, and the firsts of the groups, which say when a fault began. */
async function readHeads(
  transaction: EntityManager,
  organizationId: string,
  { heads }: Lately,
  rows: readonly Seen[],
): Promise<readonly Seen[]> {
  if (heads.size > HEADS_KEPT_MAX) heads.clear();
  for (const row of rows) if (row.parentIncidentId === null) heads.set(row.id, row);
  const asked = new Set(
    rows.flatMap(({ parentIncidentId, groupId }) => [parentIncidentId ?? [], groupId ?? []].flat()),
  );
  const missing = [...asked].filter((id) => !heads.has(id));
  if (missing.length === 0) return [];
  const { sql, value } = textList(transaction, missing);
  const read = await readSeen(transaction, organizationId, `id in (${sql})`, [value]);
  const found = read.filter(({ status }) => !isOver(status));
  for (const row of found) heads.set(row.id, row);
  return found;
}
