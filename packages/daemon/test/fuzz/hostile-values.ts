import { hostileTexts } from "../support/hostile.ts";

const RAW = "@raw:";

/** Text that is put into JSON as it is, without quotes: numbers that JSON.stringify can't write, and broken JSON. */
export const raw = (text: string): string => `${RAW}${text}`;

/** JSON in which texts of {@link raw} stand as they are. */
export function toJson(value: unknown): string {
  const texts: string[] = [];
  const numbered = JSON.stringify(value, (_name, each: unknown) =>
    typeof each === "string" && each.startsWith(RAW) ? `${RAW}${texts.push(each.slice(RAW.length)) - 1}` : each,
  );
  return (numbered ?? "null").replaceAll(/"@raw:(\d+)"/g, (written, index: string) => texts[Number(index)] ?? written);
}

/** An id of what the organization of this run owns, put in when the request is sent. */
export const owned = (word: string): string => `@owned:${word}`;

/** Values that programs stumble over, for any field and any parameter. Addresses lead nowhere. */
export const hostileStrings: readonly string[] = [
  ...hostileTexts,
  "",
  " ",
  "null",
  "undefined",
  "NaN",
  "Infinity",
  "-Infinity",
  "1e999",
  "0x10",
  "+5",
  " 5",
  "-1",
  "0",
  "9007199254740993",
  "true",
  "[]",
  "{}",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff\ud800",
  "\ufffe",
  "a".repeat(10_000),
  "é".repeat(5_000),
  "👩‍👩‍👧‍👦".repeat(500),
  "(".repeat(2_000),
  `${"a".repeat(60)}!`,
  " ".repeat(5_000),
  "-".repeat(3_000),
  "<".repeat(3_000),
  "[".repeat(3_000),
  '"',
  "\\",
  "'",
  "%",
  "_",
  "*",
  '"a" OR "b" NOT NEAR(',
  "a* AND ^b",
  "col:value -x +y",
  "' OR 1=1 --",
  "../../../../etc/passwd",
  "..%2f..%2f",
  "file:///etc/passwd",
  "http://127.0.0.1:1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://[::1]:1/",
  "http://user:pass@nowhere.invalid/",
  "javascript:alert(1)",
  "{{7*7}}",
  "$".concat("{7*7}"),
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "2026-02-30T00:00:00Z",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999Z",
  "+275760-09-13T00:00:00Z",
  "-271821-04-20T00:00:00Z",
  "2026-01-01T00:00:00+99:99",
  "2026-01-01",
  "1970-01-01T00:00:00Z",
  "00000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  "0".repeat(36),
  "P1D",
  "eyJhbGciOiJub25lIn0.e30.",
];

/** Values of other kinds; those that JSON has no word for come as raw text. */
export const hostileValues: readonly unknown[] = [
  ...hostileStrings,
  null,
  true,
  false,
  0,
  -1,
  1,
  0.1,
  -0.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1e308,
  5e-324,
  raw("1e999"),
  raw("-1e999"),
  raw("-0"),
  raw("9".repeat(400)),
  raw('{"a":1,"a":2}'),
  raw('{"__proto__":{"polluted":true}}'),
  raw(`${"[".repeat(500)}${"]".repeat(500)}`),
  raw(`${'{"a":'.repeat(500)}1${"}".repeat(500)}`),
  [],
  [[]],
  [null],
  {},
  { "": "" },
  { constructor: { prototype: { polluted: true } } },
  { $ref: "#/x" },
  { length: 2 ** 31 },
  Array.from({ length: 2_000 }, (_, index) => index),
  Array.from({ length: 300 }, () => "same"),
  Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key${index}`, index])),
];
