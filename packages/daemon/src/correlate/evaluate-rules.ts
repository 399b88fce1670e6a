import { count } from "../detect/describe-figures.ts";
import { MINUTE_MS } from "../kernel/clock.ts";
import { roundToTenth } from "../kernel/rounding.ts";
import { type Incident, type IncidentStatus, isMoreSevere, isOver } from "../model/incident.ts";
import { AFFECTED_SERVICES_MAX } from "../model/record-limits.ts";
import type { CorrelationAction, CorrelationRule, MatchField, RuleConditions } from "./correlation-rule.ts";
import type { Fault, FaultAlert, FaultMembership } from "./fault.ts";

/** What of an incident correlation looks at. */
export type Correlated = Pick<Incident, "primaryService" | "signalType" | "severity" | "createdAt">;

export interface Match {
  /** By match field, what both have. */
  readonly compared: Readonly<Record<string, string>>;
  /** Between the two creations, rounded to one decimal. */
  readonly gapMinutes: number;
}

const readField: Readonly<Record<MatchField, (incident: Correlated) => string | null>> = {
  service: ({ primaryService }) => primaryService,
  signalType: ({ signalType }) => signalType,
  severity: ({ severity }) => severity,
};

/** Whether a rule is for incidents of this severity and signal type. */
export const isFor = ({ severities, signalTypes }: RuleConditions, incident: Correlated): boolean =>
  (severities === null || severities.includes(incident.severity)) &&
  (signalTypes === null || signalTypes.includes(incident.signalType));

/** By match field, what an incident has; undefined where one of them isn't known, and nothing can equal it. */
export function fieldsOf(
  { matchFields }: RuleConditions,
  incident: Correlated,
): Readonly<Record<string, string>> | undefined {
  const fields: Record<string, string> = {};
  for (const field of matchFields) {
    const value = readField[field](incident);
    if (value === null) return undefined;
    fields[field] = value;
  }
  return fields;
}

/**
 * What two incidents have in common by a rule; undefined where they don't match (contract 2.3). Which of them is
 * the newer makes no difference.
 */
export function match(conditions: RuleConditions, one: Correlated, other: Correlated): Match | undefined {
  if (!isFor(conditions, one) || !isFor(conditions, other)) return undefined;
  const gapMs = Math.abs(one.createdAt - other.createdAt);
  if (gapMs > conditions.timeWindowMinutes * MINUTE_MS) return undefined;
  const [compared, others] = [fieldsOf(conditions, one), fieldsOf(conditions, other)];
  if (!compared || conditions.matchFields.some((field) => compared[field] !== others?.[field])) return undefined;
  return { compared, gapMinutes: roundToTenth(gapMs / MINUTE_MS) };
}

/** What the built-in correlation may do; it is for detected incidents that no rule of the organization matches. */
export const builtInModes = ["merge", "group", "off"] as const;
export type BuiltInMode = (typeof builtInModes)[number];

/** Stands in decisions where a rule's name would, without an id. */
const BUILT_IN_NAME = "built-in";

/** A verdict without a rule. */
export interface BuiltInVerdict<Partner> {
  readonly action: "merge" | "group";
  readonly rule: { readonly id: null; readonly name: typeof BUILT_IN_NAME };
  readonly partner: Partner;
  readonly match: { readonly compared: Readonly<Record<string, unknown>>; readonly gapMinutes: number };
  readonly reason: string;
}

type Shown = Pick<Incident, "severity" | "affectedServices">;

/** A merged one is hidden behind its head, so that nothing hides behind what is less grave or can't name its services. */
const canStandFor = (head: Shown, incident: Shown): boolean =>
  !isMoreSevere(incident.severity, head.severity) &&
  new Set([...head.affectedServices, ...incident.affectedServices]).size <= AFFECTED_SERVICES_MAX;

/** What is sure is merged where that is wanted and hides nothing; the rest is linked. */
export function evaluateBuiltIn<Existing extends Shown>(
  incident: Shown,
  { isSure, compared, gapMinutes, reason }: FaultMembership<FaultAlert, Fault<FaultAlert>>,
  partner: { readonly incident: Existing; readonly head: Existing },
  mode: Exclude<BuiltInMode, "off">,
): BuiltInVerdict<{ readonly incident: Existing; readonly head: Existing }> {
  const common = { rule: { id: null, name: BUILT_IN_NAME }, match: { compared, gapMinutes }, reason } as const;
  const { head } = partner;
  if (isSure && mode === "merge" && canStandFor(head, incident)) return { action: "merge", partner, ...common };
  // The head is the one that is worked on.
  return { action: "group", partner: { incident: head, head }, ...common };
}

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
