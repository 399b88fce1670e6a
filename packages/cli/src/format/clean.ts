/**
 * What must not reach a terminal: ANSI and OSC sequences, other control characters, what turns the direction of text, and
 * what has no glyph and hides words or makes two names look alike. Servers pass on what attackers wrote into logs, so
 * every text of theirs goes through here before it is printed.
 */
const sequences =
  /(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|\u001b[ -/]*[0-~]?/g;
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/**
 * Zero-width and tag characters, variation selectors, Hangul fillers, soft hyphens, and controls of the writing
 * direction. Emoji keep those that they are made of (UTS #51): joiners, their coloured form and keycaps. Flags of regions
 * that are spelled with tag characters show as the black flag that they begin with.
 */
const picture = "\\p{Extended_Pictographic}\\p{Emoji_Modifier}?[\\ufe0e\\ufe0f]?";
const emojiOrInvisible = new RegExp(
  `(${picture}(?:\\u200d${picture})*|[\\d#*]\\ufe0f\\u20e3)|[\\p{Cf}\\p{Default_Ignorable_Code_Point}]`,
  "gu",
);

const withoutInvisible = (text: string): string =>
  text.replace(emojiOrInvisible, (_character, emoji: string | undefined) => emoji ?? "");

/** A text of several lines, safe to print. Line ends and tabs stay. */
export function cleanText(text: string): string {
  return withoutInvisible(
    text
      .replace(/\r\n?|[\u2028\u2029]/g, "\n")
      .replace(sequences, "")
      .replace(controls, ""),
  );
}

/** A text on one line, safe to print. */
export function cleanLine(text: string): string {
  return cleanText(text)
    .replace(/[\n\t]+/g, " ")
    .trim();
}

/**
 * A text with a syntax of its own, such as CSV, safe to print: only what a terminal obeys or doesn't show is taken out,
 * character by character, so that nothing between two of them goes with it. Tabs stay, and lines end as they do elsewhere
 * here.
 */
export const cleanSyntax = (text: string): string =>
  withoutInvisible(text.replaceAll("\r\n", "\n").replace(controls, ""));

/** JSON that is safe to print and means the same: what JSON itself leaves raw is escaped, and so it shows. */
export function cleanJson(value: unknown, indent?: number): string {
  return (JSON.stringify(value, null, indent) ?? "null")
    .replace(/[\u007f-\u009f\u2028\u2029]/g, escaped)
    .replace(emojiOrInvisible, (character, emoji: string | undefined) => emoji ?? escaped(character));
}

/** Each half of a surrogate pair by itself (RFC 8259). */
const escaped = (character: string): string =>
  character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
