import { perform } from "./acts.ts";
import { actOf } from "./keys.ts";
import { chooseKey, commandKey, commentKey, confirmKey, filterKey, helpKey } from "./modes.ts";
import { sections } from "./sections.ts";
import type { BoardState, Mode } from "./state.ts";
import { type Step, step } from "./step.ts";

/** What a key does: in the mode that the board is in, and else by the table of keys. */
export function press(state: BoardState, key: string): Step {
  if (key === "ctrl-c") return step(state, { do: "quit", interrupted: true });
  const { mode } = state;
  switch (mode.kind) {
    case "help":
      return helpKey(state, mode, key);
    case "filter":
      return filterKey(state, mode, key);
    case "command":
      return commandKey(state, mode, key);
    case "comment":
      return commentKey(state, mode, key);
    case "choose":
      return chooseKey(state, mode, key);
    case "confirm":
      return confirmKey(state, mode, key);
    default:
      return browseKey(state, key);
  }
}

function browseKey(state: BoardState, key: string): Step {
  const section = /^[1-9]$/.test(key) ? sections[Number(key) - 1] : undefined;
  if (section) return step({ ...state, section, opened: undefined, scroll: 0 });
  const act = actOf(key);
  return act ? perform(state, act) : step(state);
}

/** Pasted text is text: where nobody types, it presses no key. */
export function pasted(state: BoardState, text: string): Step {
  const line = text.replace(/\s+/g, " ");
  const { mode } = state;
  const become = (next: Mode): Step => step({ ...state, mode: next });
  switch (mode.kind) {
    case "filter":
      return step({ ...state, filter: mode.text + line, mode: { ...mode, text: mode.text + line } });
    case "command":
    case "comment":
      return become({ ...mode, text: mode.text + line });
    case "confirm":
      // Nobody consents by pasting.
      return mode.field === "reason" ? become({ ...mode, reason: mode.reason + line }) : step(state);
    default:
      return step(state);
  }
}
