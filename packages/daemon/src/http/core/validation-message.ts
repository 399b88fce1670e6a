import type { ErrorObject } from "ajv/dist/2020.js";
import { TIME_FORMAT_MESSAGE } from "./parse-time.ts";

/** Sentences for the patterns of the document; a pattern without one is shown as it is. */
const PATTERNS: readonly (readonly [pattern: RegExp, message: string])[] = [
  [/^\\S$/, "must hold more than white space"],
  [/^\^\\d\{4\}-/, TIME_FORMAT_MESSAGE],
  [/^\^https\?:/, "must begin with http:// or https://"],
  [/^\^\[a-z0-9\]\+/, "must be lower-case letters and digits, with single hyphens in between"],
  [/^\^\[a-z0-9\]\(\[-a-z0-9\.\]/, "must be lower-case letters and digits, with hyphens and dots in between"],
  [/^\^\[a-z0-9\]\(\[-a-z0-9\]/, "must be lower-case letters and digits, with hyphens in between"],
  [/^\^\[0-9a-f\]\{8\}/, "must be eight digits from 0 to 9 and a to f"],
  [/^\^\(0\|/, "must be three numbers with dots in between, such as 1.2.0"],
];

/** True for errors that only repeat another one: a branch that fails, or a discriminator without a branch. */
export const isRedundant = ({ keyword, params }: ErrorObject): boolean =>
  keyword === "if" || (keyword === "discriminator" && (params as { error?: string }).error !== undefined);

/** What is wrong with a value, in words that follow its path. */
export function messageOf({ keyword, params, message = "is not valid", instancePath }: ErrorObject): string {
  switch (keyword) {
    case "required":
      return "is required";
    case "additionalProperties":
    case "unevaluatedProperties":
      return "is not a known field";
    case "enum":
      return `must be one of ${(params as { allowedValues: readonly unknown[] }).allowedValues.join(", ")}`;
    case "pattern": {
      const { pattern } = params as { pattern: string };
      return PATTERNS.find(([known]) => known.test(pattern))?.[1] ?? message;
    }
    case "type": {
      const isParameter = instancePath.startsWith("/query/");
      if (isParameter && params["type"] === "integer") return "must be a whole number in plain digits, such as 20";
      if (isParameter && params["type"] === "number") return "must be a number in plain digits, such as 0.5";
      return message;
    }
    default:
      return message;
  }
}
