import { MINUTE_MS } from "../../kernel/clock.ts";
import { ApplicationError } from "../../kernel/errors.ts";
import { fieldsOf } from "../../kernel/field-schemas.ts";
import { type FileProblem, type Path, readFileText } from "../../kernel/file-text.ts";
import {
  createProblemList,
  findViolation,
  findViolations,
  formatViolation,
  PROBLEMS_MAX,
  type ReportProblem,
  unknownField,
} from "../../kernel/validate-document.ts";
import type { Detector, Rule } from "./rule.ts";
import { commonDefaults, commonFields, detectorDefaults, detectorFields } from "./rule-fields.ts";

const RULES_MAX = 500;
/** The size of the rules as JSON, since YAML aliases can repeat a long list many times. */
const RULES_CHARS_MAX = 4 * 1024 * 1024;

type Fields = Readonly<Record<string, unknown>>;
interface RulesFile {
  readonly extends?: "default";
  readonly rules: readonly unknown[];
}
/** Each rule is checked against the schemas of its detector later. */
const fileSchema = {
  ...fieldsOf(
    {
      extends: { const: "default", description: "default" },
      rules: { type: "array", maxItems: RULES_MAX, description: `a list of at most ${RULES_MAX}` },
    },
    ["rules"],
  ),
  description: "fields with values: `rules:` with a list",
};

/** The rules of a text and the ids of those with `pattern`, or its problems in the order of the text. */
export type ReadRules =
  | { readonly rules: readonly Rule[]; readonly deprecated: readonly string[] }
  | { readonly problems: readonly FileProblem[] };

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields that a file would have, for extending a built-in rule. */
function toFields(rule: Rule): Fields {
  const { detector, resolveAfterMs, ...fields } = rule;
  return { ...fields, type: detector, resolveAfterMinutes: resolveAfterMs / MINUTE_MS };
}

function toRule({ type: detector, resolveAfterMinutes, ...fields }: Fields): Rule {
  const resolveAfterMs = Math.round(Number(resolveAfterMinutes) * MINUTE_MS);
  return { ...fields, detector, resolveAfterMs } as unknown as Rule;
}

function checkFields(at: Path, name: string, detector: Detector, whole: Fields, report: ReportProblem): boolean {
  const schemas: Readonly<Record<string, object>> = { ...commonFields, ...detectorFields[detector] };
  let fits = true;
  const refuse = (message: string, path: Path = at, field?: string): void => {
    fits = false;
    report(path, message, field);
  };
  for (const field of Object.keys(whole)) {
    if (Object.hasOwn(schemas, field)) continue;
    refuse(`rule ${name}: ${unknownField(field, Object.keys(schemas))}`, at, field);
  }
  for (const [field, schema] of Object.entries(schemas)) {
    if (!Object.hasOwn(whole, field)) {
      refuse(`rule ${name}: ${field} is missing`);
      continue;
    }
    const violation = findViolation(schema, whole[field]);
    if (violation === undefined) continue;
    const path = [field, ...violation.path];
    const message = formatViolation(`rule ${name}`, { ...violation, path });
    if (path.length === 1) refuse(message, at, field);
    else refuse(message, [...at, ...path]);
  }
  return fits;
}

function readRule(at: Path, rule: unknown, defaults: ReadonlyMap<string, Rule>, report: ReportProblem): Rule | null {
  const place = at.join("/");
  if (!isFields(rule)) {
    report(at, `${place} must be a rule: fields with values`);
    return null;
  }
  const { type, pattern, ...given } = rule;
  const id = typeof given["id"] === "string" ? given["id"] : "";
  const name = id === "" ? `at /${place}` : id.slice(0, 80);
  const base = defaults.get(id);
  if (type !== undefined && pattern !== undefined && type !== pattern) {
    report(at, `rule ${name}: type and pattern differ. Keep type; pattern is its deprecated name`, "pattern");
    return null;
  }
  const detector = (type ?? pattern ?? base?.detector) as Detector;
  const violation = findViolation(commonFields.type, detector);
  if (violation !== undefined) {
    const field = namesPattern(rule) && !Object.hasOwn(rule, "type") ? "pattern" : "type";
    report(at, formatViolation(`rule ${name}`, { ...violation, path: [field] }), field);
    return null;
  }
  const inherited = base?.detector === detector ? toFields(base) : { ...commonDefaults, ...detectorDefaults[detector] };
  const whole: Fields = { ...inherited, ...given, type: detector };
  return checkFields(at, name, detector, whole, report) ? toRule(whole) : null;
}

/** True for a rule with the deprecated name of `type`. */
const namesPattern = (rule: unknown): boolean => isFields(rule) && Object.hasOwn(rule, "pattern");

function rulesOf({ extends: extended, rules: given }: RulesFile, defaults: readonly Rule[], report: ReportProblem) {
  const base = new Map((extended === "default" ? defaults : []).map((rule) => [rule.id, rule]));
  const rules = new Map(base);
  const seen = new Set<string>();
  const deprecated: string[] = [];
  given.forEach((each, index) => {
    const at = ["rules", index];
    const rule = readRule(at, each, base, report);
    if (rule === null) return;
    if (seen.has(rule.id)) report(at, `rule ${rule.id}: the id is used twice`, "id");
    seen.add(rule.id);
    rules.set(rule.id, rule);
    if (namesPattern(each)) deprecated.push(rule.id);
  });
  return { rules: [...rules.values()], deprecated };
}

function isTooLong(rules: readonly Rule[]): boolean {
  let left = RULES_CHARS_MAX;
  return rules.some((rule) => {
    left -= JSON.stringify(rule).length;
    return left < 0;
  });
}

/**
 * Reads a detection file. With `extends: default`, a rule with the id of a default rule changes the named fields of it,
 * and other rules are added. Never throws.
 */
export function readRules(text: string, defaults: readonly Rule[] = []): ReadRules {
  const file = readFileText(text);
  if ("problems" in file) return { problems: file.problems.slice(0, PROBLEMS_MAX) };
  const { report, sorted } = createProblemList(file);
  for (const violation of findViolations(fileSchema, file.value).slice(0, PROBLEMS_MAX)) {
    report(violation.path, formatViolation("the file", violation), violation.field);
  }
  if (sorted().length > 0) return { problems: sorted() };
  const read = rulesOf(file.value as RulesFile, defaults, report);
  if (sorted().length === 0 && isTooLong(read.rules)) {
    report(["rules"], "the rules are too long once aliases are written out; name fewer values");
  }
  return sorted().length > 0 ? { problems: sorted() } : read;
}

/** Throws `invalid_request`, naming rule and field. */
export function parseRules(
  text: string,
  defaults: readonly Rule[] = [],
  onDeprecated?: (ruleIds: readonly string[]) => void,
): Rule[] {
  const read = readRules(text, defaults);
  if ("rules" in read) {
    if (read.deprecated.length > 0) onDeprecated?.(read.deprecated);
    return [...read.rules];
  }
  const [first] = read.problems;
  const more = read.problems.length > 1 ? ` (and ${read.problems.length - 1} more)` : "";
  const where = first ? `line ${first.line}, column ${first.column}: ${first.message}` : "unreadable";
  throw new ApplicationError("invalid_request", `Invalid detection rules: ${where}${more}`);
}
