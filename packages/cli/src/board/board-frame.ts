import type { Paint } from "../text/paint.ts";
import { type BoardState, bodyHeight, isWide } from "./board-state.ts";
import { detailLines, listWidth } from "./detail-pane.ts";
import { dialogLines, viewportLines } from "./dialogs.ts";
import { keyHintLine, messageLine } from "./footer.ts";
import { headerLine, sectionTabLine } from "./header.ts";
import { listPaneLines } from "./list-pane.ts";
import { warningLines } from "./refusal-warning.ts";

/** All lines of the screen. Ink clears the screen with every frame at full height, so the last line stays empty. */
export function boardFrame(state: BoardState, now: number, paint: Paint): string[] {
  const lines = [
    headerLine(state, now, paint),
    ...warningLines(state).map((line) => paint(["bold", "yellow"], line)),
    sectionTabLine(state, paint),
    ...bodyLines(state, now, paint),
    messageLine(state, paint),
    keyHintLine(state, paint),
  ];
  return lines.slice(0, Math.max(1, state.size.rows - 1));
}

function bodyLines(state: BoardState, now: number, paint: Paint): string[] {
  const { columns } = state.size;
  const height = bodyHeight(state);
  const overlay = dialogLines(state, { width: columns - 1, now, paint }, height);
  const whole = overlay ?? (isWide(state) ? undefined : alone(state, now, paint));
  if (whole) return Array.from({ length: height }, (_, index) => whole[index] ?? "");
  const left = listPaneLines(state, listWidth(columns), height, now, paint);
  const right = viewportLines(detailLines(state, now, paint), state.scroll, height);
  const bar = paint("dim", "│");
  return left.map((line, index) => `${line} ${bar} ${right[index] ?? ""}`.trimEnd());
}

const alone = (state: BoardState, now: number, paint: Paint): string[] =>
  state.openedId === undefined
    ? listPaneLines(state, state.size.columns, bodyHeight(state), now, paint)
    : viewportLines(detailLines(state, now, paint), state.scroll, bodyHeight(state));
