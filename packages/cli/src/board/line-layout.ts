import stringWidth from "string-width";
import { cleanLine } from "../text/clean-text.ts";
import type { Paint, Style } from "../text/paint.ts";
import { truncate } from "../text/truncate.ts";

/** A piece of a line. */
export interface Segment {
  readonly text: string;
  readonly style?: Style | readonly Style[] | undefined;
  /** The piece is dropped if the line is too long, the highest priority first. A piece without one stays. */
  readonly dropPriority?: number;
}

const totalWidth = (pieces: readonly Segment[], gap: number): number =>
  pieces.reduce((sum, { text }) => sum + stringWidth(text) + gap, -gap);

/** Joins the pieces to a line of at most `cells` cells. */
export function layOutLine(pieces: readonly Segment[], cells: number, paint: Paint, gap = 2): string {
  const all = pieces.filter(({ text }) => text !== "");
  if (totalWidth(all, gap) > cells) {
    const highest = Math.max(...all.map(({ dropPriority = 0 }) => dropPriority));
    if (highest > 0) {
      const at = all.findLastIndex(({ dropPriority }) => dropPriority === highest);
      return layOutLine(all.toSpliced(at, 1), cells, paint, gap);
    }
  }
  let left = cells;
  const shown: string[] = [];
  for (const { text, style } of all) {
    const cut = truncate(text, Math.max(0, left));
    left -= stringWidth(cut) + gap;
    if (cut !== "") shown.push(style ? paint(style, cut) : cut);
  }
  return shown.join(" ".repeat(gap));
}

/** Cuts or pads a text to exactly `cells` cells. */
export function padToWidth(text: string, cells: number): string {
  const shown = truncate(text, cells);
  return shown + " ".repeat(Math.max(0, cells - stringWidth(shown)));
}

/** A text of the server on one line; a dash if it is missing. */
export const lineOrDash = (text: string | null | undefined): string => cleanLine(text ?? "") || "-";
