import { plain } from "../text/paint.ts";
import { detailLines } from "./detail.ts";
import type { Act } from "./keys.ts";
import { sections, shownRows } from "./sections.ts";
import {
  actionsOf,
  type BoardState,
  bodyHeight,
  type Effect,
  type Move,
  selection,
  type Tab,
  target,
  targetId,
} from "./state.ts";

/** How far an act moves, to either end by more than there is; undefined where it moves nothing. */
export function distance(act: Act | undefined, page: number): number | undefined {
  switch (act) {
    case "down":
      return 1;
    case "up":
      return -1;
    case "page-down":
      return page;
    case "page-up":
      return -page;
    case "first":
      return Number.MIN_SAFE_INTEGER;
    case "last":
      return Number.MAX_SAFE_INTEGER;
    default:
      return undefined;
  }
}

const within = (index: number, length: number): number => Math.max(0, Math.min(index, length - 1));

/** Moves the selection, or what is read. */
export function moved(state: BoardState, act: Act): BoardState {
  const by = distance(act, Math.max(1, bodyHeight(state) - 1)) ?? 0;
  if (state.opened === undefined) {
    const rows = shownRows(state.section, state);
    const index = within(selection(state).index + by, rows.length);
    const row = rows[index];
    return row ? { ...state, scroll: 0, places: { ...state.places, [state.section]: { id: row.id, index } } } : state;
  }
  const actions = state.tab === "actions" ? actionsOf(state, state.opened) : [];
  if (actions.length > 1 && (act === "down" || act === "up"))
    return { ...state, scroll: 0, actionAt: within(state.actionAt + by, actions.length) };
  const furthest = Math.max(
    0,
    detailLines(state, Date.parse(target(state)?.updatedAt ?? "") || 0, plain).length - bodyHeight(state),
  );
  return { ...state, scroll: Math.max(0, Math.min(state.scroll + by, furthest)) };
}

/** Reads the incident that keys mean. */
export function opened(state: BoardState, tab: Tab): BoardState {
  const id = targetId(state);
  return id === undefined ? state : { ...state, opened: id, tab, scroll: 0, actionAt: actionAt(state, id) };
}

/** The action of the selected row, where it is one. */
function actionAt(state: BoardState, incidentId: string): number {
  const { row } = selection(state);
  return Math.max(
    0,
    actionsOf(state, incidentId).findIndex(({ id }) => id === row?.id),
  );
}

export function sectionBeside(state: BoardState, by: number): BoardState {
  const at = sections.indexOf(state.section) + by + sections.length;
  return { ...state, section: sections[at % sections.length] ?? "all", opened: undefined, scroll: 0 };
}

/** Moves incidents that aren't there already. Who takes one up gets it, where nobody has it. */
export function statusEffect(
  state: BoardState,
  ids: readonly string[],
  to: Move["to"],
): Extract<Effect, { readonly do: "status" }> {
  const moves = ids.flatMap((id) => {
    const from = state.incidents.byId.get(id)?.status;
    return from === undefined || from === to ? [] : [{ id, from, to }];
  });
  return { do: "status", moves, ...(to === "INVESTIGATING" && { takenBy: state.memberId }) };
}
