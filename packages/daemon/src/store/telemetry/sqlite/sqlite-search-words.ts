import { searchTerms, wordsIn } from "../../../kernel/search-terms.ts";

/**
 * Messages and queries are cut into the same words, which the tokenizer of the full-text index must not cut again. It
 * knows an older Unicode, in which these characters separate words. A private-use character replaces each.
 */
const SEPARATING =
  /^[\u0300-\u0331]|[\u0305\u030D\u030E\u0310\u0312-\u031A\u031C-\u0322\u0329-\u032C\u032F\u19B0-\u19C0\u19C8\u19C9\u1CF2\u1CF3]/g;
/** The last eight bits tell all of them apart. */
const STAND_INS = 0xe100;

const whole = (word: string): string =>
  word.replace(SEPARATING, (character) => String.fromCharCode(STAND_INS | (character.charCodeAt(0) & 0xff)));

/** Beyond the characters that the tokenizer takes just as we do: Latin, Cyrillic, punctuation, arrows. */
const UNLIKE = /[^\0-\u012F\u0131-\u02FF\u0400-\u0527\u2010-\u2064\u2190-\u23F3]/;

/** The words of a query, as the index holds them. */
export const wordsAsked = (text: string, most: number): string[] =>
  searchTerms(text, most, Number.POSITIVE_INFINITY).map(whole);

/** A message as the index takes it. Where the tokenizer cuts just as we do it may, at a fraction of the cost. */
export const indexedText = (message: string): string =>
  UNLIKE.test(message) ? wordsIn(message).map(whole).join(" ") : message;
