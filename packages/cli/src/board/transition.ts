import { cleanLine } from "../text/clean-text.ts";
import type { BoardState, Effect } from "./board-state.ts";

/** The result of an event: the next state and its side effects. */
export interface Transition {
  readonly state: BoardState;
  readonly effects: readonly Effect[];
}

export const transition = (state: BoardState, ...effects: readonly Effect[]): Transition => ({ state, effects });

export const browseMode = { kind: "browse" } as const;

const FAILURES_MAX = 20;

/** Adds a failure to the state; a repeated one moves to the end. */
export function addFailure(state: BoardState, words: string): BoardState {
  const text = cleanLine(words);
  return { ...state, failures: [...state.failures.filter((each) => each !== text), text].slice(-FAILURES_MAX) };
}

export const READ_ONLY_MESSAGE = "The board is read-only (--readonly or :readonly).";
