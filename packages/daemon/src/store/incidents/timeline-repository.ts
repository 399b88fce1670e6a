import { type EntityManager, In, Not } from "typeorm";
import type { TimelineRecord, TimelineRepository } from "../../incident/unit-of-work.ts";
import { uuidv7 } from "../../kernel/ids.ts";
import { SYSTEM } from "../../model/scope.ts";
import { insertMany, updateRows } from "../sql/sql-rows.ts";
import { type TimelineEventRow, timelineEventTable } from "./incident-tables.ts";

export const createTimelineRepository = (transaction: EntityManager, organizationId: string): TimelineRepository => ({
  append: (records) =>
    insertMany(
      transaction,
      timelineEventTable,
      records.flatMap((record) => rowsOf(organizationId, record)),
    ),
  newest: async (incidentId) =>
    (await transaction
      .createQueryBuilder(timelineEventTable, "event")
      .where("event.incidentId = :incidentId", { incidentId })
      .orderBy("event.seq", "DESC")
      .limit(1)
      .getOne()) ?? undefined,
  rewrite: (seq, { title, detail, metadata }) =>
    updateRows(transaction, timelineEventTable, { seq }, { title, detail, metadata }),
  entriesOfPeople: (incidentId, limit) =>
    transaction.find(timelineEventTable, {
      select: { seq: true, type: true, actor: true, metadata: true },
      where: { incidentId, actor: Not(SYSTEM) },
      order: { seq: "ASC" },
      take: limit,
    }),
  sightings: (incidentId) =>
    transaction.find(timelineEventTable, {
      select: { seq: true, metadata: true },
      where: { organizationId, incidentId, type: In(["incident_created", "duplicate_observed", "note"]) },
      order: { seq: "DESC" },
      take: SIGHTINGS_MAX,
    }),
  count: (incidentId, types) =>
    transaction.countBy(timelineEventTable, { organizationId, incidentId, type: In([...types]) }),
});

/** A condition that continues is one entry; each change in between begins another. */
const SIGHTINGS_MAX = 50;

const rowsOf = (organizationId: string, { incident, entries, now }: TimelineRecord): Omit<TimelineEventRow, "seq">[] =>
  entries.map((entry) => ({
    ...entry,
    id: uuidv7(now),
    organizationId,
    incidentId: incident.id,
    createdAt: now,
  }));
