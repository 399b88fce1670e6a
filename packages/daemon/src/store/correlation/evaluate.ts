import type { EntityManager } from "typeorm";
import { inOrder, judge, type Verdict } from "../../correlate/judge.ts";
import type { Incident } from "../../model/incident.ts";
import type { Turn } from "../incident/turn.ts";
import type { Known } from "./known.ts";
import { type Partner, searchPartners } from "./partners.ts";
import { correlationRuleTable } from "./tables.ts";

/**
 * What the organization's rules say of an incident that is about to open. The organization is locked, so that of two
 * that open at once the second one sees the first.
 */
export async function evaluate(transaction: EntityManager, turn: Turn, incident: Incident): Promise<Verdict<Partner>> {
  turn.correlation ??= await read(transaction, turn.organizationId);
  const { rules, firstNumbers } = turn.correlation;
  return judge(incident, rules, searchPartners(transaction, turn, incident, firstNumbers));
}

const read = async (transaction: EntityManager, organizationId: string): Promise<Known> => ({
  rules: inOrder(await transaction.findBy(correlationRuleTable, { organizationId, enabled: true })),
  firstNumbers: new Map(),
});
