import stringWidth from "string-width";
import { cleanLine } from "../text/clean-text.ts";
import type { Paint, Style } from "../text/paint.ts";
import { truncate } from "../text/truncate.ts";

/** A piece of a line. */
export interface Segment {
  readonly text: string;
  readonly style?: Style | readonly Style[] | undefined;
  /** Left out where the line is too long; the highest goes first. A piece without stays. */
  readonly dropPriority?: number;
}

const totalWidth = (pieces: readonly Segment[], gap: number): number =>
  pieces.reduce((sum, { text }) => sum + stringWidth(text) + gap, -gap);

/** The pieces on one line of so many cells, with spaces between. */
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

/** A text in exactly so many cells. */
export function padToWidth(text: string, cells: number): string {
  const shown = truncate(text, cells);
  return shown + " ".repeat(Math.max(0, cells - stringWidth(shown)));
}

/** What a server said, on one line; a missing value is a dash. */
export const lineOrDash = (text: string | null | undefined): string => cleanLine(text ?? "") || "-";
