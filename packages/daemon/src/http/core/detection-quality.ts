import {
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
import type { ModeStore } from "../../detect/rules/rule-mode.ts";
import { type Clock, toIsoOrNull } from "../../kernel/clock.ts";
import { formatTimes } from "../../kernel/format-times.ts";
import { SHADOW_LIMIT_DEFAULT } from "../../model/page-limits.ts";
import { nextLink, ok } from "./answers.ts";
import type { DetectionRoutesDeps } from "./detection.ts";
import { givenFeedback, presentFeedback, storedFeedback } from "./feedback.ts";
import { parseRange } from "./parse-time.ts";
import { presentRule } from "./present-detection-rule.ts";
import type { Routes } from "./route.ts";

export interface DetectionQualityRoutesDeps {
  readonly detection: Pick<DetectionRoutesDeps["detection"], "rules" | "builtIn">;
  readonly modes: ModeStore;
  readonly measures: MeasureStore;
  readonly shadows: ShadowStore;
  readonly shadowFeedback: ShadowFeedbackStore;
  readonly clock: Clock;
}

/** The quality of detection rules, their modes, and the openings of shadow rules. */
export const detectionQualityRoutes = ({ detection, modes, measures, clock, ...deps }: DetectionQualityRoutesDeps) =>
  ({
    setDetectionRuleMode: async ({ scope, path, body }) => {
      const { rules, builtIn } = detection;
      const { rule, setting } = await setMode({ rules, modes, measures }, scope, path.ruleId, body, clock.now());
      const stock = builtIn.find(({ id }) => id === rule.id);
      return ok(presentRule(rule, stock, setting));
    },
    getDetectionPerformance: async ({ scope, query }) => {
      const { days = PERFORMANCE_DAYS_DEFAULT, ruleId } = query;
      const rules = detection.rules.filter(({ id }) => ruleId === undefined || id === ruleId);
      const found = await measure(measures, scope, rules, await modes.list(scope), days, clock.now());
      return ok(found.map(presentPerformance));
    },
    listShadowOpenings: async ({ scope, query, request }) => {
      const { from, to, limit = SHADOW_LIMIT_DEFAULT, ...filter } = query;
      const page = await deps.shadows.list(scope, { ...filter, ...parseRange(query), limit });
      const now = clock.now();
      const body = page.openings.map((opening) => presentShadow(opening, now));
      return ok(body, nextLink(request, page.cursor));
    },
    getShadowOpening: async ({ scope, path }) => ok(presentShadow(await deps.shadows.get(scope, path.id), clock.now())),
    giveShadowFeedback: async ({ scope, caller, path, body }) => {
      const given = givenFeedback(caller.subject, body);
      const stored = await giveShadowFeedback(deps.shadowFeedback, scope, path.id, given, clock.now());
      return storedFeedback(stored, (feedback) => ({ shadowId: feedback.aboutId, ...presentFeedback(feedback) }));
    },
  }) satisfies Partial<Routes>;

const presentPerformance = (performance: Performance) => ({
  ...formatTimes(performance, "from"),
  shadow: formatTimes(performance.shadow, "from"),
});

const presentShadow = (opening: JudgedShadowOpening, now: number) => {
  const { organizationId: _organization, deduplicationKey: _key, quietAt, ...shown } = opening;
  return { ...formatTimes(shown, "openedAt", "lastSeenAt"), closedAt: toIsoOrNull(quietAt <= now ? quietAt : null) };
};
