import type { Paint, Style } from "../text/paint.ts";
import { wrap } from "../text/wrap.ts";

/** A piece of text that looks the same throughout. Safe to print; a line end begins a new line. */
export interface Run {
  readonly text: string;
  readonly styles?: readonly Style[];
}

export const runsText = (runs: readonly Run[]): string => runs.map(({ text }) => text).join("");

/** Pieces of text as lines that fit, each painted on its own, so that no colour runs over the end of a line. */
export function wrapRuns(runs: readonly Run[], width: number, paint: Paint): string[] {
  const text = runsText(runs);
  if (text.trim() === "") return [];
  const lines = wrap(text.replace(/ *\n */g, "\n"), width).split("\n");
  const cursor = styleCursor(runs);
  return lines.map((line) => {
    let painted = "";
    let open = "";
    let styles: readonly Style[] = [];
    const close = () => {
      painted += styles.length > 0 && open !== "" ? paint(styles, open) : open;
      open = "";
    };
    for (const character of line) {
      // Spaces come and go where lines are broken; they look like what stands before them.
      const next = character === " " ? styles : cursor.next(character.length);
      if (next !== styles) close();
      styles = next;
      open += character;
    }
    close();
    return painted;
  });
}

/** Tells how each character that is no space looks, one after the other. */
function styleCursor(runs: readonly Run[]): { next(units: number): readonly Style[] } {
  const solid = runs.map(({ text, styles = [] }) => ({ left: text.replace(/\s/g, "").length, styles }));
  let at = 0;
  return {
    next(units) {
      while ((solid[at]?.left ?? 1) === 0) at += 1;
      const run = solid[at];
      if (!run) return [];
      run.left -= units;
      return run.styles;
    },
  };
}
