import type { BoardState, View } from "./board-state.ts";

const VIEWS_MAX = 50;

const viewOf = ({ section, openedId, tab }: BoardState): View => ({ section, openedId, tab });

/** The tab matters only while an incident is open. */
const isSameView = (a: View, b: View): boolean =>
  a.section === b.section && a.openedId === b.openedId && (a.openedId === undefined || a.tab === b.tab);

/** Adds the view after a change to the history. */
export function recordView(before: BoardState, after: BoardState): BoardState {
  if (isSameView(before, after)) return after;
  const last = viewOf(before);
  // Moving in the history doesn't change it.
  if (after.viewHistory !== before.viewHistory) return { ...after, previousView: last };
  const views = [...before.viewHistory.views.slice(0, before.viewHistory.at + 1), viewOf(after)].slice(-VIEWS_MAX);
  return { ...after, previousView: last, viewHistory: { views, at: views.length - 1 } };
}

/** Moves in the history: -1 back, 1 forward. */
export function goInHistory(state: BoardState, by: -1 | 1): BoardState {
  const at = state.viewHistory.at + by;
  const view = state.viewHistory.views[at];
  return view ? { ...showView(state, view), viewHistory: { ...state.viewHistory, at } } : state;
}

export const goToPreviousView = (state: BoardState): BoardState =>
  state.previousView ? showView(state, state.previousView) : state;

const showView = (state: BoardState, view: View): BoardState => ({ ...state, ...view, scroll: 0, actionIndex: 0 });
