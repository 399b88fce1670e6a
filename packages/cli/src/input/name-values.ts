import { usageError } from "../flags/common-flags.ts";

/** Splits a word such as `env=prod` at its first `=`. */
export function parseNameValue(word: string, example = "env=prod"): [name: string, value: string] {
  const at = word.indexOf("=");
  if (at < 1) throw usageError(`Expected name=value, such as ${example}; got ${JSON.stringify(word)}.`);
  return [word.slice(0, at), word.slice(at + 1)];
}

export const parseNameValues = (words: readonly string[]): [name: string, value: string][] =>
  words.map((word) => parseNameValue(word));
