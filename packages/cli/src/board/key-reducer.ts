import type { BoardState, Mode } from "./board-state.ts";
import { executeCommand } from "./execute-command.ts";
import { commandForKey } from "./key-bindings.ts";
import {
  reduceChooseKey,
  reduceCommandKey,
  reduceCommentKey,
  reduceConfirmKey,
  reduceFilterKey,
  reduceHelpKey,
} from "./mode-reducers.ts";
import { sections } from "./sections.ts";
import { type Transition, transition } from "./transition.ts";

/** The transition for a key in the current mode. */
export function reduceKey(state: BoardState, key: string): Transition {
  if (key === "ctrl-c") return transition(state, { do: "quit", interrupted: true });
  const { mode } = state;
  switch (mode.kind) {
    case "help":
      return reduceHelpKey(state, mode, key);
    case "filter":
      return reduceFilterKey(state, mode, key);
    case "command":
      return reduceCommandKey(state, mode, key);
    case "comment":
      return reduceCommentKey(state, mode, key);
    case "choose":
      return reduceChooseKey(state, mode, key);
    case "confirm":
      return reduceConfirmKey(state, mode, key);
    default:
      return reduceBrowseKey(state, key);
  }
}

function reduceBrowseKey(state: BoardState, key: string): Transition {
  const section = /^[1-9]$/.test(key) ? sections[Number(key) - 1] : undefined;
  if (section) return transition({ ...state, section, openedId: undefined, scroll: 0 });
  const command = commandForKey(key);
  return command ? executeCommand(state, command) : transition(state);
}

/** The transition for pasted text, which never presses keys. */
export function reducePaste(state: BoardState, text: string): Transition {
  const line = text.replace(/\s+/g, " ");
  const { mode } = state;
  const become = (next: Mode): Transition => transition({ ...state, mode: next });
  switch (mode.kind) {
    case "filter":
      return transition({ ...state, filter: mode.text + line, mode: { ...mode, text: mode.text + line } });
    case "command":
    case "comment":
      return become({ ...mode, text: mode.text + line });
    case "confirm":
      // Pasted text must not confirm anything.
      return mode.field === "reason" ? become({ ...mode, reason: mode.reason + line }) : transition(state);
    default:
      return transition(state);
  }
}
