import { Flags, type Interfaces } from "@oclif/core";
import type { CorrelationAction, CorrelationRule, RuleConditions, RuleConditionsInput, RuleUpdate } from "@tocsin/sdk";
import { duration, oneOf, someOf, usageError } from "../flags/common-flags.ts";
import { matchFields, ruleActions } from "../format/correlation.ts";
import { severities } from "../format/incident.ts";
import { documentFlag, readDocument } from "./text-source.ts";

/** Conditions and action of drafts and rules. */
export const conditionFlags = {
  file: documentFlag,
  match: someOf(matchFields)({ description: "Fields that must be equal in both incidents." }),
  window: duration({ description: "Maximum time between both incidents." }),
  severity: someOf(severities)({ description: "Only incidents of these severities." }),
  "signal-type": Flags.string({ description: "Only incidents of this signal type; can be repeated.", multiple: true }),
  "all-severities": Flags.boolean({ description: "Incidents of all severities.", exclusive: ["severity"] }),
  "all-signal-types": Flags.boolean({ description: "Incidents of all signal types.", exclusive: ["signal-type"] }),
  action: oneOf(ruleActions, { description: "Action on the newer incident." }),
  priority: Flags.integer({ description: "Priority; the highest is applied first.", min: -1000, max: 1000 }),
};

/** Other fields of a stored rule. */
export const ruleFlags = {
  ...conditionFlags,
  description: Flags.string({ description: "Purpose of the rule." }),
  enabled: Flags.boolean({ description: "Apply the rule, or don't.", allowNo: true }),
};

type GivenRule = Partial<Interfaces.InferredFlags<typeof ruleFlags>> & { readonly name?: string | undefined };

const ruleFields = ["name", "description", "enabled", "conditions", "action", "priority"];
const conditionFields = ["matchFields", "timeWindowMinutes", "severities", "signalTypes"];

/**
 * Reads a rule from flags and file. The API replaces all conditions, so missing ones come from the file or from the
 * existing rule.
 */
export async function readRule(given: GivenRule, known?: CorrelationRule): Promise<RuleUpdate> {
  const {
    id: _id,
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    conditions: written,
    ...document
  } = given.file === undefined ? {} : await readDocument(given.file);
  // The server ignores unknown fields, so a mistyped one would create another rule.
  checkFields(document, ruleFields);
  checkFields(written ?? {}, conditionFields);
  const named = namedConditions(given);
  const touched = written !== undefined || Object.keys(named).length > 0;
  const rest = {
    name: given.name,
    description: given.description,
    action: given.action,
    priority: given.priority,
    enabled: given.enabled,
  };
  const before = (written ?? known?.conditions ?? {}) as Partial<RuleConditions>;
  return {
    ...document,
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    ...(touched && { conditions: { ...withoutNulls(before), ...named } as RuleConditionsInput }),
  };
}

function checkFields(document: unknown, known: readonly string[]): void {
  const unknown = Object.keys(Object(document)).filter((field) => !known.includes(field));
  if (unknown.length > 0)
    throw usageError(
      `Unknown field ${unknown.map((field) => JSON.stringify(field)).join(", ")}. A rule has ${known.join(", ")}.`,
    );
}

/** Checks that a draft is complete. @throws if a part is missing. */
export function requireCompleteRule({ conditions, action }: RuleUpdate): {
  readonly conditions: RuleConditionsInput;
  readonly action: CorrelationAction;
} {
  const { matchFields: fields, timeWindowMinutes }: Partial<RuleConditionsInput> = conditions ?? {};
  if (conditions && fields && timeWindowMinutes !== undefined && action) return { conditions, action };
  const missing = [!fields && "--match", timeWindowMinutes === undefined && "--window", !action && "--action"];
  throw usageError(`A rule needs ${missing.filter(Boolean).join(", ")}, or a file: -f FILE.`);
}

function namedConditions(given: GivenRule): Partial<RuleConditionsInput> {
  return {
    ...(given.match && { matchFields: given.match }),
    ...(given.window !== undefined && { timeWindowMinutes: given.window / 60_000 }),
    ...(given["all-severities"] ? { severities: [] } : given.severity && { severities: given.severity }),
    ...(given["all-signal-types"]
      ? { signalTypes: [] }
      : given["signal-type"] && { signalTypes: given["signal-type"] }),
  };
}

/** The API answers null for "all" and doesn't accept it. */
const withoutNulls = (conditions: Partial<RuleConditions>): object =>
  Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== null));
