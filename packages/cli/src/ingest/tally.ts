import { countText } from "../format/fact-list.ts";

/** A reason for the rejection of one or more lines. */
export interface Reason {
  /** The first line with this reason. */
  readonly line: number;
  /** The wrong field; empty for the whole line. */
  readonly field: string;
  readonly message: string;
  /** Number of lines with this reason. */
  lines: number;
}

/** The outcome of the lines so far. */
export interface Tally {
  /** Lines read, without blank ones. */
  read: number;
  accepted: number;
  rejected: number;
  /** The first line without an answer; undefined if all sent lines have one. */
  unansweredFrom: number | undefined;
  /** The first reasons, by field and message. */
  readonly reasons: Map<string, Reason>;
  /** Rejected lines without a reason in the list. */
  unexplained: number;
}

export interface Refusal {
  readonly line: number;
  readonly field: string;
  readonly message: string;
}

const REASONS_MAX = 5;

export const createTally = (): Tally => ({
  read: 0,
  accepted: 0,
  rejected: 0,
  unansweredFrom: undefined,
  reasons: new Map(),
  unexplained: 0,
});

/** Lines that were read but have no answer. */
export const notSent = ({ read, accepted, rejected }: Tally): number => Math.max(0, read - accepted - rejected);

/** Counts rejected lines. The server gives reasons for the first hundred of a batch. */
export function reject(tally: Tally, count: number, refusals: readonly Refusal[]): void {
  tally.rejected += count;
  const named = new Set(refusals.filter((refusal) => countReason(tally, refusal)).map(({ line }) => line));
  tally.unexplained += Math.max(0, count - named.size);
}

/** Returns false if the list of reasons is full. */
function countReason({ reasons }: Tally, { line, field, message }: Refusal): boolean {
  const key = `${field} ${message}`;
  const known = reasons.get(key);
  if (known) known.lines += 1;
  else if (reasons.size < REASONS_MAX) reasons.set(key, { line, field, message, lines: 1 });
  return known !== undefined || reasons.has(key);
}

/** Reasons such as `line 3 and 41 more lines: level must be one of …`. */
export function reasonsText({ reasons, unexplained }: Tally): string[] {
  const listed = [...reasons.values()].map(({ line, field, message, lines }) => {
    const which = lines === 1 ? `line ${line}` : `line ${line} and ${countText(lines - 1, "more line")}:`;
    return [which, field, message].filter(Boolean).join(" ");
  });
  return unexplained > 0 ? [...listed, `${countText(unexplained, "more line")} without a listed reason`] : listed;
}

/** The reasons for --json. */
export const reasonsJson = ({ reasons }: Tally) =>
  [...reasons.values()].map(({ line, field, message, lines }) => ({
    path: `line ${line} ${field}`.trim(),
    message,
    lines,
  }));
