import wrapAnsi from "wrap-ansi";

/** Text in narrower lines can't be read. */
const WIDTH_MIN = 20;

/** A longer text would scroll a terminal for minutes. */
const TEXT_MAX = 20_000;

/** The first `max` characters of a text, and how many were left out. */
export function excerpt(text: string, max = TEXT_MAX): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max).toWellFormed()}… (${(text.length - max).toLocaleString("en")} characters more; --json has all)`;
}

/** Breaks lines between words so that they fit `width` cells; a longer word is cut. */
export const wrap = (text: string, width: number): string => wrapStyled(excerpt(text.trim()), width);

/** The same for text with ANSI styles, which end and begin again at each line break. */
export const wrapStyled = (text: string, width: number): string =>
  wrapAnsi(text.replace(/ +/g, " "), Math.max(WIDTH_MIN, width), { hard: true });

/** Wraps text behind a first line that begins after `indent` cells already; the other lines are indented. */
export const wrapHanging = (text: string, width: number, indent: number): string =>
  wrap(text, width - indent).replaceAll("\n", `\n${" ".repeat(indent)}`);
