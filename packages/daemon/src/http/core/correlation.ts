import {
  type CorrelationRule,
  conditionsOf,
  createRule,
  type RuleStore,
  updateRule,
} from "../../correlate/correlation-rule.ts";
import type { DecisionStore, ListedDecision } from "../../correlate/decision.ts";
import { sortRules } from "../../correlate/evaluate-rules.ts";
import { type PastIncidents, previewRule } from "../../correlate/preview.ts";
import { autoApply, LOOKBACK_DAYS_DEFAULT, recommendations, type TuningStore } from "../../correlate/tuning.ts";
import { incidentJson } from "../../incident/incident-json.ts";
import { type FamilyStore, unmerge } from "../../incident/unmerge.ts";
import type { Clock } from "../../kernel/clock.ts";
import { formatTimes } from "../../kernel/format-times.ts";
import { DECISIONS_LIMIT_DEFAULT } from "../../model/page-limits.ts";
import { created, nextLink, ok } from "./answers.ts";
import { parseRange } from "./parse-time.ts";
import type { Routes } from "./route.ts";

export interface CorrelationRoutesDeps {
  readonly rules: RuleStore;
  readonly decisions: DecisionStore;
  readonly families: FamilyStore;
  readonly pastIncidents: PastIncidents;
  readonly tuning: TuningStore;
  readonly clock: Clock;
}

/** Contract 4.7 and 4.1: correlation rules, their decisions and results, previews and tuning. */
export const correlationRoutes = ({ rules, decisions, families, clock, ...deps }: CorrelationRoutesDeps) =>
  ({
    listCorrelationRules: async ({ scope }) => ok(sortRules(await rules.list(scope)).map(presentRule)),
    createCorrelationRule: async ({ scope, body }) =>
      created(presentRule(await createRule(rules, scope, body, clock.now()))),
    getCorrelationRule: async ({ scope, path }) => ok(presentRule(await rules.get(scope, path.id))),
    updateCorrelationRule: async ({ scope, path, body }) =>
      ok(presentRule(await updateRule(rules, scope, path.id, body, clock.now()))),
    deleteCorrelationRule: async ({ scope, path }) => {
      await rules.remove(scope, path.id);
      return ok({ deleted: true });
    },
    listCorrelationDecisions: async ({ scope, query, request }) => {
      const { from, to, limit = DECISIONS_LIMIT_DEFAULT, ...filter } = query;
      const page = await decisions.list(scope, { ...filter, ...parseRange(query), limit });
      return ok(page.decisions.map(presentDecision), nextLink(request, page.cursor));
    },
    unmergeIncident: async ({ scope, path }) => ok(incidentJson(await unmerge(families, scope, path.id))),
    listRelatedIncidents: async ({ scope, path }) => ok((await families.related(scope, path.id)).map(incidentJson)),
    previewCorrelationRule: async ({ scope, body }) => {
      const { rule, lookbackDays = LOOKBACK_DAYS_DEFAULT } = body;
      const draft = { action: rule.action, conditions: conditionsOf(rule.conditions) };
      return ok({ lookbackDays, ...(await previewRule(deps.pastIncidents, scope, draft, lookbackDays, clock.now())) });
    },
    getTuningRecommendations: async ({ scope }) =>
      ok({
        lookbackDays: LOOKBACK_DAYS_DEFAULT,
        recommendations: await recommendations(deps.tuning, scope, LOOKBACK_DAYS_DEFAULT, clock.now()),
      }),
    applyTuningRecommendation: async ({ scope, body }) =>
      ok(await autoApply(deps.tuning, scope, body?.lookbackDays ?? LOOKBACK_DAYS_DEFAULT, clock.now())),
  }) satisfies Partial<Routes>;

const presentRule = ({ organizationId: _organization, ...rule }: CorrelationRule) =>
  formatTimes(rule, "createdAt", "updatedAt");

const presentDecision = ({ organizationId: _organization, ...decision }: ListedDecision) =>
  formatTimes(decision, "createdAt", "lastAt");
