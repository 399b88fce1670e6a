import { cleanLine } from "../text/clean-text.ts";
import { plainPaint } from "../text/paint.ts";
import { type BoardState, selection } from "./board-state.ts";
import { detailLines } from "./detail-pane.ts";
import { confirmLines, helpLines } from "./dialogs.ts";
import { inputPrompt } from "./footer.ts";
import { emptyListText, rowSentence } from "./list-pane.ts";
import { warningSentences } from "./refusal-warning.ts";
import { filteredRows, sectionTitle } from "./sections.ts";

/** The board for a screen reader: sentences that don't change by themselves. */
export function screenReaderLines(state: BoardState, now: number): string[] {
  const layout = { width: Math.max(40, state.size.columns), now, paint: plainPaint };
  const [failure] = state.failures;
  const input = inputPrompt(state.mode);
  return [
    connectionSentence(state),
    ...warningSentences(state),
    ...bodySentences(state, layout),
    ...(failure === undefined ? [] : [`Failed: ${failure} Press escape to dismiss.`]),
    ...(state.notice === undefined ? [] : [state.notice]),
    ...(state.latestChange === undefined ? [] : [`Latest: ${state.latestChange}`]),
    ...(input ? [cleanLine(`${input.label} ${input.text}`)] : ["Question mark for help, q to quit."]),
  ];
}

function connectionSentence({ connection, readOnly }: BoardState): string {
  const live = { connecting: "Connecting.", live: "Live.", lost: "The connection is lost; the data is old." };
  return `Tocsin board. ${live[connection.kind]}${readOnly ? " Read-only." : ""}`;
}

function bodySentences(state: BoardState, layout: { width: number; now: number; paint: typeof plainPaint }): string[] {
  const { mode } = state;
  if (mode.kind === "help") return helpLines(layout);
  if (mode.kind === "confirm") return confirmLines(state, mode, layout);
  if (mode.kind === "choose")
    return [
      `${mode.title}. ${mode.at + 1} of ${mode.choices.length}: ${cleanLine(mode.choices[mode.at]?.label ?? "")}.`,
    ];
  const rows = filteredRows(state.section, state);
  const { index, row } = selection(state);
  const section = `Section ${sectionTitle[state.section]}, ${rows.length} ${rows.length === 1 ? "row" : "rows"}${state.filter === "" ? "" : `, filtered by ${state.filter}`}.`;
  if (!row) return [section, emptyListText(state)];
  if (state.openedId !== undefined) return [section, ...detailLines(state, layout.now, plainPaint)];
  return [
    section,
    `Row ${index + 1} of ${rows.length}${state.marks.has(row.id) ? ", marked" : ""}: ${rowSentence(row, layout.now)}.`,
  ];
}
