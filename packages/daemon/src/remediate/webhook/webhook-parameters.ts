import { ApplicationError, type ErrorDetail } from "../../kernel/errors.ts";
import type { ActionDefinition, ParameterRule } from "../policy/policy.ts";
import type { ActionRequest } from "../targets/executor.ts";

const TEXT_CHARACTERS_MAX = 2000;

/** What is wrong with a value, as the end of a sentence; undefined: nothing. */
function problemOf(value: unknown, { type, values }: ParameterRule): string | undefined {
  if (values !== undefined) {
    return values.some((each) => each === value) ? undefined : `must be one of ${values.join(", ")}`;
  }
  switch (type) {
    case "string":
      return typeof value === "string" && value.length <= TEXT_CHARACTERS_MAX
        ? undefined
        : `must be a text of at most ${TEXT_CHARACTERS_MAX} characters`;
    case "integer":
      return Number.isSafeInteger(value) ? undefined : "must be a whole number";
    case "number":
      return typeof value === "number" && Number.isFinite(value) ? undefined : "must be a number";
    case "boolean":
      return typeof value === "boolean" ? undefined : "must be true or false";
  }
}

/** Holds parameters against what the policy file says of them. Throws `invalid`, which names every one that doesn't fit. */
export function checkWebhookParameters(
  { type, parameters: rules }: ActionDefinition,
  given: ActionRequest["parameters"],
): void {
  const details: ErrorDetail[] = [];
  for (const [name, rule] of Object.entries(rules)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined && !rule.required) continue;
    const problem = value === undefined ? "is required" : problemOf(value, rule);
    if (problem !== undefined) details.push({ path: `/parameters/${name}`, message: problem });
  }
  const known = Object.keys(rules);
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(rules, name)) continue;
    const takes = known.length === 0 ? "takes none" : `takes ${known.join(", ")}`;
    const pointer = name.replaceAll("~", "~0").replaceAll("/", "~1");
    details.push({ path: `/parameters/${pointer}`, message: `isn't a parameter of ${type}, which ${takes}` });
  }
  if (details.length > 0)
    throw new ApplicationError("invalid_action_parameters", `The parameters do not fit ${type}.`, { details });
}
