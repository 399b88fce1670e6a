import { normaliseEnvironment } from "../environment.ts";
import { matchesAny } from "./glob.ts";
import type { Rule } from "./rule.ts";

/** The rules that look at a service. */
export const rulesForService = (rules: readonly Rule[], service: string): Rule[] =>
  rules.filter((rule) => rule.enabled && (rule.services.length === 0 || matchesAny(rule.services, service)));

/** Whether a rule looks at an environment; one that is unknown is none of those it names. */
export function appliesTo(rule: Rule, environment: string | null): boolean {
  if (rule.environments.length === 0) return true;
  if (environment === null) return false;
  const plain = normaliseEnvironment(environment);
  return rule.environments.some((named) => normaliseEnvironment(named) === plain);
}
