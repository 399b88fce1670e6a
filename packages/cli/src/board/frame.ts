import type { Paint } from "../text/paint.ts";
import { detailLines, listWidth } from "./detail.ts";
import { keyLine, messageLine } from "./foot.ts";
import { headLine, sectionLine } from "./head.ts";
import { from, overlayLines } from "./overlay.ts";
import { rowLines } from "./rows.ts";
import { type BoardState, bodyHeight, isWide } from "./state.ts";
import { warningLines } from "./warning.ts";

/** All lines of the screen, one less than the terminal has: at its full height Ink would clear it with every frame. */
export function boardFrame(state: BoardState, now: number, paint: Paint): string[] {
  const lines = [
    headLine(state, now, paint),
    ...warningLines(state).map((line) => paint(["bold", "yellow"], line)),
    sectionLine(state, paint),
    ...bodyLines(state, now, paint),
    messageLine(state, paint),
    keyLine(state, paint),
  ];
  return lines.slice(0, Math.max(1, state.size.rows - 1));
}

function bodyLines(state: BoardState, now: number, paint: Paint): string[] {
  const { columns } = state.size;
  const height = bodyHeight(state);
  const overlay = overlayLines(state, { width: columns - 1, now, paint }, height);
  const whole = overlay ?? (isWide(state) ? undefined : alone(state, now, paint));
  if (whole) return Array.from({ length: height }, (_, index) => whole[index] ?? "");
  const left = rowLines(state, listWidth(columns), height, now, paint);
  const right = from(detailLines(state, now, paint), state.scroll, height);
  const bar = paint("dim", "│");
  return left.map((line, index) => `${line} ${bar} ${right[index] ?? ""}`.trimEnd());
}

const alone = (state: BoardState, now: number, paint: Paint): string[] =>
  state.opened === undefined
    ? rowLines(state, state.size.columns, bodyHeight(state), now, paint)
    : from(detailLines(state, now, paint), state.scroll, bodyHeight(state));
