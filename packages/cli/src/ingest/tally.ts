/** Why lines were rejected: one reason, however many lines it holds for. */
export interface Reason {
  /** The first line that it holds for. */
  readonly line: number;
  /** What of the line is wrong; empty for all of it. */
  readonly field: string;
  readonly message: string;
  /** How many lines it holds for. */
  lines: number;
}

/** What became of the lines so far. */
export interface Tally {
  /** Lines that were read, blank ones left out. */
  read: number;
  accepted: number;
  rejected: number;
  /** The line from which on nothing was answered yet; undefined where everything that went out was. */
  unansweredFrom: number | undefined;
  /** By what they say, the first REASONS_MAX. */
  readonly reasons: Map<string, Reason>;
  /** Rejected lines that none of the reasons counts. */
  unexplained: number;
}

/** One refusal of one line. */
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

/** Lines that were read, and of which the server said nothing. */
export const notSent = ({ read, accepted, rejected }: Tally): number => Math.max(0, read - accepted - rejected);

/** Counts rejected lines; of a batch the server counts all, and names the first hundred. */
export function reject(tally: Tally, count: number, refusals: readonly Refusal[]): void {
  tally.rejected += count;
  const named = new Set(refusals.filter((refusal) => countReason(tally, refusal)).map(({ line }) => line));
  tally.unexplained += Math.max(0, count - named.size);
}

/** False where there are too many reasons to keep another one. */
function countReason({ reasons }: Tally, { line, field, message }: Refusal): boolean {
  const key = `${field} ${message}`;
  const known = reasons.get(key);
  if (known) known.lines += 1;
  else if (reasons.size < REASONS_MAX) reasons.set(key, { line, field, message, lines: 1 });
  return known !== undefined || reasons.has(key);
}

/** The reasons as sentences: `line 3 and 41 more lines: level must be one of …`. */
export function reasonsText({ reasons, unexplained }: Tally): string[] {
  const told = [...reasons.values()].map(({ line, field, message, lines }) => {
    const which = lines === 1 ? `line ${line}` : `line ${line} and ${countText(lines - 1, "more line")}:`;
    return [which, field, message].filter(Boolean).join(" ");
  });
  return unexplained > 0 ? [...told, `${countText(unexplained, "more line")} without a listed reason`] : told;
}

/** The same for a program. */
export const reasonsJson = ({ reasons }: Tally) =>
  [...reasons.values()].map(({ line, field, message, lines }) => ({
    path: `line ${line} ${field}`.trim(),
    message,
    lines,
  }));

const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
