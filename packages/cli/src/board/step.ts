import { cleanLine } from "../text/clean-text.ts";
import type { BoardState, Effect } from "./state.ts";

/** What comes of an event: the state then, and what is to be done besides. */
export interface Step {
  readonly state: BoardState;
  readonly effects: readonly Effect[];
}

export const step = (state: BoardState, ...effects: readonly Effect[]): Step => ({ state, effects });

export const browse = { kind: "browse" } as const;

/** Failures that are kept until they are read. */
const FAILURES = 20;

/** The state with one failure more to be read; the same one again counts once. */
export function failed(state: BoardState, words: string): BoardState {
  const text = cleanLine(words);
  return { ...state, failures: [...state.failures.filter((each) => each !== text), text].slice(-FAILURES) };
}

export const READ_ONLY = "This board is read-only: it was opened with --readonly, and changes nothing.";
