import { conditionsOf } from "../../correlate/correlation-rule.ts";
import { type PastIncidents, previewRule } from "../../correlate/preview.ts";
import { autoApply, LOOKBACK_DAYS_DEFAULT, recommendations, type TuningStore } from "../../correlate/tuning.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Routes } from "./route.ts";

export interface TuningRoutesDeps {
  readonly pastIncidents: PastIncidents;
  readonly tuning: TuningStore;
  readonly clock: Clock;
}

/** Contract 4.7: what a rule would do, and what priorities rules should have. */
export const tuningRoutes = ({ pastIncidents, tuning, clock }: TuningRoutesDeps) =>
  ({
    previewCorrelationRule: async ({ scope, body }) => {
      const { rule, lookbackDays = LOOKBACK_DAYS_DEFAULT } = body;
      const draft = { action: rule.action, conditions: conditionsOf(rule.conditions) };
      const { samples, ...preview } = await previewRule(pastIncidents, scope, draft, lookbackDays, clock.now());
      return { status: 200, body: { lookbackDays, ...preview, samples: [...samples] } };
    },
    getTuningRecommendations: async ({ scope }) => ({
      status: 200,
      body: {
        lookbackDays: LOOKBACK_DAYS_DEFAULT,
        recommendations: [...(await recommendations(tuning, scope, LOOKBACK_DAYS_DEFAULT, clock.now()))],
      },
    }),
    applyTuningRecommendation: async ({ scope, body }) => ({
      status: 200,
      body: await autoApply(tuning, scope, body?.lookbackDays ?? LOOKBACK_DAYS_DEFAULT, clock.now()),
    }),
  }) satisfies Partial<Routes>;
