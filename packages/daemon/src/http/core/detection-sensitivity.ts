import {
  type DetectionReport,
  type RuleOpenings,
  type RuleReport,
  reportDetection,
} from "../../detect/quality/detection-report.ts";
import { NIGHT, nightIn } from "../../detect/quality/night.ts";
import { PERFORMANCE_DAYS_DEFAULT } from "../../detect/quality/rule-performance.ts";
import type { CompareSensitivities, Comparison } from "../../detect/replay/compare-sensitivities.ts";
import type { Rule } from "../../detect/rules/rule.ts";
import type { ModeStore } from "../../detect/rules/rule-mode.ts";
import { type SensitivitySetting, type SensitivityStore, storedSensitivities } from "../../detect/rules/sensitivity.ts";
import type { components } from "../../generated/interfaces.ts";
import { type Clock, DAY_MS, HOUR_MS, SECOND_MS, toIso } from "../../kernel/clock.ts";
import { invalidField } from "../../kernel/errors.ts";
import { abortOnDisconnect, ok } from "./answers.ts";
import { BOUND_NAMES } from "./detection.ts";
import type { Routes } from "./route.ts";

type Schemas = components["schemas"];

export interface DetectionSensitivityRoutesDeps {
  readonly detection: {
    readonly rules: readonly Rule[];
    readonly compare: CompareSensitivities;
    readonly openings: RuleOpenings;
    /** The time zone of the nights by default. */
    readonly timeZone: string;
  };
  readonly modes: Pick<ModeStore, "list">;
  readonly sensitivities: SensitivityStore;
  readonly clock: Clock;
}

/** The sensitivity of detection, and the report that shows its effect. */
export const detectionSensitivityRoutes = ({
  detection,
  modes,
  sensitivities,
  clock,
}: DetectionSensitivityRoutesDeps) =>
  ({
    getDetectionSensitivity: async ({ scope }) => ok(presentSettings(await sensitivities.list(scope))),
    setDetectionSensitivity: async ({ scope, body }) => {
      const { sensitivity, service = null, reason } = body;
      const given = { sensitivity, service, reason: reason.trim(), by: scope.actor, since: clock.now() };
      await sensitivities.set(scope, given);
      return ok(presentSettings(await sensitivities.list(scope)));
    },
    getDetectionReport: async ({ scope, query, response }) => {
      const { days = PERFORMANCE_DAYS_DEFAULT, timeZone = detection.timeZone, compareHours = 0 } = query;
      const isNight = nightOf(timeZone);
      const rules = detection.rules.filter(({ enabled }) => enabled);
      const to = clock.now();
      const from = to - days * DAY_MS;
      const request = { rules, modes: await modes.list(scope), from, isNight };
      const report = await reportDetection(detection.openings, scope, request);
      const range = { from: to - compareHours * HOUR_MS, to };
      const left = abortOnDisconnect(response);
      try {
        const settings = storedSensitivities(scope, await sensitivities.list(scope));
        const comparison =
          compareHours === 0 ? null : await detection.compare(scope, { rules, settings, ...range }, left);
        return ok({ from: toIso(from), to: toIso(to), timeZone, ...presentReport(report, comparison) });
      } catch (error) {
        // The caller has left.
        if (left.aborted) return null;
        throw error;
      }
    },
  }) satisfies Partial<Routes>;

function nightOf(timeZone: string): (at: number) => boolean {
  try {
    return nightIn(timeZone);
  } catch {
    throw invalidField("/query/timeZone", "must be a time zone such as Europe/Berlin or UTC");
  }
}

function presentSettings(settings: readonly SensitivitySetting[]): Schemas["DetectionSensitivity"] {
  const shown = settings.map(({ since, ...setting }) => ({ ...setting, since: toIso(since) }));
  const organization = shown.find(({ service }) => service === null);
  return {
    sensitivity: organization?.sensitivity ?? "normal",
    since: organization?.since ?? null,
    by: organization?.by ?? null,
    reason: organization?.reason ?? null,
    services: shown.flatMap(({ service, ...setting }) => (service === null ? [] : [{ service, ...setting }])),
  };
}

const hourText = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

const presentReport = ({ countedFrom, rules }: DetectionReport, comparison: Comparison | null) => ({
  countedFrom: toIso(countedFrom),
  nightFrom: hourText(NIGHT.fromHour),
  nightTo: hourText(NIGHT.toHour),
  rules: rules.map((rule) => presentRule(rule, comparison)),
  comparison: comparison && presentComparison(comparison),
});

const presentRule = (
  { onsetToOpening, ...rule }: RuleReport,
  comparison: Comparison | null,
): Schemas["RuleReport"] => ({
  ...rule,
  onsetToOpening: onsetToOpening && {
    measured: onsetToOpening.measured,
    medianSeconds: onsetToOpening.medianMs / SECOND_MS,
    worstSeconds: onsetToOpening.worstMs / SECOND_MS,
  },
  wouldOpen: comparison?.openings.get(rule.ruleId) ?? null,
});

const presentComparison = (comparison: Comparison): Schemas["SensitivityComparison"] => ({
  from: toIso(comparison.from),
  to: toIso(comparison.to),
  coveredUntil: toIso(comparison.coveredUntil),
  warmUpFrom: toIso(comparison.warmUpFrom),
  truncated: comparison.truncatedBy !== null,
  truncatedBy: comparison.truncatedBy && BOUND_NAMES[comparison.truncatedBy],
  events: comparison.events,
  eventsLeftOut: comparison.leftOut,
});
