/**
 * Characters without a glyph of their own: zero-width characters, tag characters, variation selectors, Hangul fillers
 * and controls of the writing direction. They can hide words, or make two names look like one. Private characters and
 * halves of surrogate pairs go too.
 */
const INVISIBLE = "[\\p{Cf}\\p{Default_Ignorable_Code_Point}\\p{Co}\\p{Cs}]";

/**
 * Emoji need some of them: joined ones (UTS #51, ZWJ sequences), their coloured form, and keycaps. Flags of regions
 * that are spelled with tag characters show as the black flag that they begin with.
 */
const PICTURE = "\\p{Extended_Pictographic}\\p{Emoji_Modifier}?[\\ufe0e\\ufe0f]?";
const EMOJI = `${PICTURE}(?:\\u200d${PICTURE})*|[\\d#*]\\ufe0f\\u20e3`;

const EMOJI_OR_INVISIBLE = new RegExp(`(${EMOJI})|${INVISIBLE}`, "gu");

/** The text without what nobody sees. Emoji stay whole. */
export const withoutInvisible = (text: string): string =>
  text.replace(EMOJI_OR_INVISIBLE, (_character, emoji: string | undefined) => emoji ?? "");

/** Texts of several lines that a terminal shows and doesn't obey. */
export const printable = (text: string): string => withoutInvisible(text).replace(/[^\P{Cc}\n\t]/gu, "");
