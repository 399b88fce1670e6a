import type { EntityManager } from "typeorm";
import { incidentJson } from "../../incident/json.ts";
import type { IncidentChange } from "../../incident/store.ts";
import { uuidv7 } from "../../kernel/ids.ts";
import { type Incident, isOver, severities } from "../../model/incident.ts";
import type { TimelineEntry } from "../../model/timeline-event.ts";
import type { Known } from "../correlation/known.ts";
import { insertRows, place } from "../rows.ts";
import { type IncidentRow, incidentTable, streamChangeTable, timelineEventTable } from "../tables.ts";
import { marksChanged, marksOf } from "./marks.ts";
import { countChange } from "./periods.ts";
import { changePostings } from "./postings.ts";

/**
 * The steps that transactions about incidents are made of. Each takes the transaction and opens none.
 * All begin with `lockOrganization`, which puts the writers of one organization in a row.
 */
/** The next number of the organization's stream; held until the transaction ends, so numbers become visible in order. */
export async function lockOrganization(transaction: EntityManager, organizationId: string): Promise<StreamNumbers> {
  await transaction.query(
    place(
      transaction,
      "insert into stream_head (organization_id, seq) values (?, 0) on conflict (organization_id) do update set seq = stream_head.seq",
    ),
    [organizationId],
  );
  const rows = (await transaction.query(place(transaction, "select seq from stream_head where organization_id = ?"), [
    organizationId,
  ])) as { seq: number | string }[];
  return { organizationId, next: Number(rows[0]?.seq ?? 0) + 1 };
}

export interface StreamNumbers {
  readonly organizationId: string;
  next: number;
  /** What correlation knows of the organization, once an incident opened. */
  correlation?: Known;
}

export async function insertIncident(transaction: EntityManager, incident: Incident): Promise<IncidentRow> {
  const { organizationId } = incident;
  const row = { ...incident, ...derived(incident), number: await nextNumber(transaction, organizationId) };
  await insertRows(transaction, incidentTable, [row]);
  const found = (await transaction.query(place(transaction, "select ref from incident where id = ?"), [
    incident.id,
  ])) as { ref: number | string }[];
  await changePostings(transaction, organizationId, row.number, { added: marksOf(incident), removed: [] });
  await tally(transaction, incident, 1);
  await countChange(transaction, undefined, incident);
  return { ...row, ref: Number(found[0]?.ref) };
}

async function nextNumber(transaction: EntityManager, organizationId: string): Promise<number> {
  const rows = (await transaction.query(
    place(transaction, "select max(number) as number from incident where organization_id = ?"),
    [organizationId],
  )) as { number: number | string | null }[];
  return Number(rows[0]?.number ?? 0) + 1;
}

/** Writes a change; answers the incident as it is then. */
export async function updateIncident(
  transaction: EntityManager,
  row: IncidentRow,
  change: IncidentChange,
  now: number,
): Promise<IncidentRow> {
  const next: IncidentRow = { ...row, ...change.fields, updatedAt: Math.max(now, row.updatedAt) };
  Object.assign(next, derived(next));
  const { ref, ...fields } = next;
  await transaction
    .createQueryBuilder()
    .update(incidentTable)
    .set(fields as never)
    .where({ ref })
    .updateEntity(false)
    .execute();
  await changePostings(transaction, row.organizationId, row.number, marksChanged(row, next));
  if (tallyKey(row) !== tallyKey(next)) {
    await tally(transaction, row, -1);
    await tally(transaction, next, 1);
  }
  await countChange(transaction, row, next);
  if (row.parentIncidentId !== null && !isOver(row.status) && isOver(next.status)) await wakeParent(transaction, row);
  return next;
}

/** A parent doesn't resolve while a child of it is open (`waitsForChildren`). */
async function wakeParent(
  transaction: EntityManager,
  { organizationId, parentIncidentId }: Pick<Incident, "organizationId" | "parentIncidentId">,
): Promise<void> {
  await transaction.query(
    place(
      transaction,
      `update incident set quiet_at = last_seen_at + resolve_after_ms
       where organization_id = ? and id = ? and resolve_after_ms is not null and status not in ('RESOLVED', 'CLOSED')`,
    ),
    [organizationId, parentIncidentId],
  );
}

const derived = (incident: Incident) => ({
  severityRank: severities.indexOf(incident.severity),
  quietAt:
    incident.resolveAfterMs === null || isOver(incident.status) ? null : incident.lastSeenAt + incident.resolveAfterMs,
});

type Tallied = Pick<Incident, "organizationId" | "status" | "severity" | "parentIncidentId">;
const tallyKey = ({ status, severity, parentIncidentId }: Tallied): string =>
  `${status} ${severity} ${parentIncidentId === null ? 0 : 1}`;

async function tally(transaction: EntityManager, incident: Tallied, step: 1 | -1): Promise<void> {
  const { organizationId, status, severity, parentIncidentId } = incident;
  await transaction.query(
    place(
      transaction,
      `insert into incident_tally (organization_id, status, severity, merged, count) values (?, ?, ?, ?, ?)
       on conflict (organization_id, status, severity, merged) do update set count = incident_tally.count + excluded.count`,
    ),
    [organizationId, status, severity, parentIncidentId === null ? 0 : 1, step],
  );
}

export async function writeTimeline(
  transaction: EntityManager,
  incident: Pick<Incident, "id" | "organizationId">,
  entries: readonly TimelineEntry[],
  now: number,
): Promise<void> {
  const rows = entries.map((entry) => ({
    ...entry,
    id: uuidv7(now),
    organizationId: incident.organizationId,
    incidentId: incident.id,
    createdAt: now,
  }));
  await insertRows(transaction, timelineEventTable, rows);
}

/** Puts the incident, as it is now, on its organization's stream. */
export async function announce(transaction: EntityManager, stream: StreamNumbers, incident: Incident): Promise<void> {
  const seq = stream.next++;
  const change = {
    organizationId: stream.organizationId,
    seq,
    event: null,
    data: JSON.stringify(incidentJson(incident)),
  };
  await insertRows(transaction, streamChangeTable, [change]);
  await transaction.query(place(transaction, "update stream_head set seq = ? where organization_id = ?"), [
    seq,
    stream.organizationId,
  ]);
}

export function toIncident(row: IncidentRow): Incident {
  const { ref: _ref, number: _number, severityRank: _rank, quietAt: _quiet, ...incident } = row;
  return incident;
}
