import { Lexer, type MarkedToken, type Token, Tokenizer, type Tokens } from "marked";
import stringWidth from "string-width";
import { cleanText } from "../text/clean-text.ts";
import { wrap } from "../text/wrap.ts";
import type { Layout } from "./layout.ts";
import { type Run, runsText, wrapRuns } from "./markdown-runs.ts";
import { renderTable } from "./table.ts";

/** Maximum characters of a text; a note says how many were left out. */
const READ_MAX = 500_000;
/** Parsing inline marks is quadratic in the length of a paragraph: limits for one paragraph and for all of them. */
const PARAGRAPH_MAX = 4_000;
const SQUARES_MAX = 200_000_000;
/** Longer quotes and lists are parsed in parts. */
const QUOTE_MAX = 20_000;
const LIST_MAX = 30_000;
const LIST = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
/** The text before the last item, searched within this many characters. */
const ITEM_MAX = 4_000;
const BEFORE_ITEM = /^[\s\S]*\n(?=(?:[-*+]|\d{1,9}[.)])[ \t])/;
/** Maximum characters of a heading, also of a table. */
const HEADING_MAX = 2_000;
/** Maximum cells of a table, and rows of all tables. */
const CELLS_MAX = 40_000;
const ROWS_MAX = 20_000;
const NESTED_TOO_DEEPLY = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])){48}/m;
/** Minimum width of nested blocks; deeper ones are shown as source. */
const NARROWEST = 20;
const CODE_INDENT = "    ";

/**
 * Formats Markdown for a terminal, safe to print and readable without colour. Links are shown as text and HTML as
 * source. Code keeps its lines for copying, and only code can be wider than the terminal.
 */
export function markdownText(source: string, layout: Layout): string {
  const cut = source.length > READ_MAX ? Math.max(source.lastIndexOf("\n", READ_MAX), READ_MAX / 2) : source.length;
  const text = cleanText(source.slice(0, cut));
  const tokens = lex(text);
  const lines = tokens
    ? blocks(tokens, true, layout)
    : [
        wrap(text, layout.width),
        "",
        note("The source is shown, because it is nested too deeply to be formatted.", layout),
      ];
  if (cut < source.length) lines.push("", note(`The rest is left out: ${source.length - cut} characters.`, layout));
  return lines.join("\n");
}

export function firstHeading(source: string): string | undefined {
  const found = lex(cleanText(source.slice(0, READ_MAX)))?.find(({ type }) => type === "heading");
  return found && runsText(inline((found as Tokens.Heading).tokens)).trim();
}

const note = (text: string, { width, paint }: Layout): string => paint("dim", wrap(`[${text}]`, width));

/** Parses the text; undefined if it is nested too deeply. */
function lex(text: string): Token[] | undefined {
  if (NESTED_TOO_DEEPLY.test(text)) return undefined;
  const lexer = new Lexer({ gfm: true, tokenizer: new Bounded() });
  try {
    lexer.blockTokens(text, lexer.tokens);
    let left = SQUARES_MAX;
    for (const { src, tokens } of lexer.inlineQueue) {
      left -= src.length > PARAGRAPH_MAX ? 0 : src.length ** 2;
      if (src.length > PARAGRAPH_MAX || left < 0) tokens.push({ type: "text", raw: src, text: src });
      else lexer.inlineTokens(src, tokens);
    }
    return lexer.tokens;
  } catch (error) {
    // Deep nesting exhausts the stack; the lexer throws nothing else.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Reads constructs as plain paragraphs that would need billions of cells or minutes of time. */
class Bounded extends Tokenizer {
  #rowsLeft = ROWS_MAX;

  /** The lexer fills every row up to the columns of the heading. */
  override table(source: string): Tokens.Table | undefined {
    if (this.#rowsLeft < 0) return undefined;
    const [heading = "", rule = ""] = source.slice(0, 2 * HEADING_MAX).split("\n", 2);
    if (heading.length > HEADING_MAX || !/^[ \t|:-]*-[ \t|:-]*$/.test(rule)) return undefined;
    const end = source.indexOf("\n\n");
    const rows = source.slice(0, end === -1 ? undefined : end).split("\n", ROWS_MAX).length;
    this.#rowsLeft -= rows;
    const columns = heading.split("|").length;
    return this.#rowsLeft < 0 || columns * rows > CELLS_MAX ? undefined : super.table(source);
  }

  /** For each line of a list the lexer searches the rest of the text for the rule below a heading. */
  override lheading(source: string): Tokens.Heading | undefined {
    return super.lheading(source.slice(0, HEADING_MAX));
  }

  /** The lexer copies an item for each further line. A long list is split at an item, and joined for output. */
  override list(source: string): Tokens.List | undefined {
    if (source.length <= LIST_MAX || !LIST.test(source)) return super.list(source);
    const before = BEFORE_ITEM.exec(source.slice(LIST_MAX - ITEM_MAX, LIST_MAX))?.[0] ?? "";
    return super.list(source.slice(0, before === "" ? LIST_MAX : LIST_MAX - ITEM_MAX + before.length));
  }

  /** The lexer parses a quote again for each line that changes the depth. */
  override blockquote(source: string): Tokens.Blockquote | undefined {
    if (source.length <= QUOTE_MAX || !/^ {0,3}>/.test(source)) return super.blockquote(source);
    return super.blockquote(source.slice(0, source.lastIndexOf("\n", QUOTE_MAX) + 1 || QUOTE_MAX));
  }
}

/** The lines of blocks; `apart` separates them by empty lines. */
function blocks(tokens: readonly Token[], apart: boolean, layout: Layout): string[] {
  const lines: string[] = [];
  for (const token of joinedLists(tokens as readonly MarkedToken[])) {
    const drawn = block(token, layout);
    if (drawn.length === 0) continue;
    if (apart && lines.length > 0) lines.push("");
    for (const line of drawn) lines.push(line);
  }
  return lines;
}

/** Joins the parts of split lists, so that their numbers continue. */
function joinedLists(tokens: readonly MarkedToken[]): MarkedToken[] {
  const joined: MarkedToken[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    const isCut = last?.type === "list" && last.raw.length >= LIST_MAX - ITEM_MAX;
    if (isCut && token.type === "list" && token.ordered === last.ordered)
      joined.splice(-1, 1, { ...token, start: last.start, items: [...last.items, ...token.items] });
    else joined.push(token);
  }
  return joined;
}

function block(token: MarkedToken, layout: Layout): string[] {
  const { width, paint } = layout;
  switch (token.type) {
    case "space":
    case "def":
    case "checkbox":
      return [];
    case "heading":
      return wrapRuns(
        [{ text: `${"#".repeat(token.depth)} `, styles: ["bold"] }, ...inline(token.tokens, ["bold"])],
        width,
        paint,
      );
    case "code":
      return cleanText(token.text)
        .split("\n")
        .map((line) => (CODE_INDENT + line).trimEnd());
    case "hr":
      return ["-".repeat(Math.min(width, 40))];
    case "blockquote":
      return set("> ", "> ", token, layout, (inner) => blocks(token.tokens, true, inner));
    case "list":
      return token.items.flatMap((item, index) => {
        const lines = listItem(item, token.ordered ? `${Number(token.start) + index}. ` : "- ", layout);
        return token.loose && index > 0 ? ["", ...lines] : lines;
      });
    case "table":
      return tableLines(token, layout);
    case "html":
      return isComment(token.text) ? [] : wrap(cleanText(token.text), width).split("\n");
    default:
      return wrapRuns(inline([token]), width, paint);
  }
}

function listItem(item: Tokens.ListItem, bullet: string, layout: Layout): string[] {
  const marker = item.task ? `${bullet}[${item.checked ? "x" : " "}] ` : bullet;
  const lines = set(marker, " ".repeat(marker.length), item, layout, (inner) => blocks(item.tokens, item.loose, inner));
  return lines.length === 0 ? [marker.trimEnd()] : lines;
}

/** Puts a marker before the lines of a block; a block without enough space is shown as source. */
function set(
  first: string,
  others: string,
  { raw }: { readonly raw: string },
  { width, paint }: Layout,
  draw: (inner: Layout) => string[],
): string[] {
  const innerWidth = width - first.length;
  if (innerWidth < NARROWEST) return wrap(raw, width).split("\n");
  return draw({ width: innerWidth, paint }).map((line, index) => ((index === 0 ? first : others) + line).trimEnd());
}

/** A table if it fits, otherwise its rows as lists, because cut cells lose information. */
function tableLines({ header, rows }: Tokens.Table, { width, paint }: Layout): string[] {
  const text = ({ tokens }: Tokens.TableCell): string => runsText(inline(tokens)).replaceAll("\n", " ").trim();
  const names = header.map(text);
  const cells = rows.map((row) => row.map(text));
  const widths = names.map((name, column) =>
    cells.reduce((most, row) => Math.max(most, stringWidth(row[column] ?? "")), stringWidth(name)),
  );
  const wanted = widths.reduce((sum, each) => sum + (each === 0 ? 0 : each + 2), -2);
  if (wanted <= width) {
    const columns = names.map((name) => ({ name }));
    return renderTable(
      columns,
      cells.map((row) => row.map((cell) => ({ text: cell }))),
      width,
      paint,
    ).split("\n");
  }
  return cells.flatMap((row, index) => {
    const lines = row.flatMap((cell, column) => {
      const name = names[column] ? [{ text: `${names[column]}:`, styles: ["bold"] } as const, { text: " " }] : [];
      return cell === ""
        ? []
        : set("", "  ", { raw: cell }, { width: width - 2, paint }, (inner) =>
            wrapRuns([...name, { text: cell }], inner.width, paint),
          );
    });
    return index > 0 ? ["", ...lines] : lines;
  });
}

/** The lexer adds text after a comment to its token. */
const isComment = (html: string): boolean => {
  const tag = html.trim();
  return tag.startsWith("<!--") && tag.indexOf("-->") === tag.length - "-->".length;
};

const INLINE_DEPTH = 20;

/** The inline tokens of a block as runs. */
function inline(tokens: readonly Token[], styles: Run["styles"] = [], depth = 0): Run[] {
  return tokens.flatMap((token) => piece(token as MarkedToken, styles, depth));
}

function piece(token: MarkedToken, styles: NonNullable<Run["styles"]>, depth: number): Run[] {
  if (depth > INLINE_DEPTH) return [{ text: spaced(token.raw), styles }];
  const within = (inner: readonly Token[], style?: "bold") =>
    inline(inner, style && !styles.includes(style) ? [...styles, style] : styles, depth + 1);
  switch (token.type) {
    case "checkbox":
      return [];
    case "br":
      return [{ text: "\n" }];
    case "strong":
      return within(token.tokens, "bold");
    case "em":
      return within(token.tokens);
    case "del":
      return [{ text: "~~", styles }, ...within(token.tokens), { text: "~~", styles }];
    case "codespan":
      return [{ text: `\`${spaced(token.text)}\``, styles: [...styles, "cyan"] }];
    case "link":
      return linked(within(token.tokens), token.href);
    case "image":
      return linked([{ text: spaced(decoded(token.text)), styles }], token.href);
    case "html":
      return isComment(token.text) ? [] : [{ text: spaced(token.text), styles }];
    case "escape":
      return [{ text: spaced(token.text), styles }];
    case "paragraph":
    case "text":
      return token.tokens ? within(token.tokens) : [{ text: spaced(decoded(token.text)), styles }];
    default:
      return [{ text: spaced(token.raw), styles }];
  }
}

/** A link's text and address, unless they are equal. */
function linked(runs: readonly Run[], href: string): Run[] {
  const address = spaced(decoded(href)).trim();
  const said = runsText(runs).trim();
  if (address === "" || address === said || address === `mailto:${said}`) return [...runs];
  return said === "" ? [{ text: address }] : [...runs, { text: ` (${address})` }];
}

/** A text on one line, cleaned again because the lexer resolves entities. */
const spaced = (text: string): string => cleanText(text).replace(/\s+/g, " ");

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Resolves entities; the result is not safe to print. */
function decoded(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (entity, decimal, hex, name) => {
    if (name) return entities[name.toLowerCase()] ?? entity;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : entity;
  });
}
