import type { EntityManager } from "typeorm";
import type { CorrelationRepository } from "../../correlate/correlation-repository.ts";
import type { CorrelationRule } from "../../correlate/correlation-rule.ts";
import type { CorrelationDecision } from "../../correlate/decision.ts";
import { insertMany, insertRows, updateRows } from "../sql/sql-rows.ts";
import { query, sql } from "../sql/statement.ts";
import { correlationDecisionTable, correlationExclusionTable, correlationRuleTable } from "./correlation-tables.ts";

/** Exclusions of one deduplication key that are read: the latest. */
const EXCLUSIONS_READ_MAX = 100;
/** Columns of a decision that suppresses nothing. */
const NOT_REPEATED = { deduplicationKey: null, repeats: 0, lastAt: null } as const;

/** Rules, decisions and exclusions of one organization within one transaction. */
export function createCorrelationRepository(transaction: EntityManager, organizationId: string) {
  let rules: Promise<readonly CorrelationRule[]> | undefined;
  return {
    rules() {
      rules ??= transaction.findBy(correlationRuleTable, { organizationId, enabled: true });
      return rules;
    },
    async exclusionsOf(deduplicationKey) {
      const rows = await query<{ otherKey: string }>(
        transaction,
        sql`select other_key as "otherKey" from correlation_parting
            where organization_id = ${organizationId} and deduplication_key = ${deduplicationKey}
            order by seq desc limit ${EXCLUSIONS_READ_MAX}`,
      );
      return rows.map(({ otherKey }) => otherKey);
    },
    addExclusions: (exclusions) =>
      insertRows(
        transaction,
        correlationExclusionTable,
        exclusions.map((exclusion) => ({ ...exclusion, organizationId })),
      ),
    addDecision: (decision) => insertMany(transaction, correlationDecisionTable, [{ ...decision, ...NOT_REPEATED }]),
    findSuppressed: async (deduplicationKey) =>
      (await transaction
        .createQueryBuilder(correlationDecisionTable, "decision")
        .where("decision.organizationId = :organizationId and decision.deduplicationKey = :deduplicationKey", {
          organizationId,
          deduplicationKey,
        })
        .orderBy("decision.seq", "DESC")
        .limit(1)
        .getOne()) ?? undefined,
    addSuppressed: (decision, deduplicationKey) =>
      insertRows(transaction, correlationDecisionTable, [{ ...decision, deduplicationKey }]),
    countRepeat: ({ seq, repeats }, lastAt) =>
      updateRows(transaction, correlationDecisionTable, { seq }, { repeats: repeats + 1, lastAt }),
    async findMerge(incidentId): Promise<CorrelationDecision | undefined> {
      const where = { organizationId, incidentId, action: "merge" } as const;
      const found = await transaction.findOne(correlationDecisionTable, { where, order: { createdAt: "DESC" } });
      return found ?? undefined;
    },
  } satisfies Partial<CorrelationRepository>;
}
