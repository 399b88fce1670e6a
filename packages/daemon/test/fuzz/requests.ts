import fc from "fast-check";
import {
  coreDocument,
  type Document,
  ingestionDocument,
  type Operation,
  operations,
  type Parameter,
} from "../support/operations.ts";
import { NAMED, wordsOf } from "../support/path-words.ts";
import { hostileStrings, owned, toJson } from "./hostile-values.ts";
import { mutatedValues, valuesOf } from "./schema-values.ts";

/** In each header that a caller may choose; nothing of it may come back in a header. */
export const MARKER = "qzxmarkerqzx";

export interface FuzzRequest {
  readonly operation: Operation;
  readonly interfaceName: "core" | "ingest";
  readonly method: string;
  /** With `@owned:WORD` in the place of ids; percent-encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly caller: "owner" | "other" | "nobody" | "powerless";
}

/** Those that are asked only after all others: they take away what others need. */
const isRemoval = ({ method }: Operation): boolean => method === "DELETE";

const BODY_BYTES_MAX = 200_000;
/** Node reads 16 KiB of an address and headers; headers take up to 7 KiB here. */
const HEAD_PATH_MAX = 8_000;

const text = fc.constantFrom(...hostileStrings);
/** Addresses that no URL parser makes, as they stand on the wire. */
const brokenQueries = fc.constantFrom(
  "%",
  "%ff%fe",
  "%00",
  "%u0041",
  "+",
  "[]",
  "[__proto__]=1",
  "a[b][c]=1",
  "&&==&",
  "?",
  ";",
);

/** One more of everything that has to be escaped in an address; lone surrogates have no form there. */
const encoded = (value: string): string =>
  encodeURIComponent(value.toWellFormed()).replaceAll("%40owned%3A", "@owned:");

function pathsOf(operation: Operation): fc.Arbitrary<string> {
  const words = wordsOf(operation);
  const ids = words.map((word) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constant(owned(word)) },
      { weight: 1, arbitrary: text.map((each) => encoded(each.slice(0, 4_000)) || "%20") },
      { weight: 1, arbitrary: fc.constantFrom("%ff", "%00", "%2e%2e", "%2F", "..", "%", owned("incidents")) },
    ),
  );
  return fc.tuple(...ids).map((values) => {
    let next = 0;
    return operation.template.replaceAll(/\{\w+\}/g, () => values[next++] ?? "x");
  });
}

function queryOf({ parameters }: Operation, document: Document): fc.Arbitrary<string> {
  const pairs = parameters.filter((each) => each.in === "query").map((each) => pairOf(each, document));
  const known = fc.tuple(...pairs).map((all) => all.filter((each) => each !== undefined));
  const more = fc.oneof(
    { weight: 8, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: brokenQueries.map((each) => [each]) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(text, text)
        .map(([name, value]) => [`${encoded(name.slice(0, 200))}=${encoded(value.slice(0, 2_000))}`]),
    },
  );
  return fc.tuple(known, more).map(([one, two]) => [...one, ...two].join("&"));
}

/** `name=value`, sometimes twice, in brackets or left out. */
function pairOf({ name, required, schema }: Parameter, document: Document): fc.Arbitrary<string | undefined> {
  const word = NAMED[name];
  const valid = word === undefined ? valuesOf(schema, document).map(String) : fc.constant(owned(word));
  const value = fc.oneof(
    { weight: 3, arbitrary: valid },
    { weight: 2, arbitrary: text.map((each) => each.slice(0, 4_000)) },
  );
  const key = fc.oneof(
    { weight: 12, arbitrary: fc.constant(name) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(`${name}[]`, `${name}[a]`, `${name}[__proto__]`, `${name}[`, name.toUpperCase()),
    },
  );
  const pair = fc.tuple(key, value).map(([each, given]) => `${each}=${encoded(given)}`);
  const twice = fc.tuple(pair, pair).map((both) => both.join("&"));
  return fc.oneof(
    { weight: required ? 8 : 2, arbitrary: pair },
    { weight: 1, arbitrary: twice },
    { weight: required ? 1 : 3, arbitrary: fc.constant(undefined) },
  );
}

/** What HTTP can carry in a header's value. */
const headerText = text.map((each) => each.slice(0, 2_000).replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "?"));

function headersOf({ parameters }: Operation): fc.Arbitrary<Record<string, string>> {
  const described = parameters.filter((each) => each.in === "header").map(({ name }) => name.toLowerCase());
  const names = [
    ...described,
    ...described,
    "accept",
    "accept-encoding",
    "x-forwarded-for",
    "x-forwarded-host",
    "if-none-match",
    "range",
    "cookie",
    "x-request-id",
    "prefer",
  ];
  const pair = fc.tuple(fc.constantFrom(...names), fc.oneof(headerText, fc.uuid(), fc.constant("one-key")));
  return fc
    .array(pair, { maxLength: 3 })
    .map((pairs) => Object.fromEntries(pairs))
    .map((given) => ({ "x-request-id": MARKER, "user-agent": MARKER, "x-marker": MARKER, ...given }));
}

const bodyText = (operation: Operation, document: Document): fc.Arbitrary<string | undefined> => {
  if (operation.body === undefined) return fc.constantFrom(undefined, undefined, undefined, "{}", "[", "null");
  const bases = [valuesOf(operation.body, document), ...operation.examples.map((each) => fc.constant(each))];
  const whole = mutatedValues(fc.oneof(...bases)).map((value) => toJson(harmless(value)));
  const torn = fc.tuple(whole, fc.nat()).map(([body, at]) => body.slice(0, at % (body.length + 1)));
  const bodies = fc.oneof(
    { weight: 12, arbitrary: whole },
    { weight: 1, arbitrary: torn },
    { weight: 1, arbitrary: text },
  );
  return bodies.map((body) => body.slice(0, BODY_BYTES_MAX));
};

/** Requests of the tests stay on this machine: a channel of this kind has the address of somebody else where it names none. */
function harmless(value: unknown): unknown {
  const body = value as { kind?: unknown; settings?: Record<string, unknown> } | null;
  const elsewhere = /^https?:\/\/(?!127\.0\.0\.1|\[::1\]|[^/]*\.invalid\b)[^/]*/i;
  const changed = JSON.parse(JSON.stringify(value ?? null), (_key, each: unknown) =>
    typeof each === "string" ? each.replace(elsewhere, "https://nowhere.invalid") : each,
  ) as typeof body;
  if (changed?.kind === "github" && typeof changed.settings === "object" && changed.settings !== null)
    changed.settings["apiUrl"] = "https://nowhere.invalid";
  return changed;
}

const callers = fc.oneof(
  { weight: 16, arbitrary: fc.constant("owner" as const) },
  { weight: 1, arbitrary: fc.constantFrom("other" as const, "nobody" as const, "powerless" as const) },
);

const types = fc.oneof(
  { weight: 12, arbitrary: fc.constant("application/json") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "",
      "text/plain",
      "application/json; charset=utf-16",
      "multipart/form-data; boundary=x",
      "application/x-www-form-urlencoded",
      "application/x-ndjson",
      ";;;",
    ),
  },
);

function requestsOf(operation: Operation, interfaceName: FuzzRequest["interfaceName"]): fc.Arbitrary<FuzzRequest> {
  const document = interfaceName === "core" ? coreDocument : ingestionDocument;
  const method = fc.oneof(
    { weight: 30, arbitrary: fc.constant(operation.method) },
    { weight: 1, arbitrary: fc.constantFrom("HEAD", "OPTIONS", "PUT", "PATCH", "POST", "TRACE") },
  );
  return fc
    .record({
      method,
      path: pathsOf(operation),
      query: queryOf(operation, document),
      headers: headersOf(operation),
      body: bodyText(operation, document),
      type: types,
      caller: callers,
    })
    .map(({ query, path, type, body, headers, method: chosen, ...rest }) => ({
      ...rest,
      // Too large a head is refused before its method is known, so that answer has a body, which HEAD can't have.
      method: chosen === "HEAD" && path.length + query.length > HEAD_PATH_MAX ? operation.method : chosen,
      operation,
      interfaceName,
      path: query === "" ? path : `${path}?${query}`,
      body,
      headers: body === undefined || type === "" ? headers : { ...headers, "content-type": type },
    }));
}

const all: readonly (readonly [Operation, FuzzRequest["interfaceName"]])[] = [
  ...operations(coreDocument).map((each) => [each, "core"] as const),
  ...operations(ingestionDocument).map((each) => [each, "ingest"] as const),
];

export const OPERATIONS = all.length;

/** So many requests of each operation, in a mixed order that the seed decides; what removes things comes last. */
export function requestsOfRound(seed: number, ofEach: number): FuzzRequest[] {
  const lists = all.map(([operation, interfaceName], index) =>
    fc.sample(requestsOf(operation, interfaceName), { numRuns: ofEach, seed: seed + index }),
  );
  const order = (some: readonly FuzzRequest[]): FuzzRequest[] =>
    some.length === 0
      ? []
      : (fc.sample(fc.shuffledSubarray([...some], { minLength: some.length }), { numRuns: 1, seed })[0] ?? []);
  const mixed = lists.flat();
  return [
    ...order(mixed.filter(({ operation }) => !isRemoval(operation))),
    ...order(mixed.filter(({ operation }) => isRemoval(operation))),
  ];
}
