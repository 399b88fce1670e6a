import { excerpt } from "./excerpt.ts";

const LINE_CHARACTERS_MAX = 300;

/** Text from outside as one printable line. */
export const line = (text: string, charactersMax = LINE_CHARACTERS_MAX): string =>
  excerpt(
    text
      .slice(0, 2 * charactersMax + 2)
      .replace(/[\p{C}\s]+/gu, " ")
      .trim(),
    charactersMax,
  );
