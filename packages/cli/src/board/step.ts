import type { BoardState, Effect } from "./state.ts";

/** What comes of an event: the state then, and what is to be done besides. */
export interface Step {
  readonly state: BoardState;
  readonly effects: readonly Effect[];
}

export const step = (state: BoardState, ...effects: readonly Effect[]): Step => ({ state, effects });

export const browse = { kind: "browse" } as const;

export const failed = (state: BoardState, text: string): BoardState => ({
  ...state,
  failures: [...state.failures.filter((each) => each !== text), text].slice(-20),
});

export const READ_ONLY = "This board is read-only: it was opened with --readonly, and changes nothing.";
