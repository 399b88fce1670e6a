import { cleanLine } from "../text/clean-text.ts";
import type { Paint } from "../text/paint.ts";
import { truncate } from "../text/truncate.ts";
import type { BoardState, Mode } from "./board-state.ts";
import { keyBindings, keyLabel } from "./key-bindings.ts";
import { layOutLine } from "./line-layout.ts";
import { acceptsReason } from "./mode-reducers.ts";

/** The text input of the mode with its label; undefined for modes without input. */
export function inputPrompt(mode: Mode): { readonly label: string; readonly text: string } | undefined {
  switch (mode.kind) {
    case "filter":
      return { label: "/", text: mode.text };
    case "command":
      return { label: ":", text: mode.text };
    case "comment":
      return { label: mode.ids.length > 1 ? `Comment on ${mode.ids.length}: ` : "Comment: ", text: mode.text };
    case "confirm":
      return mode.field === "reason"
        ? { label: mode.violations.length > 0 ? "Reason: " : "Reason (optional): ", text: mode.reason }
        : { label: "Confirm with y and Enter [N]: ", text: mode.answer };
    default:
      return undefined;
  }
}

/** The line with the input, the first failure, or the last notice. A failure stays until it is dismissed. */
export function messageLine(state: BoardState, paint: Paint): string {
  const { columns } = state.size;
  const input = inputPrompt(state.mode);
  if (input) {
    // The end of the text must be visible while typing.
    const space = Math.max(4, columns - input.label.length - 1);
    const shown = [...cleanLine(`${input.text}.`).slice(0, -1)].slice(-space).join("");
    return `${paint("bold", input.label)}${shown}${paint("inverse", " ")}`;
  }
  const [failure] = state.failures;
  if (failure !== undefined) {
    const more = state.failures.length > 1 ? `, ${state.failures.length - 1} more` : "";
    const hint = ` (esc${more})`;
    return paint("red", `${truncate(`Failed: ${failure}`, columns - hint.length)}${hint}`);
  }
  return truncate(state.notice ?? state.latestChange ?? "", columns);
}

/** The last line: hints for the keys of the mode. */
export function keyHintLine(state: BoardState, paint: Paint): string {
  const { columns } = state.size;
  return paint(
    "dim",
    layOutLine(modeHints(state), columns, (_style, text) => text),
  );
}

function modeHints(state: BoardState) {
  const { mode } = state;
  const said = (texts: readonly string[]) => texts.map((text, index) => ({ text, dropPriority: index }));
  switch (mode.kind) {
    case "help":
      return said(["any key closes", "j k scroll"]);
    case "choose":
      return said(["enter selects", "esc cancels", "j k move"]);
    case "filter":
      return said(["enter applies", "esc cancels", "!word excludes", "-f fuzzy"]);
    case "command":
      return said(["enter runs", "esc cancels", "tab completes", "↑ ↓ history"]);
    case "comment":
      return said(["enter sends", "esc cancels"]);
    case "confirm":
      return said(["esc cancels", ...(acceptsReason(mode) ? ["tab reason or answer"] : []), "↑ ↓ scroll"]);
    default:
      return browseHints(state);
  }
}

function browseHints(state: BoardState) {
  const shown = keyBindings.filter(({ hint, group }) => hint && !(state.readOnly && group === "Change"));
  const all = shown.map(({ keys: [name = ""], hint = "" }) => `${keyLabel(name)} ${hint}`);
  const own = [
    ...(state.filter === "" ? [] : [`/${state.filter}`]),
    ...(state.marks.size === 0 ? [] : [`${state.marks.size} marked`]),
    ...(state.openedId === undefined ? [] : ["esc back", "o t e p b read"]),
    ...(state.section === "approvals" && !state.readOnly ? ["y approve", "n reject"] : []),
  ];
  // The hints for help and quit must fit.
  const last = all.filter((text) => /^[?q]/.test(text));
  const rest = all.filter(
    (text) => !/^[?q]/.test(text) && !(state.openedId !== undefined && /open|section/.test(text)),
  );
  return [...last, ...own, ...rest].map((text, index) => ({ text: cleanLine(text), dropPriority: index }));
}
