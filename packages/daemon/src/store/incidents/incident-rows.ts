import type { EntityManager } from "typeorm";
import { incidentJson } from "../../incident/json.ts";
import type { IncidentChange } from "../../incident/store.ts";
import { uuidv7 } from "../../kernel/ids.ts";
import { type Incident, isOver, severities } from "../../model/incident.ts";
import type { TimelineEntry } from "../../model/timeline-event.ts";
import { eventsOf } from "../../notify/event.ts";
import { hasShadows } from "../detection/rule-modes.ts";
import { noteOpenShadows } from "../detection/shadow-overlaps.ts";
import { changedTerms, termsOf } from "../incident-index/incident-terms.ts";
import { readLastNumber } from "../incident-index/numbers-since.ts";
import { changePostings } from "../incident-index/posting-lists.ts";
import { type Notices, notice, writeNotices } from "../notifications/write-notifications.ts";
import { lockOrganization } from "../sql/organization-lock.ts";
import { insertMany, place, updateRow } from "../sql/sql-rows.ts";
import { stepsOf } from "./incident-periods.ts";
import {
  type IncidentRow,
  incidentTable,
  streamChangeTable,
  type TimelineEventRow,
  timelineEventTable,
} from "./incident-tables.ts";
import { judgeChange } from "./incident-verdict.ts";
import { relieve, type Turn, tally } from "./turn.ts";

/**
 * The steps that transactions about incidents are made of. Each takes the transaction and opens none; what changes
 * incidents takes the turn of their organization too.
 */

/** Stores a new incident under the next number of its organization. */
export async function insertIncident(transaction: EntityManager, turn: Turn, incident: Incident): Promise<void> {
  const number = (await lastNumber(transaction, turn)) + 1;
  await insertMany(transaction, incidentTable, [{ ...incident, ...derived(incident), number }]);
  turn.lastNumber = number;
  await changePostings(transaction, turn, number, { added: termsOf(incident), removed: [] });
  await count(transaction, turn, undefined, incident);
}

/** The number of the organization's newest incident; 0 where it has none. */
export async function lastNumber(transaction: EntityManager, turn: Turn): Promise<number> {
  turn.lastNumber ??= (await readLastNumber(transaction, turn.organizationId)) ?? 0;
  return turn.lastNumber;
}

/** Writes a change; answers the incident as it is then. */
export async function updateIncident(
  transaction: EntityManager,
  turn: Turn,
  row: IncidentRow,
  change: IncidentChange,
  now: number,
): Promise<IncidentRow> {
  const next: IncidentRow = { ...row, ...change.fields, updatedAt: Math.max(now, row.updatedAt) };
  Object.assign(next, derived(next));
  const { ref, verdict: _verdict, verdictFrom: _from, ...fields } = next;
  await updateRow(transaction, incidentTable, { ref }, fields);
  await changePostings(transaction, turn, row.number, changedTerms(row, next));
  await count(transaction, turn, row, next);
  if (row.parentIncidentId !== null && !isOver(row.status) && isOver(next.status)) await wakeParent(transaction, row);
  if (isOver(row.status) && !isOver(next.status)) await noteShadows(transaction, turn, next, now);
  return { ...next, ...(await judgeChange(transaction, row, next, change, now)) };
}

/** What rules in shadow see while an incident is open is judged by it. */
export async function noteShadows(
  transaction: EntityManager,
  turn: Turn,
  incident: Incident,
  now: number,
): Promise<void> {
  if (incident.ruleId !== null && (await hasShadows(transaction, turn))) {
    await noteOpenShadows(transaction, incident, now);
  }
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

async function count(
  transaction: EntityManager,
  turn: Turn,
  before: Incident | undefined,
  after: Incident,
): Promise<void> {
  tally(turn, before, after);
  turn.sums.push(...stepsOf(before, after));
  await relieve(transaction, turn);
}

/**
 * Writes entries, and tells the organization's channels of them in the same transaction. Who has the organization's turn
 * gives it, so that channels are read and told once a turn.
 */
export async function writeTimeline(
  transaction: EntityManager,
  incident: Pick<Incident, "id" | "organizationId"> | Incident,
  entries: readonly TimelineEntry[],
  now: number,
  turn?: Turn,
): Promise<void> {
  await insertMany(transaction, timelineEventTable, timelineRows({ incident, entries, now }));
  await tellChannels(transaction, incident, entries, now, turn);
}

/** What is to be written on an incident's timeline. */
export interface Told {
  readonly incident: Pick<Incident, "id" | "organizationId"> | Incident;
  readonly entries: readonly TimelineEntry[];
  readonly now: number;
}

const timelineRows = ({ incident, entries, now }: Told): Omit<TimelineEventRow, "seq">[] =>
  entries.map((entry) => ({
    ...entry,
    id: uuidv7(now),
    organizationId: incident.organizationId,
    incidentId: incident.id,
    createdAt: now,
  }));

/** `writeTimeline` for many incidents of the turn, in one statement. */
export async function writeTimelines(transaction: EntityManager, turn: Turn, all: readonly Told[]): Promise<void> {
  await insertMany(transaction, timelineEventTable, all.flatMap(timelineRows));
  for (const { incident, entries, now } of all) await tellChannels(transaction, incident, entries, now, turn);
}

async function tellChannels(
  transaction: EntityManager,
  incident: Pick<Incident, "id" | "organizationId"> | Incident,
  entries: readonly TimelineEntry[],
  now: number,
  turn: Turn | undefined,
): Promise<void> {
  const { id, organizationId } = incident;
  const asItIs = async (): Promise<Incident | undefined> => {
    if ("title" in incident) return incident;
    return (await transaction.findOneBy(incidentTable, { id, organizationId })) ?? undefined;
  };
  if (turn) return notice(transaction, turn.notices, incident, entries, asItIs, now);
  if (!entries.some((entry) => eventsOf(entry).length > 0)) return;
  await lockOrganization(transaction, organizationId);
  const notices: Notices = { rows: [] };
  await notice(transaction, notices, incident, entries, asItIs, now);
  await writeNotices(transaction, notices);
}

/** Puts the incident, as it is now, on its organization's stream. */
export async function announce(transaction: EntityManager, turn: Turn, incident: Incident): Promise<void> {
  const { organizationId } = turn;
  const change = { organizationId, seq: ++turn.seq, event: null, data: JSON.stringify(incidentJson(incident)) };
  await insertMany(transaction, streamChangeTable, [change]);
}

export function toIncident(row: IncidentRow): Incident {
  const { ref: _ref, number: _number, severityRank: _rank, quietAt: _quiet, ...rest } = row;
  const { verdict: _verdict, verdictFrom: _from, ...incident } = rest;
  return incident;
}
