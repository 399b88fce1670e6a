import { withoutInvisible } from "./invisible-characters.ts";

/**
 * What must not reach a terminal: ANSI and OSC sequences, other control characters, what turns the direction of text, and
 * what has no glyph and hides words or makes two names look alike. Servers pass on what attackers wrote into logs, so
 * every text of theirs goes through here before it is printed.
 */
const sequences =
  /(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|\u001b[ -/]*[0-~]?/g;
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

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
  const text = (JSON.stringify(value, null, indent) ?? "null").replace(/[\u007f-\u009f\u2028\u2029]/g, escaped);
  return withoutInvisible(text, escaped);
}

/** Each half of a surrogate pair by itself (RFC 8259). */
const escaped = (character: string): string =>
  character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
