import { type CorrelationRule, createRule, type RuleStore, updateRule } from "../../correlate/correlation-rule.ts";
import type { DecisionStore, ListedDecision } from "../../correlate/decision.ts";
import { sortRules } from "../../correlate/evaluate-rules.ts";
import type { components } from "../../generated/interfaces.ts";
import { type FamilyStore, unmerge } from "../../incident/unmerge.ts";
import { type Clock, toIso } from "../../kernel/clock.ts";
import { DECISIONS_LIMIT_DEFAULT } from "../../model/page-limits.ts";
import { nextLink } from "./next-link.ts";
import { parseTime } from "./parse-time.ts";
import { presentIncident } from "./present-incident.ts";
import type { Routes } from "./route.ts";

export interface CorrelationRoutesDeps {
  readonly rules: RuleStore;
  readonly decisions: DecisionStore;
  readonly families: FamilyStore;
  readonly clock: Clock;
}

/** Contract 4.7 and 4.1: correlation rules, what they decided, and what came of it. */
export const correlationRoutes = ({ rules, decisions, families, clock }: CorrelationRoutesDeps) =>
  ({
    listCorrelationRules: async ({ scope }) => ({
      status: 200,
      body: sortRules(await rules.list(scope)).map(presentRule),
    }),
    createCorrelationRule: async ({ scope, body }) => ({
      status: 201,
      body: presentRule(await createRule(rules, scope, body, clock.now())),
    }),
    getCorrelationRule: async ({ scope, path }) => ({
      status: 200,
      body: presentRule(await rules.get(scope, path.id)),
    }),
    updateCorrelationRule: async ({ scope, path, body }) => ({
      status: 200,
      body: presentRule(await updateRule(rules, scope, path.id, body, clock.now())),
    }),
    deleteCorrelationRule: async ({ scope, path }) => {
      await rules.remove(scope, path.id);
      return { status: 200, body: { deleted: true } };
    },
    listCorrelationDecisions: async ({ scope, query, request }) => {
      const { from, to, limit = DECISIONS_LIMIT_DEFAULT, ...filter } = query;
      const page = await decisions.list(scope, {
        ...filter,
        ...(from === undefined ? {} : { from: parseTime(from, "/query/from") }),
        ...(to === undefined ? {} : { to: parseTime(to, "/query/to") }),
        limit,
      });
      return { status: 200, headers: nextLink(request, page.cursor), body: page.decisions.map(presentDecision) };
    },
    unmergeIncident: async ({ scope, path }) => ({
      status: 200,
      body: presentIncident(await unmerge(families, scope, path.id)),
    }),
    listRelatedIncidents: async ({ scope, path }) => ({
      status: 200,
      body: (await families.related(scope, path.id)).map(presentIncident),
    }),
  }) satisfies Partial<Routes>;

const presentRule = (rule: CorrelationRule): components["schemas"]["CorrelationRule"] => {
  const { organizationId: _organization, conditions, createdAt, updatedAt, ...fields } = rule;
  const { severities, signalTypes } = conditions;
  return {
    ...fields,
    conditions: {
      matchFields: [...conditions.matchFields],
      timeWindowMinutes: conditions.timeWindowMinutes,
      severities: severities && [...severities],
      signalTypes: signalTypes && [...signalTypes],
    },
    createdAt: toIso(createdAt),
    updatedAt: toIso(updatedAt),
  };
};

const presentDecision = (decision: ListedDecision): components["schemas"]["CorrelationDecision"] => {
  const { organizationId: _organization, compared, createdAt, lastAt, ...fields } = decision;
  return { ...fields, compared: { ...compared }, createdAt: toIso(createdAt), lastAt: toIso(lastAt) };
};
