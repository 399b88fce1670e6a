import { type EntityManager, In } from "typeorm";
import type { FamilyMember } from "../../incident/family-title.ts";
import type { IncidentRepository, StoredIncident } from "../../incident/unit-of-work.ts";
import { type Incident, isOver, severities } from "../../model/incident.ts";
import { changedTerms, termsOf } from "../incident-index/incident-terms.ts";
import { readLastNumber } from "../incident-index/numbers-since.ts";
import { changePostings, type PendingIndex, writePendingPostings } from "../incident-index/posting-lists.ts";
import { insertMany, readRow, updateRow } from "../sql/sql-rows.ts";
import { query, sql } from "../sql/statement.ts";
import { addToPeriods, type Step, stepsOf } from "./incident-periods.ts";
import { type IncidentRow, incidentTable } from "./incident-tables.ts";
import { countTally, type IncidentTallies, writeTallies } from "./incident-tallies.ts";

/** Postings and sums that are kept in memory before they are written; of 512 bytes and less each. */
const PENDING_MAX = 4096;

export interface IncidentPart {
  readonly incidents: IncidentRepository;
  /** The number of the organization's newest incident; 0 where it has none. */
  readonly lastNumber: () => Promise<number>;
  /** Writes postings, tallies and sums of all changes so far. */
  readonly flush: () => Promise<void>;
}

/**
 * Incidents of one organization within one transaction. Postings, tallies and sums are written once for all changes.
 * PostgreSQL keeps each version of a row until the transaction ends, and each update walks over them.
 */
export function createIncidentRepository(transaction: EntityManager, index: PendingIndex): IncidentPart {
  const { organizationId } = index;
  const tallies: IncidentTallies = new Map();
  const steps: Step[] = [];
  let newest: number | undefined;
  const lastNumber = async (): Promise<number> => {
    newest ??= (await readLastNumber(transaction, organizationId)) ?? 0;
    return newest;
  };
  const flush = async (): Promise<void> => {
    await writePendingPostings(transaction, organizationId, index.postings);
    await writeTallies(transaction, organizationId, tallies);
    if (steps.length > 0) await addToPeriods(transaction, organizationId, steps.splice(0));
  };
  const count = async (before: Incident | undefined, after: Incident): Promise<void> => {
    countTally(tallies, before, after);
    steps.push(...stepsOf(before, after));
    if (index.postings.size + steps.length > PENDING_MAX) await flush();
  };
  const find = (id: string) => readRow(transaction, incidentTable, { id, organization_id: organizationId });
  const incidents: IncidentRepository = {
    find,
    findMany: (ids) => findMany(transaction, organizationId, ids),
    findNewestWithKey: (key) =>
      readRow(transaction, incidentTable, { organization_id: organizationId, deduplication_key: key }, "ref"),
    judgedWithKey: (key, limit) => judgedWithKey(transaction, organizationId, key, limit),
    openChildren: (id, limit, createdFrom) => openChildren(transaction, { organizationId, id }, limit, createdFrom),
    firstChildren: (id, limit) => firstChildren(transaction, { organizationId, id }, limit),
    async insert(incident) {
      newest = (await lastNumber()) + 1;
      await insertMany(transaction, incidentTable, [{ ...incident, ...derivedColumns(incident), number: newest }]);
      await changePostings(transaction, index, newest, { added: termsOf(incident), removed: [] });
      await count(undefined, incident);
    },
    async update(incident, changes, now) {
      const before = incident as IncidentRow;
      const next = { ...before, ...changes, updatedAt: Math.max(now, before.updatedAt) };
      Object.assign(next, derivedColumns(next));
      const { ref, verdict: _verdict, verdictFrom: _from, ownTitle: _title, ownSeverity: _severity, ...fields } = next;
      await updateRow(transaction, incidentTable, { ref }, fields);
      await changePostings(transaction, index, before.number, changedTerms(before, next));
      await count(before, next);
      return next;
    },
    async setVerdict({ ref }, { verdict, verdictFrom }) {
      await updateRow(transaction, incidentTable, { ref }, { verdict, verdictFrom });
    },
    async keepOwn({ ref }, own) {
      await updateRow(transaction, incidentTable, { ref }, own);
    },
    copyVerdictToChildren: (parent) => copyVerdictToChildren(transaction, organizationId, parent),
    async pauseAutomaticResolution(id) {
      await updateRow(transaction, incidentTable, { organization_id: organizationId, id }, { quietAt: null });
    },
    async resumeAutomaticResolution(id) {
      await query(
        transaction,
        sql`update incident set quiet_at = last_seen_at + resolve_after_ms
            where organization_id = ${organizationId} and id = ${id} and resolve_after_ms is not null
              and status not in ('RESOLVED', 'CLOSED')`,
      );
    },
  };
  return { incidents, lastNumber, flush };
}

async function findMany(transaction: EntityManager, organizationId: string, ids: readonly string[]) {
  const rows = await transaction
    .createQueryBuilder(incidentTable, "incident")
    .where("incident.id in (:...ids) and incident.organizationId = :organizationId", { ids, organizationId })
    .getMany();
  return new Map(rows.map((row) => [row.id, row]));
}

const judgedWithKey = (transaction: EntityManager, organizationId: string, deduplicationKey: string, limit: number) =>
  transaction.find(incidentTable, {
    select: { ref: true, id: true, verdict: true },
    where: { organizationId, deduplicationKey, verdictFrom: In(["feedback", "parent"]) },
    order: { ref: "DESC" },
    take: limit,
  });

async function copyVerdictToChildren(
  transaction: EntityManager,
  organizationId: string,
  { id, ruleId, verdict }: StoredIncident,
): Promise<void> {
  await query(
    transaction,
    sql`update incident set verdict = ${verdict}, verdict_from = ${verdict === null ? null : "parent"}
        where ref in (
          select min(ref) from incident
          where organization_id = ${organizationId} and parent_incident_id = ${id}
            and rule_id is not null and rule_id <> ${ruleId ?? ""}
          group by rule_id
        ) and (verdict_from is null or verdict_from = 'parent')`,
  );
}

const derivedColumns = (incident: Incident) => ({
  severityRank: severities.indexOf(incident.severity),
  quietAt:
    incident.resolveAfterMs === null || isOver(incident.status) ? null : incident.lastSeenAt + incident.resolveAfterMs,
});

const firstChildren = (
  transaction: EntityManager,
  { organizationId, id }: Pick<IncidentRow, "organizationId" | "id">,
  limit: number,
): Promise<FamilyMember[]> =>
  query(
    transaction,
    sql`select coalesce(own_title, title) as title, description, severity, primary_service as "primaryService",
          created_at as "createdAt"
        from incident where organization_id = ${organizationId} and parent_incident_id = ${id}
        order by number limit ${limit}`,
  );

/** The oldest first, from an index that holds nothing else. */
export const openChildren = (
  manager: EntityManager,
  { organizationId, id }: Pick<IncidentRow, "organizationId" | "id">,
  limit: number,
  createdFrom = 0,
): Promise<IncidentRow[]> =>
  manager
    .createQueryBuilder(incidentTable, "incident")
    .where("incident.organizationId = :organizationId and incident.parentIncidentId = :id", { organizationId, id })
    // Spelled as in the index, so that both engines use it.
    .andWhere("incident.status not in ('RESOLVED', 'CLOSED')")
    // A sum, so that neither engine prefers the index of times.
    .andWhere("incident.createdAt + 0 >= :createdFrom", { createdFrom })
    .orderBy("incident.number", "ASC")
    .limit(limit)
    .getMany();
