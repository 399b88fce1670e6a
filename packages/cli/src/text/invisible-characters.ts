/**
 * Characters without a glyph of their own, for a class of characters: zero-width ones, tag characters, variation
 * selectors, fillers, and bidirectional controls. They can hide words, or make two names look alike. Private characters
 * and halves of surrogate pairs are included. So are blank letters and signs of Braille, Egyptian hieroglyphs, Khitan
 * and music. `packages/daemon/src/kernel/invisible-characters.ts` is the same file.
 */
export const INVISIBLE =
  "\\p{Cf}\\p{Default_Ignorable_Code_Point}\\p{Co}\\p{Cs}\\u2800\\u{13441}\\u{13442}\\u{16fe4}\\u{1d159}";

/**
 * Emoji need some of them: joined ones (UTS #51, ZWJ sequences), their coloured form, and keycaps. Flags of regions
 * that are spelled with tag characters show as the black flag that they begin with.
 */
const PICTURE = "\\p{Extended_Pictographic}\\p{Emoji_Modifier}?[\\ufe0e\\ufe0f]?";
const EMOJI = `${PICTURE}(?:\\u200d${PICTURE})*|[\\d#*]\\ufe0f\\u20e3`;

const EMOJI_OR_INVISIBLE = new RegExp(`(${EMOJI})|[${INVISIBLE}]`, "gu");

/** Removes or replaces invisible characters; emoji stay intact. */
export const withoutInvisible = (text: string, replacement: (character: string) => string = () => ""): string =>
  text.replace(EMOJI_OR_INVISIBLE, (character, emoji: string | undefined) => emoji ?? replacement(character));
