import { cleanLine } from "../text/clean-text.ts";
import type { BoardState, Effect } from "./board-state.ts";

/** What comes of an event: the state then, and what is to be done besides. */
export interface Transition {
  readonly state: BoardState;
  readonly effects: readonly Effect[];
}

export const transition = (state: BoardState, ...effects: readonly Effect[]): Transition => ({ state, effects });

export const browseMode = { kind: "browse" } as const;

/** Failures that are kept until they are read. */
const FAILURES_MAX = 20;

/** The state with one failure more to be read; the same one again counts once. */
export function addFailure(state: BoardState, words: string): BoardState {
  const text = cleanLine(words);
  return { ...state, failures: [...state.failures.filter((each) => each !== text), text].slice(-FAILURES_MAX) };
}

export const READ_ONLY_MESSAGE = "The board is read-only (--readonly or :readonly).";
