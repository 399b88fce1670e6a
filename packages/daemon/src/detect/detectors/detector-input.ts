import { toSingleLine } from "../../kernel/single-line.ts";
import { templateText } from "../../methods/log-templates/template-set.ts";
import type { Mark } from "../../methods/state/evidence-trail.ts";
import { TITLE_CHARS_MAX } from "../detection-bounds.ts";
import { essenceOf } from "../message-essence.ts";
import type { Rule } from "../rules/rule.ts";
import { evidenceOf, type Finding } from "../state/condition-repeats.ts";
import type { NewObservations } from "../state/new-observations.ts";
import type { ServiceState } from "../state/service-state.ts";
import { describeMostFrequent } from "../stated-cause.ts";

/** One environment of a service: its state and what is new. */
export interface DetectorInput {
  readonly service: string;
  readonly state: ServiceState;
  readonly fresh: NewObservations;
  /** The evidence that the service's sensitivity demands in addition, in nats. */
  readonly extraEvidence: number;
}

interface FindingDetails
  extends Pick<Finding, "reason" | "title" | "description" | "severity">,
    Partial<Pick<Finding, "environment" | "at" | "trigger" | "observations" | "newsAgainAfterMs" | "level">> {
  readonly marks: readonly Mark[];
  /** The part of the service, such as a metric. */
  readonly about?: string;
}

export const findingKey = ({ id }: Rule, service: string, about?: string): string =>
  `${id}:${service}${about === undefined ? "" : `:${about}`}`;

/** Empty without evidence. Defaults are the present environment and time, and the first mark as trigger. */
export function createFinding(
  rule: Rule,
  { service, state }: Pick<DetectorInput, "service" | "state">,
  { marks, about, ...details }: FindingDetails,
): Finding[] {
  const trigger = details.trigger ?? marks[0]?.[0];
  if (trigger === undefined) return [];
  return [
    {
      at: state.watermark,
      environment: state.environment,
      observations: 1,
      newsAgainAfterMs: 0,
      ...details,
      rule,
      key: findingKey(rule, service, about),
      title: toSingleLine(details.title, TITLE_CHARS_MAX),
      trigger,
      evidence: evidenceOf(marks),
    },
  ];
}

/** The most frequent recent error template as a sentence, or an empty text. */
export function describeTopTemplate(state: ServiceState, since: number): string {
  let top = "";
  let most = 0;
  let all = 0;
  for (const template of state.errorTemplates.templates.values()) {
    if (template.lastAt < since) continue;
    all += template.minuteCount;
    if (template.minuteCount <= most) continue;
    most = template.minuteCount;
    top = templateText(template);
  }
  return most === 0 ? "" : describeMostFrequent(most / all, toSingleLine(essenceOf(top), 300));
}
