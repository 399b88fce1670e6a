import { MINUTE_MS } from "../../kernel/clock.ts";
import { ApplicationError } from "../../kernel/errors.ts";
import { type FileProblem, type FileText, type Path, readFileText } from "../../kernel/file-text.ts";
import type { Pattern, Rule } from "./rule.ts";
import { commonDefaults, commonFields, patternDefaults, patternFields } from "./rule-fields.ts";

const RULES_MAX = 500;
const PROBLEMS_MAX = 100;
/** Of the rules in JSON, aliases written out: a short text can name a long list many times. */
const RULES_CHARS_MAX = 4 * 1024 * 1024;
const NO_FIELDS: Readonly<Record<string, unknown>> = {};

type Fields = Readonly<Record<string, unknown>>;
/** Notes what is wrong at a path, or with a field there. */
type Report = (path: Path, message: string, field?: string) => void;

/** What a text holds, or all that is wrong with it in the order of the text. */
export type ReadRules = { readonly rules: readonly Rule[] } | { readonly problems: readonly FileProblem[] };

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A rule as the file would have it: how a built-in rule is extended field by field. */
function toFields(rule: Rule): Fields {
  const { resolveAfterMs, ...fields } = rule;
  return { ...fields, resolveAfterMinutes: resolveAfterMs / MINUTE_MS };
}

/** Whether all is well with a rule's fields. */
function checkFields(at: Path, name: string, given: Fields, whole: Fields, pattern: Pattern, report: Report): boolean {
  const checks = { ...commonFields, ...patternFields[pattern] };
  let sound = true;
  const wrong = (message: string, field?: string): void => {
    sound = false;
    report(at, `rule ${name}: ${message}`, field);
  };
  for (const field of Object.keys(given)) {
    if (Object.hasOwn(checks, field)) continue;
    wrong(`${field.slice(0, 64)} is unknown; known are ${Object.keys(checks).join(", ")}`, field);
  }
  for (const [field, check] of Object.entries(checks)) {
    if (!Object.hasOwn(whole, field)) {
      wrong(`${field} is missing`);
      continue;
    }
    const why = check(whole[field]);
    if (why !== null) wrong(`${field} ${why}`, field);
  }
  return sound;
}

const toRule = (whole: Fields): Rule => {
  const { resolveAfterMinutes, ...fields } = whole;
  // Every field was checked against the table of its pattern.
  return { ...fields, resolveAfterMs: Math.round(Number(resolveAfterMinutes) * MINUTE_MS) } as unknown as Rule;
};

function readRule(at: Path, given: unknown, defaults: ReadonlyMap<string, Rule>, report: Report): Rule | null {
  const place = at.join("/");
  if (!isFields(given)) {
    report(at, `${place} must be a rule: fields with values`);
    return null;
  }
  const id = typeof given["id"] === "string" ? given["id"] : "";
  const name = id === "" ? `at /${place}` : id.slice(0, 80);
  const base = defaults.get(id);
  const pattern = given["pattern"] ?? base?.pattern;
  const wrong = commonFields["pattern"]?.(pattern) ?? null;
  if (wrong !== null) {
    report(at, `rule ${name}: pattern ${wrong}`, "pattern");
    return null;
  }
  const named = pattern as Pattern;
  const inherited = base?.pattern === named ? toFields(base) : { ...commonDefaults, ...patternDefaults[named] };
  const whole: Fields = { ...NO_FIELDS, ...inherited, ...given, pattern: named };
  return checkFields(at, name, given, whole, named, report) ? toRule(whole) : null;
}

function rulesOf(file: Fields, defaults: readonly Rule[], report: Report): Rule[] {
  for (const field of Object.keys(file)) {
    if (field !== "rules" && field !== "extends")
      report([], `${field.slice(0, 64)} is unknown; known are extends, rules`, field);
  }
  const { extends: extended, rules: given } = file as { extends?: unknown; rules?: unknown };
  if (extended !== undefined && extended !== "default") report(["extends"], "extends must be default");
  if (!Array.isArray(given) || given.length > RULES_MAX) {
    report(["rules"], `rules must be a list of at most ${RULES_MAX}`);
    return [];
  }
  const base = new Map((extended === "default" ? defaults : []).map((rule) => [rule.id, rule]));
  const rules = new Map(base);
  const seen = new Set<string>();
  given.forEach((each: unknown, index) => {
    const at = ["rules", index];
    const rule = readRule(at, each, base, report);
    if (rule === null) return;
    if (seen.has(rule.id)) report(at, `rule ${rule.id}: stands twice`, "id");
    seen.add(rule.id);
    rules.set(rule.id, rule);
  });
  return [...rules.values()];
}

function isTooLong(rules: readonly Rule[]): boolean {
  let left = RULES_CHARS_MAX;
  return rules.some((rule) => {
    left -= JSON.stringify(rule).length;
    return left < 0;
  });
}

const problemsOf = (file: FileText) => {
  const problems: FileProblem[] = [];
  const report: Report = (path, message, field) => {
    if (problems.length < PROBLEMS_MAX) problems.push(file.problem(path, message, field));
  };
  return { problems, report };
};

/**
 * The rules of a file. `defaults` are what `extends: default` stands for: its rules are taken over, a rule of the
 * file with the id of one of them changes the fields that it names, any other rule is added. Never throws, whatever
 * the text; its cost is that of reading the text, which is bounded.
 */
export function readRules(text: string, defaults: readonly Rule[] = []): ReadRules {
  const file = readFileText(text);
  if ("problems" in file) return { problems: file.problems.slice(0, PROBLEMS_MAX) };
  const { problems, report } = problemsOf(file);
  if (!isFields(file.value)) {
    report([], "the file must hold `rules:` with a list");
    return { problems };
  }
  const rules = rulesOf(file.value, defaults, report);
  if (problems.length === 0 && isTooLong(rules)) {
    report(["rules"], "the rules are too long once aliases are written out; name fewer values");
  }
  if (problems.length === 0) return { rules };
  return { problems: problems.sort((a, b) => a.line - b.line || a.column - b.column) };
}

/** The same for who can't go on without. Throws `invalid_request`, naming rule and field. */
export function parseRules(text: string, defaults: readonly Rule[] = []): Rule[] {
  const read = readRules(text, defaults);
  if ("rules" in read) return [...read.rules];
  const [first] = read.problems;
  const more = read.problems.length > 1 ? ` (and ${read.problems.length - 1} more)` : "";
  const where = first ? `line ${first.line}, column ${first.column}: ${first.message}` : "unreadable";
  throw new ApplicationError("invalid_request", `Invalid detection rules: ${where}${more}`);
}
