import { plainPaint } from "../text/paint.ts";
import {
  type BoardState,
  bodyHeight,
  type Choice,
  type ConfirmMode,
  type Effect,
  isDeniedByPolicy,
  type Mode,
  type Question,
} from "./board-state.ts";
import { completeCommandLine } from "./command-line.ts";
import { confirmLines, helpLines } from "./dialogs.ts";
import { executeCommandLine } from "./execute-command.ts";
import { commandForKey } from "./key-bindings.ts";
import { createStatusEffect, scrollDistance } from "./navigation.ts";
import { addFailure, browseMode, type Transition, transition } from "./transition.ts";

type ModeOf<Kind extends Mode["kind"]> = Extract<Mode, { readonly kind: Kind }>;

const HISTORY_MAX = 100;

const leaveMode = (state: BoardState): Transition => transition({ ...state, mode: browseMode });

/** The first visible line after scrolling, at most the start of the last page. */
function scrollTo(state: BoardState, mode: ModeOf<"help" | "confirm">, by: number): number {
  const layout = { width: state.size.columns - 1, now: 0, paint: plainPaint };
  const lines = mode.kind === "help" ? helpLines(layout) : confirmLines(state, mode, layout);
  const furthest = Math.max(0, lines.length - bodyHeight(state));
  return Math.max(0, Math.min(furthest, mode.top + by));
}

export function reduceHelpKey(state: BoardState, mode: ModeOf<"help">, key: string): Transition {
  const move = scrollDistance(commandForKey(key), bodyHeight(state));
  if (move === undefined) return leaveMode(state);
  return transition({ ...state, mode: { ...mode, top: scrollTo(state, mode, move) } });
}

export function reduceFilterKey(state: BoardState, mode: ModeOf<"filter">, key: string): Transition {
  if (key === "enter") return leaveMode(state);
  if (key === "escape") return leaveMode({ ...state, filter: mode.before });
  const text = applyEditKey(mode.text, key);
  return text === undefined ? transition(state) : transition({ ...state, filter: text, mode: { ...mode, text } });
}

export function reduceCommandKey(state: BoardState, mode: ModeOf<"command">, key: string): Transition {
  if (key === "escape" || (key === "backspace" && mode.text === "")) return leaveMode(state);
  if (key === "enter") {
    const line = mode.text.trim();
    const history = line === "" || state.history.at(-1) === line ? state.history : [...state.history, line];
    return executeCommandLine({ ...state, mode: browseMode, history: history.slice(-HISTORY_MAX) }, line);
  }
  if (key === "up" || key === "down") {
    const at = Math.max(0, Math.min(state.history.length, mode.at + (key === "up" ? -1 : 1)));
    return transition({ ...state, mode: { ...mode, at, text: state.history[at] ?? "" } });
  }
  const text = key === "tab" ? completeCommandLine(mode.text, state.team) : applyEditKey(mode.text, key);
  return text === undefined ? transition(state) : transition({ ...state, mode: { ...mode, text } });
}

export function reduceCommentKey(state: BoardState, mode: ModeOf<"comment">, key: string): Transition {
  if (key === "escape") return leaveMode(state);
  if (key === "enter") {
    const body = mode.text.trim();
    const comment: Effect = { do: "comment", ids: mode.ids, body };
    return body === "" ? leaveMode(state) : transition({ ...state, mode: browseMode, marks: new Set() }, comment);
  }
  const text = applyEditKey(mode.text, key);
  return text === undefined ? transition(state) : transition({ ...state, mode: { ...mode, text } });
}

export function reduceChooseKey(state: BoardState, mode: ModeOf<"choose">, key: string): Transition {
  if (key === "escape" || key === "q" || key === "h") return leaveMode(state);
  if (key === "enter" || key === "l") {
    const choice: Choice | undefined = mode.choices[mode.at];
    return transition({ ...state, mode: browseMode, marks: new Set() }, ...(choice?.effects ?? []));
  }
  const move = scrollDistance(commandForKey(key), bodyHeight(state));
  if (move === undefined) return transition(state);
  const at = Math.max(0, Math.min(mode.choices.length - 1, mode.at + move));
  return transition({ ...state, mode: { ...mode, at } });
}

/** Guardrails need a reason, rejections can have one, and a denial by policy can't be overridden. */
export const acceptsReason = ({ question, violations }: ConfirmMode): boolean =>
  question.what === "reject" ||
  (question.what === "approve" && violations.length > 0 && !isDeniedByPolicy(question.policyCheck));

/** The default is No: only `y` or `yes` and Enter confirm. */
export function reduceConfirmKey(state: BoardState, mode: ConfirmMode, key: string): Transition {
  const become = (change: Partial<ConfirmMode>): Transition => transition({ ...state, mode: { ...mode, ...change } });
  if (key === "escape") return transition({ ...state, mode: browseMode, notice: "Cancelled." });
  if (key === "up" || key === "down" || key.startsWith("page"))
    return become({ top: scrollTo(state, mode, scrollDistance(commandForKey(key), bodyHeight(state)) ?? 0) });
  if (key === "tab" && acceptsReason(mode)) return become({ field: mode.field === "reason" ? "answer" : "reason" });
  if (key !== "enter") {
    const text = applyEditKey(mode[mode.field], key);
    return text === undefined ? transition(state) : become({ [mode.field]: text });
  }
  if (mode.field === "reason") return become({ field: "answer" });
  const isYes = /^y(?:es)?$/i.test(mode.answer.trim());
  if (!isYes) return transition({ ...state, mode: browseMode, notice: "Cancelled." });
  if (mode.question.what === "approve" && acceptsReason(mode) && mode.reason.trim() === "")
    return transition({
      ...addFailure(state, "A guardrail blocks the approval. Give a reason, which is recorded permanently."),
      mode: { ...mode, field: "reason", answer: "" },
    });
  return transition(
    { ...state, mode: browseMode, marks: new Set() },
    confirmedEffect(state, mode.question, mode.reason.trim()),
  );
}

function confirmedEffect(state: BoardState, question: Question, reason: string): Effect {
  switch (question.what) {
    case "request":
      return { do: "request", request: question.request };
    case "status":
      return createStatusEffect(state, question.ids, question.status);
    default:
      return { do: question.what, action: question.action, reason: reason === "" ? undefined : reason };
  }
}

/** The text after a key; undefined for keys that don't edit text. */
export function applyEditKey(text: string, key: string): string | undefined {
  if (key === "backspace" || key === "delete") return [...text].slice(0, -1).join("");
  if (key === "ctrl-u") return "";
  if (key === "ctrl-w") return text.replace(/\S+\s*$/, "");
  return [...key].length === 1 ? text + key : undefined;
}
