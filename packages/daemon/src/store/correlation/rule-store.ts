import type { EntityManager } from "typeorm";
import type { CorrelationRule, RuleStore } from "../../correlate/correlation-rule.ts";
import { ApplicationError, notFound } from "../../kernel/errors.ts";
import { CORRELATION_RULES_MAX } from "../../model/record-limits.ts";
import type { Scope } from "../../model/scope.ts";
import type { Database } from "../sql/database.ts";
import { writeLocked } from "../sql/organization-lock.ts";
import { insertRows, updateRows } from "../sql/sql-rows.ts";
import { correlationRuleTable } from "./correlation-tables.ts";

export function createRuleStore(database: Database): RuleStore {
  return {
    list: ({ organizationId }) => database.reader.findBy(correlationRuleTable, { organizationId }),
    get: (scope, id) => findRule(database.reader, scope, id),
    create: (scope, rule) =>
      writeLocked(database, scope, async (transaction) => {
        const { organizationId } = scope;
        if ((await transaction.countBy(correlationRuleTable, { organizationId })) >= CORRELATION_RULES_MAX) {
          const message = `An organization has at most ${CORRELATION_RULES_MAX} correlation rules. Delete one first.`;
          throw new ApplicationError("limit_reached", message);
        }
        await insertRows(transaction, correlationRuleTable, [rule]);
        return rule;
      }),
    change: (scope, id, change) =>
      writeLocked(database, scope, async (transaction) => {
        const next = change(await findRule(transaction, scope, id));
        const { organizationId } = scope;
        const { id: _id, organizationId: _organization, ...fields } = next;
        await updateRows(transaction, correlationRuleTable, { id, organizationId }, fields);
        return next;
      }),
    remove: (scope, id) =>
      writeLocked(database, scope, async (transaction) => {
        await findRule(transaction, scope, id);
        const { organizationId } = scope;
        await transaction.delete(correlationRuleTable, { id, organizationId });
      }),
  };
}

async function findRule(manager: EntityManager, scope: Scope, id: string): Promise<CorrelationRule> {
  const rule = await manager.findOneBy(correlationRuleTable, { id, organizationId: scope.organizationId });
  if (!rule) throw notFound("correlation_rule_not_found", `Correlation rule ${id}`);
  return rule;
}
