import { plain } from "../text/paint.ts";
import { runCommand } from "./acts.ts";
import { complete } from "./commands.ts";
import { edited } from "./edit.ts";
import { actOf } from "./keys.ts";
import { distance, statusEffect } from "./move.ts";
import { confirmLines, helpLines } from "./overlay.ts";
import type { BoardState, Choice, Confirm, Effect, Mode, Question } from "./state.ts";
import { bodyHeight, isDenied } from "./state.ts";
import { browse, failed, type Step, step } from "./step.ts";

type Of<Kind extends Mode["kind"]> = Extract<Mode, { readonly kind: Kind }>;

/** Lines of the command line that are remembered. */
const HISTORY = 100;

const leave = (state: BoardState): Step => step({ ...state, mode: browse });

/** The first line shown then: the last page is as far as it goes, so that the way back begins at once. */
function scrolled(state: BoardState, mode: Of<"help" | "confirm">, by: number): number {
  const sheet = { width: state.size.columns - 1, now: 0, paint: plain };
  const lines = mode.kind === "help" ? helpLines(sheet) : confirmLines(state, mode, sheet);
  const furthest = Math.max(0, lines.length - bodyHeight(state));
  return Math.max(0, Math.min(furthest, mode.top + by));
}

export function helpKey(state: BoardState, mode: Of<"help">, key: string): Step {
  const move = distance(actOf(key), bodyHeight(state));
  if (move === undefined) return leave(state);
  return step({ ...state, mode: { ...mode, top: scrolled(state, mode, move) } });
}

export function filterKey(state: BoardState, mode: Of<"filter">, key: string): Step {
  if (key === "enter") return leave(state);
  if (key === "escape") return leave({ ...state, filter: mode.before });
  const text = edited(mode.text, key);
  return text === undefined ? step(state) : step({ ...state, filter: text, mode: { ...mode, text } });
}

export function commandKey(state: BoardState, mode: Of<"command">, key: string): Step {
  if (key === "escape" || (key === "backspace" && mode.text === "")) return leave(state);
  if (key === "enter") {
    const line = mode.text.trim();
    const history = line === "" || state.history.at(-1) === line ? state.history : [...state.history, line];
    return runCommand({ ...state, mode: browse, history: history.slice(-HISTORY) }, line);
  }
  if (key === "up" || key === "down") {
    const at = Math.max(0, Math.min(state.history.length, mode.at + (key === "up" ? -1 : 1)));
    return step({ ...state, mode: { ...mode, at, text: state.history[at] ?? "" } });
  }
  const text = key === "tab" ? complete(mode.text, state.team) : edited(mode.text, key);
  return text === undefined ? step(state) : step({ ...state, mode: { ...mode, text } });
}

export function commentKey(state: BoardState, mode: Of<"comment">, key: string): Step {
  if (key === "escape") return leave(state);
  if (key === "enter") {
    const body = mode.text.trim();
    const comment: Effect = { do: "comment", ids: mode.ids, body };
    return body === "" ? leave(state) : step({ ...state, mode: browse, marks: new Set() }, comment);
  }
  const text = edited(mode.text, key);
  return text === undefined ? step(state) : step({ ...state, mode: { ...mode, text } });
}

export function chooseKey(state: BoardState, mode: Of<"choose">, key: string): Step {
  if (key === "escape" || key === "q" || key === "h") return leave(state);
  if (key === "enter" || key === "l") {
    const choice: Choice | undefined = mode.choices[mode.at];
    return step({ ...state, mode: browse, marks: new Set() }, ...(choice?.effects ?? []));
  }
  const move = distance(actOf(key), bodyHeight(state));
  if (move === undefined) return step(state);
  const at = Math.max(0, Math.min(mode.choices.length - 1, mode.at + move));
  return step({ ...state, mode: { ...mode, at } });
}

/** Whether a reason is asked for: a guardrail wants one, a rejection takes one, a denial knows none. */
export const takesReason = ({ question, violations }: Confirm): boolean =>
  question.what === "reject" || (question.what === "approve" && violations.length > 0 && !isDenied(question.weighed));

/** The default is No: nothing but `y` (or `yes`) and Enter does it. */
export function confirmKey(state: BoardState, mode: Confirm, key: string): Step {
  const become = (change: Partial<Confirm>): Step => step({ ...state, mode: { ...mode, ...change } });
  if (key === "escape") return step({ ...state, mode: browse, done: "Nothing was done." });
  if (key === "up" || key === "down" || key.startsWith("page"))
    return become({ top: scrolled(state, mode, distance(actOf(key), bodyHeight(state)) ?? 0) });
  if (key === "tab" && takesReason(mode)) return become({ field: mode.field === "reason" ? "answer" : "reason" });
  if (key !== "enter") {
    const text = edited(mode[mode.field], key);
    return text === undefined ? step(state) : become({ [mode.field]: text });
  }
  if (mode.field === "reason") return become({ field: "answer" });
  const isYes = /^y(?:es)?$/i.test(mode.answer.trim());
  if (!isYes) return step({ ...state, mode: browse, done: "Nothing was done." });
  if (mode.question.what === "approve" && takesReason(mode) && mode.reason.trim() === "")
    return step({
      ...failed(state, "A guardrail stands against it: give a reason, which is on record for good."),
      mode: { ...mode, field: "reason", answer: "" },
    });
  return step({ ...state, mode: browse, marks: new Set() }, effectOf(state, mode.question, mode.reason.trim()));
}

function effectOf(state: BoardState, question: Question, reason: string): Effect {
  switch (question.what) {
    case "request":
      return { do: "request", request: question.request };
    case "status":
      return statusEffect(state, question.ids, question.status);
    default:
      return { do: question.what, action: question.action, reason: reason === "" ? undefined : reason };
  }
}
