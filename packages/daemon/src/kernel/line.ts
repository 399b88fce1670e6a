import { excerpt } from "./excerpt.ts";
import { withoutInvisible } from "./invisible.ts";

const LINE_CHARACTERS_MAX = 300;

/** Text from outside as one printable line. */
export const line = (text: string, charactersMax = LINE_CHARACTERS_MAX): string =>
  excerpt(
    withoutInvisible(text.slice(0, 2 * charactersMax + 2))
      .replace(/[\p{Cc}\p{Cn}\s]+/gu, " ")
      .trim(),
    charactersMax,
  );
