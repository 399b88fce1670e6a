import { cleanLine } from "../text/clean-text.ts";
import { plain } from "../text/paint.ts";
import { detailLines } from "./detail.ts";
import { inputWords } from "./foot.ts";
import { confirmLines, helpLines } from "./overlay.ts";
import { emptyWords, rowWords } from "./rows.ts";
import { sectionTitle, shownRows } from "./sections.ts";
import { type BoardState, selection } from "./state.ts";
import { warningWords } from "./warning.ts";

/** The board for whoever hears it: sentences one under the other, and nothing that changes by itself. */
export function aloudLines(state: BoardState, now: number): string[] {
  const sheet = { width: Math.max(40, state.size.columns), now, paint: plain };
  const [failure] = state.failures;
  const input = inputWords(state.mode);
  return [
    connectionWords(state),
    ...warningWords(state),
    ...bodyWords(state, sheet),
    ...(failure === undefined ? [] : [`Failed: ${failure} Escape takes this away.`]),
    ...(state.done === undefined ? [] : [state.done]),
    ...(state.news === undefined ? [] : [`Latest: ${state.news}`]),
    ...(input ? [cleanLine(`${input.label} ${input.text}`)] : ["Question mark for help, q to quit."]),
  ];
}

function connectionWords({ connection, readOnly }: BoardState): string {
  const live = { connecting: "Connecting.", live: "Live.", lost: "The connection is lost: what follows is old." };
  return `Tocsin board. ${live[connection.kind]}${readOnly ? " Read-only." : ""}`;
}

function bodyWords(state: BoardState, sheet: { width: number; now: number; paint: typeof plain }): string[] {
  const { mode } = state;
  if (mode.kind === "help") return helpLines(sheet);
  if (mode.kind === "confirm") return confirmLines(state, mode, sheet);
  if (mode.kind === "choose")
    return [
      `${mode.title}. ${mode.at + 1} of ${mode.choices.length}: ${cleanLine(mode.choices[mode.at]?.label ?? "")}.`,
    ];
  const rows = shownRows(state.section, state);
  const { index, row } = selection(state);
  const section = `Section ${sectionTitle[state.section]}, ${rows.length} ${rows.length === 1 ? "row" : "rows"}${state.filter === "" ? "" : `, filtered by ${state.filter}`}.`;
  if (!row) return [section, emptyWords(state)];
  if (state.opened !== undefined) return [section, ...detailLines(state, sheet.now, plain)];
  return [
    section,
    `Row ${index + 1} of ${rows.length}${state.marks.has(row.id) ? ", marked" : ""}: ${rowWords(row, sheet.now)}.`,
  ];
}
