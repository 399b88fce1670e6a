import { count } from "../detect/describe-figures.ts";
import { isClimb } from "../detect/stated-cause.ts";
import { MINUTE_MS } from "../kernel/clock.ts";
import { roundToTenth } from "../kernel/rounding.ts";
import { type Incident, type IncidentStatus, isOver } from "../model/incident.ts";
import { AFFECTED_SERVICES_MAX } from "../model/record-limits.ts";
import { type Alert, type AlertGroup, type AlertGroupMembership, SPREADING_MS } from "./alert-group.ts";
import type { CorrelationAction, CorrelationRule, MatchField, RuleConditions } from "./correlation-rule.ts";

export type Correlated = Pick<Incident, "primaryService" | "signalType" | "severity" | "createdAt">;

export interface Match {
  readonly compared: Readonly<Record<string, string>>;
  /** Between the creations, with one decimal. */
  readonly gapMinutes: number;
}

const readField: Readonly<Record<MatchField, (incident: Correlated) => string | null>> = {
  service: ({ primaryService }) => primaryService,
  signalType: ({ signalType }) => signalType,
  severity: ({ severity }) => severity,
};

export const isFor = ({ severities, signalTypes }: RuleConditions, incident: Correlated): boolean =>
  (severities === null || severities.includes(incident.severity)) &&
  (signalTypes === null || signalTypes.includes(incident.signalType));

/** The values of the match fields; undefined where one is unknown, since that equals nothing. */
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

/** The common values of two incidents by a rule; undefined where they don't match. Symmetric. */
export function match(conditions: RuleConditions, one: Correlated, other: Correlated): Match | undefined {
  if (!isFor(conditions, one) || !isFor(conditions, other)) return undefined;
  const gapMs = Math.abs(one.createdAt - other.createdAt);
  if (gapMs > conditions.timeWindowMinutes * MINUTE_MS) return undefined;
  const [compared, others] = [fieldsOf(conditions, one), fieldsOf(conditions, other)];
  if (!compared || conditions.matchFields.some((field) => compared[field] !== others?.[field])) return undefined;
  return { compared, gapMinutes: roundToTenth(gapMs / MINUTE_MS) };
}

/** The built-in correlation applies to detected incidents that no rule matches. */
export const builtInModes = ["merge", "group", "off"] as const;
export type BuiltInMode = (typeof builtInModes)[number];

/** The rule name in decisions. */
const BUILT_IN_NAME = "built-in";

export interface BuiltInVerdict<Partner> {
  readonly action: "merge" | "group";
  readonly rule: { readonly id: null; readonly name: typeof BUILT_IN_NAME };
  readonly partner: Partner;
  readonly match: { readonly compared: Readonly<Record<string, unknown>>; readonly gapMinutes: number };
  readonly reason: string;
}

interface Shown extends Pick<Incident, "affectedServices" | "severity" | "createdAt" | "title"> {
  /** The title that it opened with, where it has that of its family. */
  readonly ownTitle?: string | null;
}

/** An incident that was LOW for some time is no cause of a more severe one, unless it climbed to it. */
export const isPast = (head: Shown, { createdAt, severity }: Shown): boolean =>
  head.severity === "LOW" &&
  severity !== "LOW" &&
  createdAt - head.createdAt > SPREADING_MS &&
  !isClimb({ title: head.ownTitle ?? head.title });

/** A merged incident is hidden behind its head, which takes its severity and must hold all services. */
const canStandFor = (head: Shown, incident: Shown): boolean =>
  new Set([...head.affectedServices, ...incident.affectedServices]).size <= AFFECTED_SERVICES_MAX;

/** Merges a sure match if that hides nothing, and groups otherwise. */
export function evaluateBuiltIn<Existing extends Shown>(
  incident: Shown,
  { isSure, compared, gapMinutes, reason }: Omit<AlertGroupMembership<Alert, AlertGroup<Alert>>, "fault" | "partner">,
  partner: { readonly incident: Existing; readonly head: Existing },
  mode: Exclude<BuiltInMode, "off">,
): BuiltInVerdict<{ readonly incident: Existing; readonly head: Existing }> {
  const common = { rule: { id: null, name: BUILT_IN_NAME }, match: { compared, gapMinutes }, reason } as const;
  const { head } = partner;
  if (isSure && mode === "merge" && canStandFor(head, incident)) return { action: "merge", partner, ...common };
  return { action: "group", partner: { incident: head, head }, ...common };
}

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

/** The highest priority first, then the oldest. */
export const sortRules = (rules: readonly CorrelationRule[]): CorrelationRule[] =>
  [...rules].sort((one, other) => {
    if (one.priority !== other.priority) return other.priority - one.priority;
    return one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1);
  });

/** An incident that is over can only be grouped. */
export const canBePartner = (action: CorrelationAction, status: IncidentStatus): boolean =>
  action === "group" || !isOver(status);

/**
 * Returns the verdict of the first rule with a partner. `rules` are the enabled ones in their order; `findPartner`
 * returns the newest partner for a rule.
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

export function describeMatch({ compared, gapMinutes }: Match): string {
  const same = Object.keys(compared).map((field) => labels[field as MatchField]);
  const last = same.pop();
  const fields = same.length === 0 ? last : `${same.join(", ")} and ${last}`;
  return `Same ${fields}, ${count(gapMinutes, "minute")} apart.`;
}
