/**
 * Text from anywhere as Markdown that shows it and nothing else: CommonMark and GitHub's tables see no markup in it.
 * An address in the text stays text; some readers make a link of any address, which then shows where it leads.
 */

/** Control characters, and those that turn the direction of writing around. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu;
/** Addresses too: GitHub's reader takes the backslashes within one for a part of it. */
const MARKUP = /[\\`*_[\]<>&#|~$@]|:(?=\/\/)|(?<=www)\./gi;
const ENTITIES: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;" };
/** What begins a list, a heading's underline or a rule where it stands first in a line. */
const MARKER = /^(?:[-+=:]|\d+(?=[.)](?:\s|$)))/;

/** As one line, which may stand anywhere within another one, in a cell of a table too. */
export function markdownLine(text: string): string {
  const line = text.replace(UNPRINTABLE, " ").replace(/\s+/g, " ").trim();
  const escaped = line.replace(MARKUP, (character) => ENTITIES[character] ?? `\\${character}`);
  return escaped.replace(MARKER, (marker) => (/^\d/.test(marker) ? `${marker}\\` : `\\${marker}`));
}

/** As a quotation that keeps its lines; nothing for a text without words. */
export const markdownQuote = (text: string): string =>
  text
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${markdownLine(line)}`.trimEnd())
    .join("\\\n")
    .replace(/^>$/, "");
