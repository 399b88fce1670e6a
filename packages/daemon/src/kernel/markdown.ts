/**
 * Escapes untrusted text for CommonMark and GitHub's tables. Addresses stay text; some renderers link any address, and
 * then show the target.
 */

/** Control characters, including those of the writing direction. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu;
/** Includes addresses: GitHub treats a backslash within an address as part of it. */
const MARKUP = /[\\`*_[\]<>&#|~$@]|:(?=\/\/)|(?<=www)\./gi;
const ENTITIES: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;" };
/** Starts a list, a heading's underline or a rule at the beginning of a line. */
const MARKER = /^(?:[-+=:]|\d+(?=[.)](?:\s|$)))/;

/** One line, which fits within a line or a table cell. */
export function markdownLine(text: string): string {
  const line = text.replace(UNPRINTABLE, " ").replace(/\s+/g, " ").trim();
  const escaped = line.replace(MARKUP, (character) => ENTITIES[character] ?? `\\${character}`);
  return escaped.replace(MARKER, (marker) => (/^\d/.test(marker) ? `${marker}\\` : `\\${marker}`));
}

/** A block quote that keeps its lines; empty for a blank text. */
export const markdownQuote = (text: string): string =>
  text
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${markdownLine(line)}`.trimEnd())
    .join("\\\n")
    .replace(/^>$/, "");
