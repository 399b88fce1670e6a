import { MINUTE_MS } from "../kernel/clock.ts";
import { roundToTenth } from "../kernel/rounding.ts";
import type { Incident } from "../model/incident.ts";
import type { MatchField, RuleConditions } from "./correlation-rule.ts";

/** What of an incident correlation looks at. */
export type Correlated = Pick<Incident, "primaryService" | "signalType" | "severity" | "createdAt">;

export interface Match {
  /** By match field, what both have. */
  readonly compared: Readonly<Record<string, string>>;
  /** Between the two creations, rounded to one decimal. */
  readonly gapMinutes: number;
}

const readField: Readonly<Record<MatchField, (incident: Correlated) => string | null>> = {
  service: ({ primaryService }) => primaryService,
  signalType: ({ signalType }) => signalType,
  severity: ({ severity }) => severity,
};

/** Whether a rule is for incidents of this severity and signal type. */
export const isFor = ({ severities, signalTypes }: RuleConditions, incident: Correlated): boolean =>
  (severities === null || severities.includes(incident.severity)) &&
  (signalTypes === null || signalTypes.includes(incident.signalType));

/** By match field, what an incident has; undefined where one of them isn't known, and nothing can equal it. */
export function fieldsOf(
  { matchFields }: RuleConditions,
  incident: Correlated,
): Readonly<Record<string, string>> | undefined {
  const fields: Record<string, string> = {};
  for (const field of matchFields) {
    const value = readField[field](incident);
    if (value === null) return undefined;
    fields[field] = value;
  }
  return fields;
}

/**
 * What two incidents have in common by a rule; undefined where they don't match (contract 2.3). Which of them is
 * the newer makes no difference.
 */
export function match(conditions: RuleConditions, one: Correlated, other: Correlated): Match | undefined {
  if (!isFor(conditions, one) || !isFor(conditions, other)) return undefined;
  const gapMs = Math.abs(one.createdAt - other.createdAt);
  if (gapMs > conditions.timeWindowMinutes * MINUTE_MS) return undefined;
  const [compared, others] = [fieldsOf(conditions, one), fieldsOf(conditions, other)];
  if (!compared || conditions.matchFields.some((field) => compared[field] !== others?.[field])) return undefined;
  return { compared, gapMinutes: roundToTenth(gapMs / MINUTE_MS) };
}
