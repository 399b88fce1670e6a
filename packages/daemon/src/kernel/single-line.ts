import { withoutInvisible } from "./invisible-characters.ts";
import { truncate } from "./truncate.ts";

const LINE_CHARACTERS_MAX = 300;

/** Turns untrusted text into one printable line. */
export const toSingleLine = (text: string, charactersMax = LINE_CHARACTERS_MAX): string =>
  truncate(
    withoutInvisible(text.slice(0, 2 * charactersMax + 2))
      .replace(/[\p{Cc}\p{Cn}\s]+/gu, " ")
      .trim(),
    charactersMax,
  );
