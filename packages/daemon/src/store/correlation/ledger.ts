import type { EntityManager } from "typeorm";
import type { DecisionFilter, DecisionStore, ListedDecision } from "../../correlate/decision.ts";
import { invalidCursor } from "../../kernel/errors.ts";
import { DECISIONS_KEPT_MS } from "../../model/record-limits.ts";
import type { Scope } from "../../model/scope.ts";
import type { Database } from "../sql/database.ts";
import { deleteFirstBefore } from "../sql/sql-rows.ts";
import { correlationDecisionTable, type DecisionRow } from "./correlation-tables.ts";

export const createDecisionStore = ({ reader }: Database): DecisionStore => ({
  async list(scope, filter) {
    const cursor = filter.cursor ? parseCursor(filter.cursor) : undefined;
    const lanes = lanesFor(filter).map((lane) => readLane(reader, scope, filter, lane, cursor));
    const found = new Map((await Promise.all(lanes)).flat().map((row) => [row.seq, row]));
    const rows = [...found.values()].sort((one, other) => other.createdAt - one.createdAt || other.seq - one.seq);
    const shown = rows.slice(0, filter.limit);
    const last = shown.at(-1);
    const more = rows.length > shown.length && last;
    return { decisions: shown.map(toListed), ...(more ? { cursor: `${last.createdAt}.${last.seq}` } : {}) };
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

interface Position {
  readonly createdAt: number;
  readonly seq: number;
}

function parseCursor(text: string): Position {
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(text);
  if (!match) throw invalidCursor();
  return { createdAt: Number(match[1]), seq: Number(match[2]) };
}

function readLane(
  reader: EntityManager,
  scope: Scope,
  { ruleId, action, from, to, limit }: DecisionFilter,
  lane: Lane,
  cursor: Position | undefined,
): Promise<DecisionRow[]> {
  const query = reader
    .createQueryBuilder(correlationDecisionTable, "decision")
    .where("decision.organizationId = :organizationId", { organizationId: scope.organizationId });
  const all = { ...lane, ...(ruleId === undefined ? {} : { ruleId }), ...(action === undefined ? {} : { action }) };
  for (const [name, value] of Object.entries(all)) query.andWhere(`decision.${name} = :${name}`, { [name]: value });
  if (from !== undefined) query.andWhere("decision.createdAt >= :from", { from });
  if (to !== undefined) query.andWhere("decision.createdAt <= :to", { to });
  if (cursor)
    query.andWhere("(decision.createdAt, decision.seq) < (:at, :seq)", { at: cursor.createdAt, seq: cursor.seq });
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
