import { usageError } from "../flags/common-flags.ts";

/** Words such as `env=prod` as pairs; only the first `=` parts them. */
export const parseNameValues = (words: readonly string[]): [name: string, value: string][] =>
  words.map((word) => {
    const at = word.indexOf("=");
    if (at < 1) throw usageError(`Expected name=value, and got ${JSON.stringify(word)}.`);
    return [word.slice(0, at), word.slice(at + 1)];
  });
