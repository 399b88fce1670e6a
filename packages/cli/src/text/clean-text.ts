import { withoutInvisible } from "./invisible-characters.ts";

/**
 * Text that must not reach a terminal: ANSI and OSC sequences, control characters, direction marks and invisible
 * characters. Attackers can write them into logs, so every text of the server must be cleaned before output.
 */
const sequences =
  /(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|\u001b[ -/]*[0-~]?/g;
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Cleans a text of several lines. Line ends and tabs stay. */
export function cleanText(text: string): string {
  return withoutInvisible(
    text
      .replace(/\r\n?|[\u2028\u2029]/g, "\n")
      .replace(sequences, "")
      .replace(controls, ""),
  );
}

/** Cleans a text and puts it on one line. */
export function cleanLine(text: string): string {
  return cleanText(text)
    .replace(/[\n\t]+/g, " ")
    .trim();
}

/**
 * Cleans a text with a syntax, such as CSV. It removes single characters only, because removing whole sequences could
 * remove syntax. Tabs stay, and lines end with LF.
 */
export const cleanSyntax = (text: string): string =>
  withoutInvisible(text.replaceAll("\r\n", "\n").replace(controls, ""));

/** JSON that is safe to print: dangerous characters are escaped, so the value is unchanged. */
export function cleanJson(value: unknown, indent?: number): string {
  const text = (JSON.stringify(value, null, indent) ?? "null").replace(/[\u007f-\u009f\u2028\u2029]/g, escaped);
  return withoutInvisible(text, escaped);
}

/** Escapes each half of a surrogate pair (RFC 8259). */
const escaped = (character: string): string =>
  character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
