import type { EntityManager } from "typeorm";
import { goesOn } from "../../incident/seen-again.ts";
import type { Incident } from "../../model/incident.ts";
import type { TimelineEntry } from "../../model/timeline-event.ts";
import { updateRows } from "../sql/sql-rows.ts";
import { writeTimeline } from "./incident-rows.ts";
import { timelineEventTable } from "./incident-tables.ts";
import type { Turn } from "./turn.ts";

/** Writes entries; the first goes on with the incident's newest one where both say the same. */
export async function continueTimeline(
  transaction: EntityManager,
  incident: Pick<Incident, "id" | "organizationId"> | Incident,
  entries: readonly TimelineEntry[],
  now: number,
  turn?: Turn,
): Promise<void> {
  const [first, ...others] = entries;
  const newest = await transaction
    .createQueryBuilder(timelineEventTable, "event")
    .where("event.incidentId = :id", { id: incident.id })
    .orderBy("event.seq", "DESC")
    .limit(1)
    .getOne();
  const both = newest && first && goesOn(newest, first);
  if (!both) return writeTimeline(transaction, incident, entries, now, turn);
  const { title, detail, metadata } = both;
  await updateRows(transaction, timelineEventTable, { seq: newest.seq }, { title, detail, metadata });
  await writeTimeline(transaction, incident, others, now, turn);
}
