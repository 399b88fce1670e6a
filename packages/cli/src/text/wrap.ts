import stringWidth from "string-width";

/** The narrowest that text is wrapped to: below that nobody can read it anyway. */
const narrowest = 20;
const graphemes = new Intl.Segmenter();

/** Nobody reads more of one text on a page, and a terminal shouldn't scroll for minutes. */
const TEXT_MAX = 20_000;

/** At most so many characters of a text, and how many were left out. */
export function excerpt(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max).toWellFormed()}… (${(text.length - max).toLocaleString("en")} characters more; --json has all)`;
}

/** Breaks the lines of a text between words so that they fit so many cells; only a word that is longer is cut. */
export function wrap(text: string, width: number): string {
  const room = Math.max(narrowest, width);
  return excerpt(text.trim(), TEXT_MAX)
    .split("\n")
    .flatMap((line) => wrapLine(line, room))
    .join("\n");
}

/** The same with every line but the first one set in, and the first one beginning after as many cells. */
export function hanging(text: string, width: number, indent: number): string {
  return wrap(text, width - indent).replaceAll("\n", `\n${" ".repeat(indent)}`);
}

function wrapLine(line: string, room: number): string[] {
  const lines: string[] = [];
  let open = "";
  for (const word of line.split(/ +/)) {
    const longer = open === "" ? word : `${open} ${word}`;
    if (stringWidth(longer) <= room) {
      open = longer;
      continue;
    }
    if (open !== "") lines.push(open);
    const pieces = cut(word, room);
    open = pieces.pop() ?? "";
    lines.push(...pieces);
  }
  return [...lines, open];
}

/** A word in pieces that fit. */
function cut(word: string, room: number): string[] {
  if (stringWidth(word) <= room) return [word];
  const pieces = [""];
  let used = 0;
  for (const { segment } of graphemes.segment(word)) {
    const cells = stringWidth(segment);
    if (used + cells > room) {
      pieces.push("");
      used = 0;
    }
    pieces.push((pieces.pop() ?? "") + segment);
    used += cells;
  }
  return pieces;
}
