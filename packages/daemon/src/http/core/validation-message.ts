import { TIME_FORMAT_MESSAGE } from "../../ingest/timestamp.ts";

/** The patterns of the document as text. A pattern without a text is shown as it is. */
const PATTERNS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^\\S$/, "must hold more than white space"],
  [/^\^\\d\{4\}-/, TIME_FORMAT_MESSAGE],
  [/^\^https\?:/, "must begin with http:// or https://"],
  [/^\^\[a-z0-9\]\+/, "must be lower-case letters and digits, with single hyphens in between"],
  [/^\^\[a-z0-9\]\(\[-a-z0-9\.\]/, "must be lower-case letters and digits, with hyphens and dots in between"],
  [/^\^\[a-z0-9\]\(\[-a-z0-9\]/, "must be lower-case letters and digits, with hyphens in between"],
  [/^\^\[0-9a-f\]\{8\}/, "must be eight digits from 0 to 9 and a to f"],
  [/^\^\(0\|/, "must be three numbers with dots in between, such as 1.2.0"],
];

/** True for what only repeats another error: that a branch isn't met, or that none is meant. */
export const isRedundantMessage = (message: string): boolean =>
  /^(tag ".*" must be string|value of tag ".*" must be in oneOf|must match "(then|else)" schema)$/.test(message);

/** The validator's message, for people. */
export function rewordValidationMessage(message: string): string {
  if (message.startsWith("must have required property")) return "is required";
  if (message.startsWith("must NOT have additional properties")) return "is not known here";
  if (message.startsWith("malformed uri")) return "is no address: write a percent sign as %25";
  const pattern = /^must match pattern "(.*)"$/s.exec(message)?.[1];
  if (pattern === undefined) return message;
  return PATTERNS.find(([known]) => known.test(pattern))?.[1] ?? message;
}
