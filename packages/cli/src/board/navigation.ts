import { plainPaint } from "../text/paint.ts";
import {
  actionsOf,
  type BoardState,
  bodyHeight,
  type Effect,
  type StatusChange,
  selection,
  type Tab,
  target,
  targetId,
} from "./board-state.ts";
import { detailLines } from "./detail-pane.ts";
import type { CommandName } from "./key-bindings.ts";
import { filteredRows, sections } from "./sections.ts";

/** Lines that a command moves; undefined for other commands. The ends are farther than any list is long. */
export function scrollDistance(command: CommandName | undefined, page: number): number | undefined {
  const distances: Readonly<Partial<Record<CommandName, number>>> = {
    down: 1,
    up: -1,
    "page-down": page,
    "page-up": -page,
    first: Number.MIN_SAFE_INTEGER,
    last: Number.MAX_SAFE_INTEGER,
  };
  return command && distances[command];
}

const clamp = (index: number, length: number): number => Math.max(0, Math.min(index, length - 1));

/** Moves the selection of the list, or scrolls the detail pane. */
export function moveCursor(state: BoardState, command: CommandName): BoardState {
  const by = scrollDistance(command, Math.max(1, bodyHeight(state) - 1)) ?? 0;
  if (state.openedId === undefined) {
    const rows = filteredRows(state.section, state);
    const index = clamp(selection(state).index + by, rows.length);
    const row = rows[index];
    return row ? { ...state, scroll: 0, cursors: { ...state.cursors, [state.section]: { id: row.id, index } } } : state;
  }
  const actions = state.tab === "actions" ? actionsOf(state, state.openedId) : [];
  if (actions.length > 1 && (command === "down" || command === "up"))
    return { ...state, scroll: 0, actionIndex: clamp(state.actionIndex + by, actions.length) };
  const furthest = Math.max(
    0,
    detailLines(state, Date.parse(target(state)?.updatedAt ?? "") || 0, plainPaint).length - bodyHeight(state),
  );
  return { ...state, scroll: Math.max(0, Math.min(state.scroll + by, furthest)) };
}

export function openIncident(state: BoardState, tab: Tab): BoardState {
  const id = targetId(state);
  return id === undefined
    ? state
    : { ...state, openedId: id, tab, scroll: 0, actionIndex: selectedActionIndex(state, id) };
}

/** Index of the selected action among the incident's actions. */
function selectedActionIndex(state: BoardState, incidentId: string): number {
  const { row } = selection(state);
  return Math.max(
    0,
    actionsOf(state, incidentId).findIndex(({ id }) => id === row?.id),
  );
}

export function switchSection(state: BoardState, by: number): BoardState {
  const at = sections.indexOf(state.section) + by + sections.length;
  return { ...state, section: sections[at % sections.length] ?? "all", openedId: undefined, scroll: 0 };
}

/** Changes the status of incidents that don't have it. Investigating an unassigned incident assigns it to the user. */
export function createStatusEffect(
  state: BoardState,
  ids: readonly string[],
  to: StatusChange["to"],
): Extract<Effect, { readonly do: "status" }> {
  const moves = ids.flatMap((id) => {
    const from = state.incidents.byId.get(id)?.status;
    return from === undefined || from === to ? [] : [{ id, from, to }];
  });
  return { do: "status", moves, ...(to === "INVESTIGATING" && { takenBy: state.memberId }) };
}
