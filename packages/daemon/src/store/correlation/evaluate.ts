import type { EntityManager } from "typeorm";
import { inOrder, judge, type Verdict } from "../../correlate/judge.ts";
import type { Incident } from "../../model/incident.ts";
import type { Turn } from "../incidents/turn.ts";
import { judgeBuiltIn } from "./built-in.ts";
import { correlationRuleTable } from "./correlation-tables.ts";
import type { Known } from "./known.ts";
import { type Partner, searchPartners } from "./partners.ts";

/**
 * What the organization's rules say of an incident that is about to open, and the built-in correlation where none of
 * them matches. The organization is locked, so that of two that open at once the second one sees the first.
 */
export async function evaluate(transaction: EntityManager, turn: Turn, incident: Incident): Promise<Verdict<Partner>> {
  turn.correlation ??= await read(transaction, turn.organizationId);
  const { rules, firstNumbers, lately } = turn.correlation;
  const verdict = await judge(incident, rules, searchPartners(transaction, turn, incident, firstNumbers));
  const mode = turn.builtIn;
  // What a person opens by hand, and so has seen, is joined by rules and people alone.
  if (verdict.action !== "none" || mode === "off" || incident.ruleId === null) return verdict;
  const reason = `${verdict.reason} The built-in correlation found no fault that it belongs to.`;
  return (await judgeBuiltIn(transaction, turn, lately, incident, mode)) ?? { ...verdict, reason };
}

const read = async (transaction: EntityManager, organizationId: string): Promise<Known> => ({
  rules: inOrder(await transaction.findBy(correlationRuleTable, { organizationId, enabled: true })),
  firstNumbers: new Map(),
  lately: { last: 0, faults: new Map(), calls: new Map(), heads: new Map() },
});
