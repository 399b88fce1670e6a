import { isNonProduction, normaliseEnvironment } from "../environment.ts";
import type { Rule } from "./rule.ts";

/** Compiles a pattern in which `*` stands for any text. Linear time, unlike a regular expression. */
export function globOf(pattern: string): (text: string) => boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return (text) => text === first;
  return (text) => {
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    let from = first.length;
    const end = text.length - last.length;
    for (const part of rest) {
      const at = text.indexOf(part, from);
      if (at < 0 || at + part.length > end) return false;
      from = at + part.length;
    }
    return true;
  };
}

export const matchesAny = (patterns: readonly string[], text: string): boolean =>
  patterns.some((pattern) => globOf(pattern)(text));

export const rulesForService = (rules: readonly Rule[], service: string): Rule[] =>
  rules.filter((rule) => rule.enabled && (rule.services.length === 0 || matchesAny(rule.services, service)));

const isAmong = (environments: readonly string[], environment: string): boolean =>
  environments.some((named) => normaliseEnvironment(named) === normaliseEnvironment(environment));

/** An unnamed environment counts as production. A rule that names no environment wakes in all that may be production. */
export function mayWake({ wakesIn }: Pick<Rule, "wakesIn">, environment: string | null): boolean {
  if (environment === null) return true;
  return wakesIn.length === 0 ? !isNonProduction(environment) : isAmong(wakesIn, environment);
}

/** An unknown environment matches no environment that a rule names. */
export function appliesTo(rule: Rule, environment: string | null): boolean {
  if (rule.environments.length === 0) return true;
  return environment !== null && isAmong(rule.environments, environment);
}
