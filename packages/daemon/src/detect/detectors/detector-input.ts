import { toSingleLine } from "../../kernel/single-line.ts";
import { templateText } from "../../methods/log-templates/template-set.ts";
import type { Mark } from "../../methods/state/evidence-trail.ts";
import type { Severity } from "../../model/incident.ts";
import { percent } from "../describe-figures.ts";
import { TITLE_CHARS_MAX } from "../detection-bounds.ts";
import type { Rule } from "../rules/rule.ts";
import { evidenceOf, type Finding } from "../state/condition-repeats.ts";
import type { NewObservations } from "../state/new-observations.ts";
import type { ServiceState } from "../state/service-state.ts";

/** What a pattern looks at: one environment of one service, what is remembered of it and what is new. */
export interface DetectorInput {
  readonly service: string;
  readonly state: ServiceState;
  readonly fresh: NewObservations;
}

interface Seen {
  readonly reason: string;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly environment: string | null;
  readonly marks: readonly Mark[];
  /** The telemetry that showed it, when that isn't the first mark. */
  readonly trigger?: string;
  /** What is wrong besides the service, such as a metric. */
  readonly about?: string;
  readonly at: number;
  /** How many events are a trouble each; left out: one. */
  readonly observations?: number;
  /** Left out: as soon as it is over. */
  readonly newsAgainAfterMs?: number;
}

export const findingKey = ({ id }: Rule, service: string, about?: string): string =>
  `${id}:${service}${about === undefined ? "" : `:${about}`}`;

/** Null when there is nothing to point at. */
export function createFinding(rule: Rule, service: string, seen: Seen): Finding | null {
  const trigger = seen.trigger ?? seen.marks[0]?.[0];
  if (trigger === undefined) return null;
  return {
    rule,
    key: findingKey(rule, service, seen.about),
    reason: seen.reason,
    title: toSingleLine(seen.title, TITLE_CHARS_MAX),
    description: seen.description,
    severity: seen.severity,
    environment: seen.environment,
    trigger,
    evidence: evidenceOf(seen.marks),
    at: seen.at,
    observations: seen.observations ?? 1,
    newsAgainAfterMs: seen.newsAgainAfterMs ?? 0,
  };
}

export const anyEnvironment = (state: ServiceState): string | null => state.environment;

/** The pattern of messages that makes most of the present errors, as a sentence; empty: none is known. */
export function describeTopPattern(state: ServiceState, since: number): string {
  let top = "";
  let most = 0;
  let all = 0;
  for (const pattern of state.errorTemplates.templates.values()) {
    if (pattern.lastAt < since) continue;
    all += pattern.minuteCount;
    if (pattern.minuteCount <= most) continue;
    most = pattern.minuteCount;
    top = templateText(pattern);
  }
  return most === 0 ? "" : ` Most frequent (${percent(most / all)} of them): ${toSingleLine(top, 300)}`;
}
