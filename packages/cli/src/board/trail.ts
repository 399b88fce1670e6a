import type { BoardState, View } from "./state.ts";

/** Views that are remembered. */
const KEPT = 50;

const viewOf = ({ section, opened, tab }: BoardState): View => ({ section, opened, tab });

/** The tab counts only while an incident is read. */
const isSame = (a: View, b: View): boolean =>
  a.section === b.section && a.opened === b.opened && (a.opened === undefined || a.tab === b.tab);

/** Remembers the view that the reader has gone to. */
export function visited(before: BoardState, after: BoardState): BoardState {
  if (isSame(before, after)) return after;
  const last = viewOf(before);
  // Who goes along the trail leaves it as it is.
  if (after.trail !== before.trail) return { ...after, last };
  const views = [...before.trail.views.slice(0, before.trail.at + 1), viewOf(after)].slice(-KEPT);
  return { ...after, last, trail: { views, at: views.length - 1 } };
}

/** Goes along the trail: -1 to the view before, 1 to the one after. */
export function along(state: BoardState, by: -1 | 1): BoardState {
  const at = state.trail.at + by;
  const view = state.trail.views[at];
  return view ? { ...shown(state, view), trail: { ...state.trail, at } } : state;
}

/** Goes to the view that was left last; from there, back again. */
export const toLast = (state: BoardState): BoardState => (state.last ? shown(state, state.last) : state);

const shown = (state: BoardState, view: View): BoardState => ({ ...state, ...view, scroll: 0, actionAt: 0 });
