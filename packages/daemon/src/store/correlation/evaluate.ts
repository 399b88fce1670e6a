import type { EntityManager } from "typeorm";
import { inOrder, judge, type Verdict } from "../../correlate/judge.ts";
import type { CorrelationRule } from "../../correlate/rule.ts";
import type { Incident } from "../../model/incident.ts";
import { type Partner, searchPartners } from "./partners.ts";
import { correlationRuleTable } from "./tables.ts";

/**
 * What the organization's rules say of an incident that is about to open. The organization is locked, so that of two
 * that open at once the second one sees the first.
 */
export const evaluate = (
  transaction: EntityManager,
  incident: Incident,
  rules: readonly CorrelationRule[],
): Promise<Verdict<Partner>> => judge(incident, rules, searchPartners(transaction, incident));

/** In the order in which they are tried. */
export const enabledRules = async (
  transaction: EntityManager,
  organizationId: string,
): Promise<readonly CorrelationRule[]> =>
  inOrder(await transaction.findBy(correlationRuleTable, { organizationId, enabled: true }));
