import type { BoardState, View } from "./board-state.ts";

/** Views that are remembered. */
const VIEWS_MAX = 50;

const viewOf = ({ section, openedId, tab }: BoardState): View => ({ section, openedId, tab });

/** The tab counts only while an incident is read. */
const isSameView = (a: View, b: View): boolean =>
  a.section === b.section && a.openedId === b.openedId && (a.openedId === undefined || a.tab === b.tab);

/** Remembers the view that the reader has gone to. */
export function recordView(before: BoardState, after: BoardState): BoardState {
  if (isSameView(before, after)) return after;
  const last = viewOf(before);
  // Who goes along the trail leaves it as it is.
  if (after.viewHistory !== before.viewHistory) return { ...after, previousView: last };
  const views = [...before.viewHistory.views.slice(0, before.viewHistory.at + 1), viewOf(after)].slice(-VIEWS_MAX);
  return { ...after, previousView: last, viewHistory: { views, at: views.length - 1 } };
}

/** Goes along the trail: -1 to the view before, 1 to the one after. */
export function goInHistory(state: BoardState, by: -1 | 1): BoardState {
  const at = state.viewHistory.at + by;
  const view = state.viewHistory.views[at];
  return view ? { ...showView(state, view), viewHistory: { ...state.viewHistory, at } } : state;
}

/** Goes to the view that was left last; from there, back again. */
export const goToPreviousView = (state: BoardState): BoardState =>
  state.previousView ? showView(state, state.previousView) : state;

const showView = (state: BoardState, view: View): BoardState => ({ ...state, ...view, scroll: 0, actionIndex: 0 });
