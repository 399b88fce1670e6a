import type { Incident, RemediationAction } from "@tocsin/sdk";
import { serviceOf, severityStyle, statusStyle } from "../format/incident.ts";
import { actionName } from "../format/remediation-action.ts";
import { cleanLine } from "../text/clean-text.ts";
import type { Paint, Style } from "../text/paint.ts";
import { shortIds } from "../text/short-ids.ts";
import { age, until } from "../text/time.ts";
import { type BoardState, selection } from "./board-state.ts";
import { lineOrDash, padToWidth } from "./line-layout.ts";
import { filteredRows, isAction, type Row, sectionRows, sectionTitle } from "./sections.ts";

/** The first visible line, so that the line `at` is near the middle. */
export const viewportTop = (at: number, length: number, height: number): number =>
  Math.max(0, Math.min(at - Math.floor(height / 2), length - height));

interface RowCell {
  readonly text: string;
  readonly cells: number;
  readonly style?: Style | undefined;
}

/** The visible rows, as exactly `height` lines of `width` cells. */
export function listPaneLines(state: BoardState, width: number, height: number, now: number, paint: Paint): string[] {
  const rows = filteredRows(state.section, state);
  const { index } = selection(state);
  if (rows.length === 0) return fillHeight([padToWidth(` ${emptyListText(state)}`, width)], width, height);
  const top = viewportTop(index, rows.length, height);
  const shown = rows.slice(top, top + height);
  const ids = shortIds(shown.map(({ id }) => id));
  const idCells = width < 60 ? 0 : Math.max(...[...ids.values()].map(({ length }) => length));
  const lines = shown.map((row, at) => {
    const parts = isAction(row) ? actionCells(row, width, now) : incidentCells(row, width, now);
    const isSelected = top + at === index;
    const head = `${isSelected ? ">" : " "}${state.marks.has(row.id) ? "*" : " "}`;
    return rowLine(head, [{ text: ids.get(row.id) ?? "", cells: idCells }, ...parts], isSelected, width, paint);
  });
  return fillHeight(lines, width, height);
}

function rowLine(head: string, parts: readonly RowCell[], isSelected: boolean, width: number, paint: Paint): string {
  const shown = parts.filter(({ cells }) => cells > 0);
  const used = head.length + shown.reduce((sum, { cells }) => sum + cells + 1, -1);
  const spare = Math.max(0, width - used);
  const texts = shown.map(({ text, cells, style }) => {
    const inCells = padToWidth(text, cells);
    return style && !isSelected ? paint(style, inCells) : inCells;
  });
  const line = `${head}${texts.join(" ")}${" ".repeat(spare)}`;
  return isSelected ? paint("inverse", line) : line;
}

/** Widths of the fixed columns. */
const SEVERITY = 8;
const STATUS = 13;
const AGE = 4;

function incidentCells(incident: Incident, width: number, now: number): RowCell[] {
  const status = width < 56 ? 0 : STATUS;
  const service = width < 76 ? 0 : Math.min(20, Math.floor(width / 6));
  const id = width < 60 ? 0 : 9;
  const fixed = 2 + id + SEVERITY + 1 + (status && status + 1) + (service && service + 1) + AGE + 1;
  const times = incident.duplicateCount > 0 ? ` ×${incident.duplicateCount + 1}` : "";
  return [
    { text: lineOrDash(incident.severity), cells: SEVERITY, style: severityStyle[incident.severity] },
    { text: lineOrDash(incident.status), cells: status, style: statusStyle[incident.status] },
    { text: lineOrDash(serviceOf(incident)), cells: service },
    { text: `${cleanLine(incident.title)}${times}`, cells: Math.max(1, width - fixed) },
    { text: age(incident.createdAt, now).padStart(AGE), cells: AGE, style: "gray" },
  ];
}

function actionCells(action: RemediationAction, width: number, now: number): RowCell[] {
  const id = width < 60 ? 0 : 9;
  const fixed = 2 + id + SEVERITY + 1 + AGE + 1;
  const lapses = action.approvalExpiresAt ? until(action.approvalExpiresAt, now) : "-";
  const by = width < 60 ? "" : `, requested by ${cleanLine(action.performedBy)}`;
  return [
    { text: lineOrDash(action.severity), cells: SEVERITY, style: severityStyle[action.severity] },
    { text: `${actionName(action)}${by}`, cells: Math.max(1, width - fixed) },
    { text: lapses.padStart(AGE), cells: AGE, style: "yellow" },
  ];
}

/** Why a section is empty, and what to do about it. */
export function emptyListText(state: BoardState): string {
  if (state.connection.kind === "connecting") return "Reading…";
  if (state.filter !== "" && sectionRows(state.section, state).length > 0)
    return "No rows match the filter. Press esc to clear it.";
  if (state.section === "mine" && state.memberId === undefined && state.team.length > 0)
    return "No team member matches your login. Use board --me NAME.";
  if (!state.loaded.isComplete && state.section !== "approvals") return "Reading…";
  return state.section === "approvals"
    ? "There are no pending approvals."
    : `The section ${sectionTitle[state.section]} is empty.`;
}

const fillHeight = (lines: readonly string[], width: number, height: number): string[] =>
  [...lines, ...Array.from({ length: Math.max(0, height - lines.length) }, () => " ".repeat(width))].slice(0, height);

/** A row as a sentence for screen readers. */
export function rowSentence(row: Row, now: number): string {
  if (isAction(row))
    return `${lineOrDash(row.severity)}, ${actionName(row)}, requested by ${lineOrDash(row.performedBy)}`;
  const { severity, status, title, createdAt, id } = row;
  return `${lineOrDash(severity)}, ${lineOrDash(status)}, ${lineOrDash(serviceOf(row))}: ${cleanLine(title)}, ${age(createdAt, now)} old, id ${lineOrDash(id.slice(0, 8))}`;
}
