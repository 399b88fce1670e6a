import fc from "fast-check";
import { type Document, resolve, type Schema } from "../support/operations.ts";
import { NAMED } from "../support/path-words.ts";
import { hostileValues, owned } from "./hostile-values.ts";

const DEPTH_MAX = 6;
const ITEMS_MAX = 4;
/** Longer ones are left to the list of hostile values. */
const LENGTH_MAX = 60;

const number = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);

const formats: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  "date-time": fc.constantFrom("2026-11-20T10:00:00Z", "2026-11-21T10:00:00.123Z", "2026-11-21T12:00:00+02:00"),
  date: fc.constantFrom("2026-11-20", "2024-02-29"),
  uuid: fc.uuid(),
  email: fc.constantFrom("ann@example.invalid", "o'neil+x@example.invalid"),
  uri: fc.constantFrom("https://nowhere.invalid/x", "http://nowhere.invalid"),
};

/** Values that a schema of the document describes. What it can't express is left to chance: not each is valid. */
export function valuesOf(schema: unknown, document: Document, depth = 0): fc.Arbitrary<unknown> {
  const resolved = resolve<Schema | undefined>(schema, document);
  if (resolved === undefined || depth > DEPTH_MAX) return fc.jsonValue({ maxDepth: 2 });
  if ("const" in resolved) return fc.constant(resolved["const"]);
  const { enum: among, type } = resolved;
  if (Array.isArray(among)) return fc.constantFrom(...(among as unknown[]));
  const branches = (resolved["oneOf"] ?? resolved["anyOf"]) as unknown[] | undefined;
  if (branches) return fc.oneof(...branches.map((branch) => valuesOf(branch, document, depth + 1)));
  const parts = resolved["allOf"] as unknown[] | undefined;
  if (parts) return mergedValues([{ ...resolved, allOf: undefined }, ...parts], document, depth);
  const types = Array.isArray(type) ? (type as string[]) : [type as string | undefined];
  return fc.oneof(...types.map((each) => typedValues(each, resolved, document, depth)));
}

const mergedValues = (parts: readonly unknown[], document: Document, depth: number): fc.Arbitrary<unknown> =>
  fc
    .tuple(...parts.map((part) => valuesOf(part, document, depth + 1)))
    .map((values) => Object.assign({}, ...values.filter((value) => typeof value === "object")) as unknown);

function typedValues(
  type: string | undefined,
  schema: Schema,
  document: Document,
  depth: number,
): fc.Arbitrary<unknown> {
  const minimum = number(schema["minimum"], -1_000);
  const maximum = number(schema["maximum"], Math.max(minimum, 0) + 1_000);
  if (type === "string") return stringValues(schema);
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  if (type === "integer")
    return fc.oneof(
      fc.constantFrom(minimum, maximum),
      fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) }),
    );
  if (type === "number")
    return fc.oneof(fc.constantFrom(minimum, maximum), fc.double({ min: minimum, max: maximum, noNaN: true }));
  if (type === "array") {
    const minLength = number(schema["minItems"], 0);
    const maxLength = Math.max(minLength, Math.min(ITEMS_MAX, number(schema["maxItems"], ITEMS_MAX)));
    return fc.array(valuesOf(schema["items"], document, depth + 1), { minLength, maxLength });
  }
  if (type === "object" || "properties" in schema) return objectValues(schema, document, depth);
  return fc.jsonValue({ maxDepth: 2 });
}

function stringValues({ format, pattern, minLength, maxLength }: Schema): fc.Arbitrary<unknown> {
  const known = typeof format === "string" ? formats[format] : undefined;
  if (known) return known;
  if (typeof pattern === "string" && pattern.length < 100) {
    try {
      return fc.stringMatching(new RegExp(pattern), { size: "small" });
    } catch {
      // It knows no look-ahead.
    }
  }
  const min = Math.min(number(minLength, 0), LENGTH_MAX);
  return fc.string({ minLength: min, maxLength: Math.max(min, Math.min(LENGTH_MAX, number(maxLength, LENGTH_MAX))) });
}

function objectValues(schema: Schema, document: Document, depth: number): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, unknown>);
  const requiredKeys = ((schema["required"] ?? []) as string[]).filter((key) =>
    properties.some(([name]) => name === key),
  );
  const fields = properties.map(([name, each]) => [name, ofField(name, valuesOf(each, document, depth + 1))] as const);
  const known = fc.record(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true });
  const more = schema["additionalProperties"];
  if (typeof more !== "object" && more !== true && properties.length > 0) return known;
  const others = fc.dictionary(
    fc.string({ minLength: 1, maxLength: 20 }),
    valuesOf(more === true ? undefined : more, document, depth + 1),
    { maxKeys: 4, noNullPrototype: true },
  );
  return fc.tuple(others, known).map((each) => Object.assign({}, ...each) as unknown);
}

/** A field that names something by its id names what is there, most of the time. */
function ofField(name: string, values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const word = NAMED[name];
  return word === undefined
    ? values
    : fc.oneof({ weight: 4, arbitrary: fc.constant(owned(word)) }, { weight: 1, arbitrary: values });
}

type Json = Record<string, unknown> | unknown[];
const isTree = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Each place in a value: what holds it, and under which key. */
function placesOf(value: unknown): { readonly holder: Json; readonly key: string }[] {
  if (!isTree(value)) return [];
  return Object.keys(value).flatMap((key) => [
    { holder: value, key },
    ...placesOf((value as Record<string, unknown>)[key]),
  ]);
}

interface Mutation {
  readonly at: number;
  readonly kind: "replace" | "remove" | "wrap" | "add" | "stretch";
  readonly value: unknown;
}

const mutations: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom("replace", "replace", "replace", "remove", "wrap", "add", "stretch"),
  value: fc.constantFrom(...hostileValues),
});

function mutate(value: unknown, { at, kind, value: given }: Mutation): unknown {
  const hostile = copy(given);
  const places = placesOf(value);
  const place = places[at % Math.max(1, places.length)];
  if (!place) return hostile;
  const holder = place.holder as Record<string, unknown>;
  const { key } = place;
  if (kind === "replace") holder[key] = hostile;
  else if (kind === "remove") delete holder[key];
  else if (kind === "wrap") holder[key] = [holder[key]];
  else if (kind === "add") holder[`more${at % 10}`] = hostile;
  else if (Array.isArray(holder[key])) holder[key] = Array.from({ length: 1_500 }, () => (holder[key] as unknown[])[0]);
  else if (typeof holder[key] === "string") holder[key] = (holder[key] as string).repeat(200);
  return value;
}

/** Leaves nothing behind in what is shared. */
const copy = (value: unknown): unknown => structuredClone(value);

/** Valid values and examples, of which two in three have up to three places changed. */
export function mutatedValues(base: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const changes = fc.oneof(
    { weight: 1, arbitrary: fc.constant<Mutation[]>([]) },
    { weight: 2, arbitrary: fc.array(mutations, { minLength: 1, maxLength: 3 }) },
  );
  return fc.tuple(base, changes).map(([value, all]) => all.reduce(mutate, copy(value)));
}
