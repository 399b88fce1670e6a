import { parseDocument } from "yaml";
import { MINUTE_MS } from "../kernel/clock.ts";
import { ApplicationError, type ErrorDetail } from "../kernel/errors.ts";
import type { Pattern, Rule } from "./rule.ts";
import { commonDefaults, commonFields, patternDefaults, patternFields } from "./rule-fields.ts";

const RULES_MAX = 500;
const NO_FIELDS: Readonly<Record<string, unknown>> = {};

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const refuse = (details: readonly ErrorDetail[]): never => {
  const first = details[0];
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : "";
  throw new ApplicationError("invalid", `Invalid detection rules: ${first?.message ?? "unreadable"}${more}`, {
    details,
  });
};

function parseYaml(text: string): Fields {
  const document = parseDocument(text, { prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) return refuse([{ path: "", message: error.message.split("\n")[0] ?? "not YAML" }]);
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (thrown) {
    return refuse([{ path: "", message: thrown instanceof Error ? thrown.message : "unreadable" }]);
  }
  return isFields(value) ? value : refuse([{ path: "", message: "the file must hold `rules:` with a list" }]);
}

/** A rule as the file would have it: how a built-in rule is extended field by field. */
function toFields(rule: Rule): Fields {
  const { resolveAfterMs, ...fields } = rule;
  return { ...fields, resolveAfterMinutes: resolveAfterMs / MINUTE_MS };
}

function checkFields(path: string, name: string, given: Fields, whole: Fields, pattern: Pattern): ErrorDetail[] {
  const checks = { ...commonFields, ...patternFields[pattern] };
  const details: ErrorDetail[] = [];
  for (const field of Object.keys(given)) {
    if (Object.hasOwn(checks, field)) continue;
    const known = Object.keys(checks).join(", ");
    details.push({ path: `${path}/${field}`, message: `rule ${name}: ${field} is unknown; known are ${known}` });
  }
  for (const [field, check] of Object.entries(checks)) {
    if (!Object.hasOwn(whole, field)) {
      details.push({ path: `${path}/${field}`, message: `rule ${name}: ${field} is missing` });
      continue;
    }
    const wrong = check(whole[field]);
    if (wrong !== null) details.push({ path: `${path}/${field}`, message: `rule ${name}: ${field} ${wrong}` });
  }
  return details;
}

const toRule = (whole: Fields): Rule => {
  const { resolveAfterMinutes, ...fields } = whole;
  // Every field was checked against the table of its pattern.
  return { ...fields, resolveAfterMs: Math.round(Number(resolveAfterMinutes) * MINUTE_MS) } as unknown as Rule;
};

function readRule(
  path: string,
  given: unknown,
  defaults: ReadonlyMap<string, Rule>,
  details: ErrorDetail[],
): Rule | null {
  if (!isFields(given)) {
    details.push({ path, message: `${path.slice(1)} must be a rule: fields with values` });
    return null;
  }
  const id = typeof given["id"] === "string" ? given["id"] : "";
  const name = id === "" ? `at ${path}` : id.slice(0, 80);
  const base = defaults.get(id);
  const pattern = given["pattern"] ?? base?.pattern;
  const wrong = commonFields["pattern"]?.(pattern) ?? null;
  if (wrong !== null) {
    details.push({ path: `${path}/pattern`, message: `rule ${name}: pattern ${wrong}` });
    return null;
  }
  const named = pattern as Pattern;
  const inherited = base?.pattern === named ? toFields(base) : { ...commonDefaults, ...patternDefaults[named] };
  const whole: Fields = { ...NO_FIELDS, ...inherited, ...given, pattern: named };
  const found = checkFields(path, name, given, whole, named);
  details.push(...found);
  return found.length === 0 ? toRule(whole) : null;
}

/**
 * The rules of a file. `defaults` are what `extends: default` stands for: its rules are taken over, a rule of the
 * file with the id of one of them changes the fields that it names, any other rule is added.
 * Throws `invalid`, naming rule and field.
 */
export function parseRules(text: string, defaults: readonly Rule[] = []): Rule[] {
  const file = parseYaml(text);
  const details: ErrorDetail[] = [];
  for (const field of Object.keys(file)) {
    if (field !== "rules" && field !== "extends")
      details.push({ path: `/${field}`, message: `${field} is unknown; known are extends, rules` });
  }
  const { extends: extended, rules: given } = file as { extends?: unknown; rules?: unknown };
  if (extended !== undefined && extended !== "default")
    details.push({ path: "/extends", message: "extends must be default" });
  if (!Array.isArray(given) || given.length > RULES_MAX) {
    return refuse([...details, { path: "/rules", message: `rules must be a list of at most ${RULES_MAX}` }]);
  }
  const base = new Map((extended === "default" ? defaults : []).map((rule) => [rule.id, rule]));
  const rules = new Map(base);
  const seen = new Set<string>();
  given.forEach((each: unknown, index) => {
    const rule = readRule(`/rules/${index}`, each, base, details);
    if (rule === null) return;
    if (seen.has(rule.id)) details.push({ path: `/rules/${index}/id`, message: `rule ${rule.id}: stands twice` });
    seen.add(rule.id);
    rules.set(rule.id, rule);
  });
  return details.length > 0 ? refuse(details) : [...rules.values()];
}
