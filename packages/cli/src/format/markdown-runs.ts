import type { Paint, Style } from "../text/paint.ts";
import { excerpt, wrapStyled } from "../text/wrap.ts";

/** A piece of text in one style, safe to print. A line end begins a new line. */
export interface Run {
  readonly text: string;
  readonly styles?: readonly Style[];
}

export const runsText = (runs: readonly Run[]): string => runs.map(({ text }) => text).join("");

/** The runs as styled lines that fit `width` cells. */
export function wrapRuns(runs: readonly Run[], width: number, paint: Paint): string[] {
  if (runsText(runs).trim() === "") return [];
  const painted = runs.map(({ text, styles = [] }) =>
    styles.length > 0 ? paint(styles, excerpt(text)) : excerpt(text),
  );
  return wrapStyled(
    painted
      .join("")
      .trim()
      .replace(/ *\n */g, "\n"),
    width,
  ).split("\n");
}
