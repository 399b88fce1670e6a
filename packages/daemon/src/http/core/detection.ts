import type { DetectedIncident } from "../../detect/replay/overlap.ts";
import type { Opening, Preview, PreviewRules } from "../../detect/replay/preview.ts";
import type { ReplayBounds } from "../../detect/replay/replay-telemetry.ts";
import type { Rule } from "../../detect/rules/rule.ts";
import type { ModeStore } from "../../detect/rules/rule-mode.ts";
import { readRules } from "../../detect/rules/rules-file.ts";
import { extraEvidenceBy, type SensitivityStore, storedSensitivities } from "../../detect/rules/sensitivity.ts";
import type { components } from "../../generated/interfaces.ts";
import { type Clock, DAY_MS, toIso, toIsoOrNull } from "../../kernel/clock.ts";
import { ApplicationError, type ErrorDetail } from "../../kernel/errors.ts";
import { UNKNOWN_ENVIRONMENT } from "../../model/incident.ts";
import { ERROR_DETAILS_MAX } from "../../model/request-limits.ts";
import { abortOnDisconnect, ok } from "./answers.ts";
import { parseTime } from "./parse-time.ts";
import { presentRule } from "./present-detection-rule.ts";
import type { Routes } from "./route.ts";

type Schemas = components["schemas"];

export interface DetectionRoutesDeps {
  readonly detection: {
    /** In force. */
    readonly rules: readonly Rule[];
    /** The rules that `extends: default` of a file includes. */
    readonly builtIn: readonly Rule[];
    readonly preview: PreviewRules;
  };
  readonly modes: Pick<ModeStore, "list">;
  readonly sensitivities: Pick<SensitivityStore, "list">;
  readonly clock: Clock;
}

const RANGE_MS_DEFAULT = DAY_MS;
const RANGE_MS_MAX = 31 * DAY_MS;
const OPENINGS_MAX = 1000;
const MISSED_MAX = 200;

/** The rules that turn telemetry into incidents: those in force, and drafts. */
export function detectionRoutes({ detection, modes, sensitivities, clock }: DetectionRoutesDeps) {
  const builtIn = new Map(detection.builtIn.map((rule) => [rule.id, rule]));
  const present = (rule: Rule) => presentRule(rule, builtIn.get(rule.id));
  return {
    listDetectionRules: async ({ scope }) => {
      const set = await modes.list(scope);
      return ok(detection.rules.map((rule) => presentRule(rule, builtIn.get(rule.id), set.get(rule.id))));
    },
    checkDetectionRules: async ({ body }) => {
      const read = readRules(body.rules, detection.builtIn);
      if ("problems" in read) return ok({ valid: false, problems: read.problems, rules: [], deprecated: [] });
      const { rules, deprecated } = read;
      return ok({ valid: true, problems: [], rules: rules.map(present), deprecated });
    },
    previewDetectionRules: async ({ scope, body, response }) => {
      const rules = draftOf(body.rules, detection.builtIn);
      const ruleIds = knownIds(body.ruleIds, rules);
      const range = rangeOf(body, clock.now());
      const extraEvidenceOf = extraEvidenceBy(storedSensitivities(scope, await sensitivities.list(scope)));
      const left = abortOnDisconnect(response);
      try {
        const request = { rules, ruleIds, service: body.service, extraEvidenceOf, ...range };
        const preview = await detection.preview(scope, request, left);
        return ok(presentPreview(preview));
      } catch (error) {
        // The caller has left.
        if (left.aborted) return null;
        throw error;
      }
    },
  } satisfies Partial<Routes>;
}

const refuse = (path: string, messages: readonly string[]): never => {
  const details = messages.map((message): ErrorDetail => ({ path, message }));
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : "";
  throw new ApplicationError("invalid_request", `Invalid request: ${path} ${messages[0]}${more}`, {
    details: details.slice(0, ERROR_DETAILS_MAX),
  });
};

function draftOf(text: string, builtIn: readonly Rule[]): readonly Rule[] {
  const read = readRules(text, builtIn);
  if ("rules" in read) return read.rules;
  return refuse(
    "/rules",
    read.problems.map(({ line, column, message }) => `line ${line}, column ${column}: ${message}`),
  );
}

function knownIds(ids: readonly string[] | undefined, rules: readonly Rule[]): readonly string[] | undefined {
  const known = new Set(rules.map(({ id }) => id));
  const unknown = ids?.filter((id) => !known.has(id)) ?? [];
  return unknown.length > 0
    ? refuse(
        "/ruleIds",
        unknown.map((id) => `holds ${id}, which the draft doesn't`),
      )
    : ids;
}

function rangeOf(given: { readonly from?: string; readonly to?: string }, now: number): { from: number; to: number } {
  const to = Math.min(now, given.to === undefined ? now : parseTime(given.to, "/to"));
  const from = given.from === undefined ? to - RANGE_MS_DEFAULT : parseTime(given.from, "/from");
  if (from >= to) refuse("/from", ["must be before the end of the range, and before now"]);
  if (to - from > RANGE_MS_MAX) refuse("/from", ["must be at most 31 days before the end of the range"]);
  return { from, to };
}

export const BOUND_NAMES = { events: "events", milliseconds: "time", episodes: "openings" } as const satisfies Record<
  keyof ReplayBounds,
  string
>;

const presentPreview = (preview: Preview): Schemas["DetectionPreview"] => ({
  from: toIso(preview.from),
  to: toIso(preview.to),
  coveredUntil: toIso(preview.coveredUntil),
  warmUpFrom: toIso(preview.warmUpFrom),
  truncated: preview.truncatedBy !== null,
  truncatedBy: preview.truncatedBy && BOUND_NAMES[preview.truncatedBy],
  events: preview.events,
  backfilled: preview.backfilled,
  eventsLeftOut: preview.leftOut,
  rules: preview.rules,
  openings: preview.openings.slice(0, OPENINGS_MAX).map(presentOpening),
  openingsLeftOut: Math.max(0, preview.openings.length - OPENINGS_MAX),
  missedIncidents: preview.missed.slice(0, MISSED_MAX).map(presentMissed),
  missedIncidentsLeftOut: Math.max(0, preview.missed.length - MISSED_MAX),
});

const presentOpening = ({ first, incident, ...episode }: Opening): Schemas["DetectionOpening"] => ({
  ruleId: first.ruleId,
  service: first.service,
  environment: first.environment ?? UNKNOWN_ENVIRONMENT,
  severity: episode.severity,
  title: first.title,
  reason: first.reason,
  description: first.description,
  at: toIso(first.at),
  openedAt: toIso(episode.openedAt),
  lastSeenAt: toIso(episode.lastSeenAt),
  closedAt: toIsoOrNull(episode.closedAt),
  observations: episode.observations,
  reopened: episode.reopened,
  triggeringEventId: first.triggeringEventId,
  overlap: incident && {
    incidentId: incident.id,
    ruleId: incident.ruleId,
    sameTrouble: incident.deduplicationKey === first.deduplicationKey,
  },
});

const presentMissed = ({ id, ruleId, service, createdAt }: DetectedIncident): Schemas["DetectedIncident"] => ({
  incidentId: id,
  ruleId,
  service,
  createdAt: toIso(createdAt),
});
