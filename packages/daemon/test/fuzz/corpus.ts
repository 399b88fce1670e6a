import fc from "fast-check";

export interface Malformed {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const JSON_TYPE = { "content-type": "application/json" };
const PATHS = [
  "/events/logs",
  "/events/logs/batch",
  "/events/logs/batch?onInvalid=skip",
  "/events/metrics",
  "/events/deployments",
];

const event = (inner: string): string => `{"service":"fuzz","level":"info","message":"m"${inner}}`;
const repeat = (open: string, middle: string, close: string, times: number): string =>
  open.repeat(times) + middle + close.repeat(times);

/** Known troublemakers; each is sent to every path. */
const texts: readonly string[] = [
  "",
  " ",
  "\u0000",
  "\uFEFF",
  "\uFEFF\uFEFF{}",
  "null",
  "true",
  "NaN",
  "Infinity",
  "undefined",
  "-",
  "1e400",
  "-1e400",
  "1".repeat(400),
  `1${"0".repeat(5_000)}`,
  "[",
  "]",
  "{",
  "}",
  "{]",
  '{"',
  '"\\',
  '"\\u',
  '"\\ud800"',
  '"\\u00',
  "[,]",
  "[1,]",
  "{,}",
  '{"a":1,}',
  "{'a':1}",
  "[1] [2]",
  "{}{}",
  "{}{",
  "/* x */ {}",
  "[[]]",
  "[null]",
  "[{}]",
  "[1,2,3]",
  repeat("[", "", "]", 100_000),
  repeat('{"a":', "1", "}", 100_000),
  "[".repeat(100_000),
  '{"a":'.repeat(100_000),
  `[${event(`,"metadata":${repeat("[", "", "]", 100_000)}`)}]`,
  event(',"metadata":{"a":1e400}'),
  event(',"metadata":[]'),
  event(',"metadata":"x"'),
  event(',"metadata":null'),
  event(',"traceId":{}'),
  event(',"message":1'),
  event(',"service":"x","service":"y"'),
  event(',"level":"info","level":"loud"'),
  event(',"__proto__":null'),
  event(',"constructor":1,"toString":2'),
  event(',"timestamp":"2026-02-30T00:00:00Z"'),
  event(',"timestamp":1e400'),
  event(',"\\ud800":"\\udfff"'),
  event(',"\\u0000":"\\u0000"'),
  event(`,"${"k".repeat(300_000)}":1`),
  '{"service":{"$gt":""},"level":["info"],"message":{}}',
  '{"service":"\\u0000","level":"info","message":"m"}',
  '{"service":"fuzz","name":"m","value":1e400,"unit":"x"}',
  '{"service":"fuzz","name":"m","value":1,"unit":"x","labels":{"a":1}}',
  '{"service":"fuzz","name":"m","value":1,"unit":"x","labels":{"__proto__":"x"}}',
  '{"service":"fuzz","version":1,"environment":"prod"}',
];

const bytes: readonly Buffer[] = [
  Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  Buffer.from([0x7b, 0x22, 0xc3]),
  Buffer.from([0xf0, 0x9f, 0x99]),
  Buffer.concat([
    Buffer.from('{"service":"fuzz","level":"info","message":"'),
    Buffer.from([0xed, 0xa0, 0x80, 0xff, 0xc0, 0xaf]),
    Buffer.from('"}'),
  ]),
  Buffer.alloc(300_000, 0),
  Buffer.alloc(300_000, "["),
];

export const corpus: readonly Malformed[] = PATHS.flatMap((path) =>
  [...texts.map((text) => Buffer.from(text)), ...bytes].map((body) => ({ path, headers: JSON_TYPE, body })),
);

const types = fc.constantFrom(
  "application/json",
  "application/json",
  "application/json; charset=utf-8",
  "application/json; charset=utf-16",
  "application/x-ndjson",
  "text/plain",
  "",
  "application/json;;;",
  "a/b; charset",
  "multipart/form-data",
);
const encodings = fc.constantFrom(
  "",
  "",
  "",
  "gzip",
  "deflate",
  "br",
  "zstd",
  "snappy",
  "identity",
  "gzip, br",
  "constructor",
);
const organizations = fc.constantFrom("", "", "fuzz", "a b", "x".repeat(100), "__proto__");

/** Nearly an event: the right fields with values of any kind. */
const anyValue = fc.anything({ withNullPrototype: false, withBigInt: false, withDate: false, maxDepth: 3 });
const nearly = fc.record(
  {
    service: fc.oneof(fc.string({ unit: "binary" }), anyValue),
    level: fc.oneof(fc.constantFrom("info", "error", "fatal", "loud"), anyValue),
    message: fc.oneof(fc.string({ unit: "binary" }), anyValue),
    timestamp: fc.oneof(
      fc.constantFrom("2026-02-30T00:00:00Z", "9999-12-31T23:59:59Z", "0000-01-01T00:00:00Z"),
      fc.string(),
      anyValue,
    ),
    name: anyValue,
    value: fc.oneof(fc.double(), anyValue),
    unit: anyValue,
    labels: anyValue,
    metadata: anyValue,
    version: anyValue,
    environment: anyValue,
  },
  { requiredKeys: [] },
);
const json = (value: unknown): string => JSON.stringify(value) ?? "null";
const whole = fc.oneof(nearly.map(json), fc.array(nearly, { maxLength: 5 }).map(json), fc.json(), anyValue.map(json));
/** JSON with a place torn out or written over. */
const torn = fc.tuple(whole, fc.nat(), fc.uint8Array({ maxLength: 4 })).map(([text, at, noise]) => {
  const body = Buffer.from(text);
  const cut = body.length === 0 ? 0 : at % body.length;
  return Buffer.concat([body.subarray(0, cut), noise, body.subarray(cut + noise.length)]);
});
const body = fc.oneof(
  { weight: 3, arbitrary: whole.map((text) => Buffer.from(text)) },
  { weight: 3, arbitrary: torn },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((noise) => Buffer.from(noise)) },
);

export const malformed: fc.Arbitrary<Malformed> = fc
  .record({ path: fc.constantFrom(...PATHS), type: types, encoding: encodings, organization: organizations, body })
  .map(({ path, type, encoding, organization, body: sent }) => ({
    path,
    headers: {
      ...(type === "" ? {} : { "content-type": type }),
      ...(encoding === "" ? {} : { "content-encoding": encoding }),
      ...(organization === "" ? {} : { "x-organization-id": organization }),
    },
    body: sent,
  }));
