import { Ajv, type ErrorObject, type Options, type ValidateFunction } from "ajv";
import type { ErrorDetail } from "./errors.ts";
import type { FileProblem, Path } from "./file-text.ts";

/** A disagreement between a value and its JSON Schema. */
export interface Violation {
  /** Leads from the checked value to the one at fault. */
  readonly path: readonly string[];
  /** A field of that value that is missing, unknown or badly named. */
  readonly field?: string;
  /** Completes a sentence whose subject is the field, or the value at `path`. */
  readonly predicate: string;
}

/** `satisfies` holds a predicate of texts, for what JSON Schema can't express. */
const create = (options: Options): Ajv =>
  new Ajv({ verbose: true, allowUnionTypes: true, ...options }).addKeyword({
    keyword: "satisfies",
    type: "string",
    errors: false,
    validate: (isValid: (text: string) => boolean, text: string) => isValid(text),
  });
let validators: { readonly first: Ajv; readonly all: Ajv } | undefined;
/** Created at the first use: most command-line runs validate nothing. */
const ajv = () => {
  validators ??= { first: create({}), all: create({ allErrors: true, useDefaults: true }) };
  return validators;
};

/** All violations. Fills in the schema's defaults. */
export const findViolations = (schema: object, value: unknown): readonly Violation[] =>
  run(ajv().all.compile(schema), value);

/** The first violation, for values whose size is not bounded: a list of a million wrong items is one problem. */
export const findViolation = (schema: object, value: unknown): Violation | undefined =>
  run(ajv().first.compile(schema), value)[0];

const run = (validate: ValidateFunction, value: unknown): readonly Violation[] =>
  validate(value) ? [] : (validate.errors ?? []).filter(({ keyword }) => keyword !== "propertyNames").map(toViolation);

function toViolation({ instancePath, keyword, params, parentSchema, propertyName, data }: ErrorObject): Violation {
  const path = instancePath
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const {
    description = "something else",
    properties = {},
    writeOnly = false,
  } = (parentSchema ?? {}) as {
    description?: string;
    properties?: object;
    writeOnly?: boolean;
  };
  if (keyword === "additionalProperties") {
    return { path, field: String(params["additionalProperty"]), predicate: isUnknown(Object.keys(properties)) };
  }
  if (keyword === "required") return { path, field: String(params["missingProperty"]), predicate: "is missing" };
  // The object that holds a badly named field stands in the file under a path, its name does not.
  if (propertyName !== undefined) return { path, field: propertyName, predicate: `must be ${description}` };
  // A whole list or object would make the message too long, and a value that is only written may be a secret.
  const isShown = !writeOnly && data !== undefined && (data === null || typeof data !== "object");
  const given = isShown ? `; it is ${printValue(data)}` : "";
  return { path, predicate: `must be ${description}${given}` };
}

const isUnknown = (known: readonly string[]): string => `is unknown; known are ${known.join(", ")}`;
export const unknownField = (field: string, known: readonly string[]): string =>
  `${field.slice(0, 64)} ${isUnknown(known)}`;

export const printValue = (value: unknown): string =>
  value === null ? "empty" : (JSON.stringify(value) ?? "").slice(0, 80);

/** `subject: field[0].name must be …`; the path begins at the subject, which may be empty. */
export function formatViolation(subject: string, { path, field, predicate }: Violation): string {
  if (field !== undefined) return `${subject}: ${field.slice(0, 64)} ${predicate}`;
  const name = path.join(".").replaceAll(/\.(\d+)(?=\.|$)/g, "[$1]");
  return `${[subject, name].filter(Boolean).join(": ")} ${predicate}`;
}

/** The violations as details of an invalid request; `pointer` is the JSON pointer to the value. */
export const findDetails = (schema: object, value: unknown, pointer: string): readonly ErrorDetail[] =>
  findViolations(schema, value).map(({ path, field, predicate }) => ({
    path: [pointer, ...path, ...(field === undefined ? [] : [field])].join("/"),
    message: predicate,
  }));

/** Notes a problem at a path, or at a field there. */
export type ReportProblem = (path: Path, message: string, field?: string) => void;

export const PROBLEMS_MAX = 100;

/** Collects problems of a document, 100 at most. */
export function createProblemList(file: { problem(path: Path, message: string, field?: string): FileProblem }): {
  readonly report: ReportProblem;
  readonly sorted: () => readonly FileProblem[];
} {
  const problems: FileProblem[] = [];
  return {
    report: (path, message, field) => {
      if (problems.length < PROBLEMS_MAX) problems.push(file.problem(path, message, field));
    },
    sorted: () => problems.toSorted((a, b) => a.line - b.line || a.column - b.column),
  };
}
