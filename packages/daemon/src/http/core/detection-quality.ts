import {
  type Measured,
  type MeasureStore,
  measure,
  PERFORMANCE_DAYS_DEFAULT,
  type Performance,
} from "../../detect/quality/rule-performance.ts";
import { setMode } from "../../detect/quality/set-rule-mode.ts";
import {
  giveShadowFeedback,
  type JudgedShadowOpening,
  type ShadowFeedbackStore,
  type ShadowStore,
} from "../../detect/quality/shadow-openings.ts";
import type { Rule } from "../../detect/rules/rule.ts";
import type { ModeStore } from "../../detect/rules/rule-mode.ts";
import type { components } from "../../generated/interfaces.ts";
import { type Clock, toIso, toIsoOrNull } from "../../kernel/clock.ts";
import { SHADOW_LIMIT_DEFAULT } from "../../model/page-limits.ts";
import { nextLink } from "./next-link.ts";
import { parseTime } from "./parse-time.ts";
import { presentRule } from "./present-detection-rule.ts";
import { givenFeedback, presentFeedback } from "./present-feedback.ts";
import type { Routes } from "./route.ts";

type Schemas = components["schemas"];

export interface DetectionQualityRoutesDeps {
  readonly detection: {
    /** In force. */
    readonly rules: readonly Rule[];
    readonly builtIn: readonly Rule[];
  };
  readonly modes: ModeStore;
  readonly measures: MeasureStore;
  readonly shadows: ShadowStore;
  readonly shadowFeedback: ShadowFeedbackStore;
  readonly clock: Clock;
}

/** How right rules are, and which of them only watch. */
export const detectionQualityRoutes = ({ detection, modes, measures, clock, ...deps }: DetectionQualityRoutesDeps) =>
  ({
    setDetectionRuleMode: async ({ scope, path, body }) => {
      const { rules, builtIn } = detection;
      const { rule, setting } = await setMode({ rules, modes, measures }, scope, path.ruleId, body, clock.now());
      const stock = builtIn.find(({ id }) => id === rule.id);
      return { status: 200, body: presentRule(rule, stock, setting) };
    },
    getDetectionPerformance: async ({ scope, query }) => {
      const { days = PERFORMANCE_DAYS_DEFAULT, ruleId } = query;
      const rules = detection.rules.filter(({ id }) => ruleId === undefined || id === ruleId);
      const found = await measure(measures, scope, rules, await modes.list(scope), days, clock.now());
      return { status: 200, body: found.map(presentPerformance) };
    },
    listShadowOpenings: async ({ scope, query, request }) => {
      const { from, to, limit = SHADOW_LIMIT_DEFAULT, ...filter } = query;
      const page = await deps.shadows.list(scope, {
        ...filter,
        ...(from === undefined ? {} : { from: parseTime(from, "/query/from") }),
        ...(to === undefined ? {} : { to: parseTime(to, "/query/to") }),
        limit,
      });
      const now = clock.now();
      return {
        status: 200,
        headers: nextLink(request, page.cursor),
        body: page.openings.map((opening) => presentShadow(opening, now)),
      };
    },
    getShadowOpening: async ({ scope, path }) => ({
      status: 200,
      body: presentShadow(await deps.shadows.get(scope, path.id), clock.now()),
    }),
    giveShadowFeedback: async ({ scope, caller, path, body }) => {
      const given = givenFeedback(caller.subject, body);
      const stored = await giveShadowFeedback(deps.shadowFeedback, scope, path.id, given, clock.now());
      const { aboutId, ...feedback } = stored.feedback;
      return { status: stored.replaced ? 200 : 201, body: { shadowId: aboutId, ...presentFeedback(feedback) } };
    },
  }) satisfies Partial<Routes>;

const presentMeasured = ({ from, opened, useful, noise, unjudged, occasions, precision }: Measured) => ({
  from: toIso(from),
  opened,
  useful,
  noise,
  unjudged,
  occasions,
  precision: { value: precision.value, lower: precision.lower, upper: precision.upper },
});

const presentPerformance = ({ shadow, ...performance }: Performance): Schemas["RulePerformance"] => ({
  ruleId: performance.ruleId,
  mode: performance.mode,
  ...presentMeasured(performance),
  shadow: presentMeasured(shadow),
  recommendation: performance.recommendation,
  rationale: performance.rationale,
});

const presentShadow = (opening: JudgedShadowOpening, now: number): Schemas["ShadowOpening"] => {
  const { organizationId: _organization, deduplicationKey: _key, quietAt, openedAt, lastSeenAt, ...shown } = opening;
  return {
    ...shown,
    openedAt: toIso(openedAt),
    lastSeenAt: toIso(lastSeenAt),
    closedAt: toIsoOrNull(quietAt <= now ? quietAt : null),
  };
};
