/**
 * The words of a text, as the indexes cut them: runs of letters and digits, without case. Combining marks
 * of U+0300 to U+0331, most of which Latin letters are written with, belong to the word; private-use characters
 * are dropped, since the indexes use them for their own marks.
 */
const WORD = /(?:\p{L}|\p{N}|[\u{300}-\u{331}])+/gu;
/** Where a word was cut; a database would give it back as another character. */
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

/** Every word of the text, as often as it occurs. */
export const wordsIn = (text: string): string[] => (text.match(WORD) ?? []).map((word) => word.toLowerCase());
