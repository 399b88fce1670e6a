import { wordsIn } from "../../kernel/search-terms.ts";
import { nameWords } from "../../model/golden-signal.ts";
import type { ServiceTrouble } from "./service-trouble.ts";

/** 1 for a word that stands in one place alone, less for one of many. */
export type Rarity = (word: string) => number;

const WORDS_LOOKED_AT = 6;
const WORD_LENGTH_MIN = 3;

const stem = (word: string): string => word.replace(/(?:ies|es|s|ing|ed)$/, "");

/** `maxConns` is two words. */
const HUMPS = /([a-z])([A-Z])/g;
/** What stands in a template for what varies is no word of it. */
const PLACEHOLDER = /<[a-z*]+>/g;

/** What of a text may tell of something, by the stem. */
export function telling(text: string): Set<string> {
  const words = [...wordsIn(text.replace(HUMPS, "$1 $2")), ...wordsIn(text)].filter(
    (word) => word.length >= WORD_LENGTH_MIN,
  );
  return new Set(words.filter((word) => !/^\d+$/.test(word)).map(stem));
}

/** The words of what deviates most. */
export function troubledWords(troubles: readonly ServiceTrouble[]): Set<string> {
  const words = new Set<string>();
  for (const { symptoms } of troubles) {
    for (const { deviation } of symptoms.slice(0, WORDS_LOOKED_AT)) {
      for (const word of nameWords(deviation.signal.name.replace(PLACEHOLDER, " "))) words.add(stem(word));
    }
  }
  return words;
}

/** How much of what is peculiar is among the words of the trouble, 0 to 1; the service's own name is not peculiar. */
export function sharedWords(
  words: ReadonlySet<string>,
  service: string,
  troubled: ReadonlySet<string>,
  rarity: Rarity,
): number {
  const own = telling(service);
  let shared = 0;
  for (const word of words) if (troubled.has(word) && !own.has(word)) shared += rarity(word);
  return shared / (1 + shared);
}

export function rarityAmong(all: Iterable<ReadonlySet<string>>): Rarity {
  const holders = new Map<string, number>();
  for (const words of all) for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1);
  return (word) => 1 / (holders.get(word) ?? 1);
}
