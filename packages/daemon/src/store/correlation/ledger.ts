import type { EntityManager } from "typeorm";
import type { DecisionFilter, DecisionStore, ListedDecision } from "../../correlate/decision.ts";
import { DECISIONS_KEPT_MS } from "../../model/record-limits.ts";
import type { Scope } from "../../model/scope.ts";
import type { Database } from "../sql/database.ts";
import { cursorAt, cutPage, placeOf } from "../sql/row-page.ts";
import { deleteFirstBefore } from "../sql/sql-rows.ts";
import { correlationDecisionTable, type DecisionRow } from "./correlation-tables.ts";

export const createDecisionStore = ({ reader }: Database): DecisionStore => ({
  async list(scope, filter) {
    const lanes = lanesFor(filter).map((lane) => readLane(reader, scope, filter, lane));
    const found = new Map((await Promise.all(lanes)).flat().map((row) => [row.seq, row]));
    const inOrder = [...found.values()].sort((one, other) => other.createdAt - one.createdAt || other.seq - one.seq);
    const { rows, ...next } = cutPage(inOrder, filter.limit, ({ createdAt, seq }) => cursorAt(createdAt, seq));
    return { decisions: rows.map(toListed), ...next };
  },
});

/** Deletes old exclusions, at most `most`; returns their number. They are written in the order of their times. */
export const forgetExclusions = (transaction: EntityManager, now: number, most: number): Promise<number> =>
  deleteFirstBefore(transaction, { table: "correlation_parting", time: "parted_at" }, now - DECISIONS_KEPT_MS, most);

/** Deletes old decisions, at most `most`; returns their number. */
export const forgetDecisions = (transaction: EntityManager, now: number, most: number): Promise<number> =>
  deleteFirstBefore(transaction, { table: "correlation_decision", time: "created_at" }, now - DECISIONS_KEPT_MS, most);

type Lane = Partial<Pick<DecisionRow, "incidentId" | "relatedIncidentId" | "ruleId" | "action">>;
const actions = ["merge", "group", "suppress", "none"] as const;

/**
 * The index ranges, at most five, that hold the decisions of a filter in the order of the list. A page reads its own
 * length of each. A filter without an index checks row by row.
 */
function lanesFor({ incidentId, ruleId, action }: DecisionFilter): readonly Lane[] {
  const wanted = action === undefined ? actions : [action];
  if (incidentId !== undefined) {
    return [{ incidentId }, ...wanted.map((each) => ({ relatedIncidentId: incidentId, action: each }))];
  }
  if (ruleId !== undefined) return wanted.map((each) => ({ ruleId, action: each }));
  return [action === undefined ? {} : { action }];
}

function readLane(
  reader: EntityManager,
  scope: Scope,
  { ruleId, action, from, to, limit, cursor }: DecisionFilter,
  lane: Lane,
): Promise<DecisionRow[]> {
  const query = reader
    .createQueryBuilder(correlationDecisionTable, "decision")
    .where("decision.organizationId = :organizationId", { organizationId: scope.organizationId });
  const all = { ...lane, ...(ruleId === undefined ? {} : { ruleId }), ...(action === undefined ? {} : { action }) };
  for (const [name, value] of Object.entries(all)) query.andWhere(`decision.${name} = :${name}`, { [name]: value });
  if (from !== undefined) query.andWhere("decision.createdAt >= :from", { from });
  if (to !== undefined) query.andWhere("decision.createdAt <= :to", { to });
  if (cursor) query.andWhere("(decision.createdAt, decision.seq) < (:at, :seq)", placeOf(cursor));
  return query
    .orderBy("decision.createdAt", "DESC")
    .addOrderBy("decision.seq", "DESC")
    .limit(limit + 1)
    .getMany();
}

const toListed = ({ seq: _seq, deduplicationKey: _key, lastAt, ...decision }: DecisionRow): ListedDecision => ({
  ...decision,
  lastAt: lastAt ?? decision.createdAt,
});
