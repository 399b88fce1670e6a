import { count } from "../detect/describe-figures.ts";
import { type IncidentStatus, isOver } from "../model/incident.ts";
import type { CorrelationAction, CorrelationRule, MatchField } from "./correlation-rule.ts";
import type { BuiltInVerdict } from "./evaluate-built-in.ts";
import { type Correlated, isFor, type Match, match } from "./match.ts";

/** What correlation says of an incident that is about to open. */
export type Verdict<Partner> =
  | { readonly action: "none"; readonly reason: string }
  | {
      readonly action: CorrelationAction;
      readonly rule: CorrelationRule;
      readonly partner: Partner;
      readonly match: Match;
      readonly reason: string;
    }
  | BuiltInVerdict<Partner>;

/** The order in which rules are tried: the highest priority first, of equal ones the oldest. */
export const sortRules = (rules: readonly CorrelationRule[]): CorrelationRule[] =>
  [...rules].sort((one, other) => {
    if (one.priority !== other.priority) return other.priority - one.priority;
    return one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1);
  });

/** What is over can't stand for what is happening; it can be linked with it. */
export const canBePartner = (action: CorrelationAction, status: IncidentStatus): boolean =>
  action === "group" || !isOver(status);

/**
 * The first rule with a partner decides, and later ones aren't tried. `rules` are the enabled ones in their order;
 * `findPartner` answers the newest existing incident that matches a rule and can be a partner for it.
 */
export async function evaluateRules<Partner extends { readonly incident: Correlated }>(
  incident: Correlated,
  rules: readonly CorrelationRule[],
  findPartner: (rule: CorrelationRule) => Promise<Partner | undefined>,
): Promise<Verdict<Partner>> {
  for (const rule of rules) {
    if (!isFor(rule.conditions, incident)) continue;
    const partner = await findPartner(rule);
    const found = partner && match(rule.conditions, incident, partner.incident);
    if (found) return { action: rule.action, rule, partner, match: found, reason: describeMatch(found) };
  }
  if (rules.length === 0) return { action: "none", reason: "No correlation rule is enabled." };
  return { action: "none", reason: `None of the enabled rules (${rules.length}) has a match within its time window.` };
}

const labels: Readonly<Record<MatchField, string>> = {
  service: "service",
  signalType: "signal type",
  severity: "severity",
};

/** Why two incidents match, in a sentence. */
export function describeMatch({ compared, gapMinutes }: Match): string {
  const same = Object.keys(compared).map((field) => labels[field as MatchField]);
  const last = same.pop();
  const fields = same.length === 0 ? last : `${same.join(", ")} and ${last}`;
  return `Same ${fields}, ${count(gapMinutes, "minute")} apart.`;
}
