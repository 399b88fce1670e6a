/**
 * The tokens of the search indexes: runs of letters and digits, in lower case. Combining marks of U+0300 to U+0331, which
 * most Latin letters use, belong to the word; private-use characters don't, since the indexes use them as markers.
 */
const WORD = /(?:\p{L}|\p{N}|[\u{300}-\u{331}])+/gu;
/** A cut surrogate pair, which a database would store as another character. */
const HALF_CHARACTER = /[\uD800-\uDBFF]$/;
const TEXT_LENGTH_MAX = 30_000;
const TERM_LENGTH_MAX = 100;

export function searchTerms(text: string, most: number, lengthMax = TERM_LENGTH_MAX): string[] {
  const terms = new Set<string>();
  for (const [word] of text.slice(0, TEXT_LENGTH_MAX).matchAll(WORD)) {
    terms.add(word.slice(0, lengthMax).replace(HALF_CHARACTER, "").toLowerCase());
    if (terms.size === most) break;
  }
  return [...terms];
}

/** All words of the text, with repetitions. */
export const wordsIn = (text: string): string[] => (text.match(WORD) ?? []).map((word) => word.toLowerCase());
