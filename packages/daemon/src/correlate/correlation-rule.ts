import { randomId } from "../kernel/ids.ts";
import type { Severity } from "../model/incident.ts";
import type { Scope } from "../model/scope.ts";

/** Correlation rules. */
export const correlationActions = ["merge", "group", "suppress"] as const;
export type CorrelationAction = (typeof correlationActions)[number];

const matchFields = ["service", "signalType", "severity"] as const;
export type MatchField = (typeof matchFields)[number];

export interface RuleConditions {
  readonly matchFields: readonly MatchField[];
  /** The longest time between the creations. */
  readonly timeWindowMinutes: number;
  /** The severities that the rule applies to; null for all. */
  readonly severities: readonly Severity[] | null;
  readonly signalTypes: readonly string[] | null;
}

export interface CorrelationRule {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly conditions: RuleConditions;
  readonly action: CorrelationAction;
  readonly priority: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface RuleStore {
  /** All of the organization; a bounded number. */
  list(scope: Scope): Promise<readonly CorrelationRule[]>;
  get(scope: Scope, id: string): Promise<CorrelationRule>;
  /** Throws `conflict` at the limit of rules. */
  create(scope: Scope, rule: CorrelationRule): Promise<CorrelationRule>;
  change(scope: Scope, id: string, change: (rule: CorrelationRule) => CorrelationRule): Promise<CorrelationRule>;
  remove(scope: Scope, id: string): Promise<void>;
}

/** An omitted or empty list means all. */
export interface GivenConditions {
  readonly matchFields: readonly MatchField[];
  readonly timeWindowMinutes: number;
  readonly severities?: readonly Severity[];
  readonly signalTypes?: readonly string[];
}

export interface GivenRule {
  readonly name: string;
  readonly description: string;
  readonly conditions: GivenConditions;
  readonly action: CorrelationAction;
  readonly priority?: number;
  readonly enabled?: boolean;
}

export const conditionsOf = (given: GivenConditions): RuleConditions => ({
  matchFields: [...given.matchFields],
  timeWindowMinutes: given.timeWindowMinutes,
  severities: listed(given.severities),
  signalTypes: listed(given.signalTypes),
});

const listed = <Value>(values: readonly Value[] | undefined): readonly Value[] | null =>
  values === undefined || values.length === 0 ? null : [...new Set(values)];

export const createRule = (store: RuleStore, scope: Scope, given: GivenRule, now: number): Promise<CorrelationRule> =>
  store.create(scope, {
    id: randomId(),
    organizationId: scope.organizationId,
    name: given.name.trim(),
    description: given.description,
    enabled: given.enabled ?? true,
    conditions: conditionsOf(given.conditions),
    action: given.action,
    priority: given.priority ?? 0,
    createdAt: now,
    updatedAt: now,
  });

/** Changes the given fields. Throws `not_found`. */
export const updateRule = (
  store: RuleStore,
  scope: Scope,
  id: string,
  given: Partial<GivenRule>,
  now: number,
): Promise<CorrelationRule> => {
  const { name, description, enabled, conditions, action, priority } = given;
  // Tuning skips recently changed rules, so an empty change must not count.
  const asksForNothing = [name, description, enabled, conditions, action, priority].every((each) => each === undefined);
  if (asksForNothing) return store.get(scope, id);
  return store.change(scope, id, (rule) => ({
    ...rule,
    name: name === undefined ? rule.name : name.trim(),
    description: description ?? rule.description,
    enabled: enabled ?? rule.enabled,
    conditions: conditions === undefined ? rule.conditions : conditionsOf(conditions),
    action: action ?? rule.action,
    priority: priority ?? rule.priority,
    updatedAt: Math.max(now, rule.updatedAt),
  }));
};
