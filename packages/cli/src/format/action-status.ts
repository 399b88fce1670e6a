import type { ActionStatus, RemediationAction } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import type { Style } from "../text/paint.ts";
import type { ListCell } from "./listing.ts";

type Shown = Pick<RemediationAction, "status" | "mode">;

export const actionStatuses: readonly ActionStatus[] = [
  "PENDING_APPROVAL",
  "QUEUED",
  "EXECUTING",
  "COMPLETED",
  "FAILED",
  "REJECTED",
];

const SIMULATED: Readonly<Record<ActionStatus, string>> = {
  PENDING_APPROVAL: "PENDING_APPROVAL (would be simulated)",
  QUEUED: "QUEUED (would be simulated)",
  EXECUTING: "EXECUTING (simulated)",
  COMPLETED: "SIMULATED",
  FAILED: "FAILED (simulated)",
  REJECTED: "REJECTED (would have been simulated)",
};

/**
 * The status of an action as text. The API answers COMPLETED for simulated actions too, so every text must use this
 * function.
 */
export const statusText = ({ status, mode }: Shown): string =>
  cleanLine(mode === "simulate" ? (SIMULATED[status] ?? `${status} (simulated)`) : status);

/** Colour accompanies the word and never replaces it. A simulation isn't green, because it changed nothing. */
const styles: Readonly<Record<ActionStatus, Style>> = {
  PENDING_APPROVAL: "yellow",
  QUEUED: "cyan",
  EXECUTING: "magenta",
  COMPLETED: "green",
  FAILED: "red",
  REJECTED: "gray",
};

export const statusStyle = ({ status, mode }: Shown): Style =>
  mode === "simulate" && status === "COMPLETED" ? "cyan" : styles[status];

/** The status in a list, with the most important word first, because the end is cut first. A pipe gets `statusText`. */
export function statusCell(action: Shown): ListCell {
  const { status, mode } = action;
  const isOther = mode === "simulate" && status !== "COMPLETED";
  const text = isOther ? cleanLine(`SIMULATED: ${status}`) : statusText(action);
  return { text, exact: statusText(action), style: statusStyle(action) };
}

/** Minimum width of a status, such as `SIMULATED: PEND…`. */
export const STATUS_CELLS_MIN = 16;

const SIMULATED_EVENTS: Readonly<Record<string, string>> = {
  executing: "executing (simulated)",
  sending: "would send (simulated)",
  sent: "would have sent (simulated)",
  completed: "SIMULATED",
  failed: "failed (simulated)",
};

/** The event of an audit log entry. For a simulated action no text says that something was sent or done. */
export const auditEventText = (event: string, mode: Shown["mode"]): string =>
  (mode === "simulate" ? SIMULATED_EVENTS[event] : undefined) ?? event.replaceAll("_", " ");

/** Fields that contain the reason of a decision. */
const decisions = ["rejection", "approval"];

const wordsIn = (value: unknown): string | undefined => {
  const reason = typeof value === "object" && value !== null && "reason" in value ? value.reason : undefined;
  return typeof reason === "string" && reason !== "" ? reason : undefined;
};

/** The reason in an audit log entry or in the details of an action. */
export const findReason = (content: Readonly<Record<string, unknown>>): string | undefined =>
  [content, ...decisions.map((name) => content[name])].map(wordsIn).find((words) => words !== undefined);
