import { DROPPED_MAX, QUOTED_CHARS_MAX } from "./model-limits.ts";
import { spokenText } from "./plain-text.ts";

/** Notes, a sentence each, what of an answer was left out. */
export interface Drops {
  drop(sentence: string): void;
  sentences(): readonly string[];
}

export function createDrops(): Drops {
  const noted: string[] = [];
  let further = 0;
  return {
    drop(sentence) {
      if (noted.length < DROPPED_MAX - 1) noted.push(sentence);
      else further += 1;
    },
    sentences: () => (further === 0 ? noted : [...noted, `${further} more were left out.`]),
  };
}

/** A word of the answer within such a sentence. */
export const quoted = (value: unknown): string =>
  `“${spokenText(typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing"), QUOTED_CHARS_MAX)}”`;

/** In place of what the sentence says was left out. */
export function nothing(drops: Drops, sentence: string): null {
  drops.drop(sentence);
  return null;
}
