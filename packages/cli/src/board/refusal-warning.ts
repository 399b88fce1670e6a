import type { IngestionRefusal } from "@tocsin/sdk";
import { refusalAdvice, refusalSubject, refusalText } from "../format/ingestion-refusal.ts";
import { programs } from "../text/program-names.ts";
import { truncate, wrap } from "../text/wrap.ts";

/** What warnings are made of. */
export interface WarningState {
  readonly size: { readonly columns: number; readonly rows: number };
  /** What ingestion refused in the last day, the latest first. */
  readonly refusals: readonly IngestionRefusal[];
  /** Refusals up to then were read and taken away; undefined where none was. */
  readonly refusalsReadUntil: string | undefined;
}

/** Lines of a warning at the most. */
const LINES_MAX = 5;
const MARK = "! ";

export const latestRefusal = ({ refusals }: WarningState): string | undefined =>
  refusals
    .map(({ lastAt }) => lastAt)
    .toSorted()
    .at(-1);

/** Refusals that nobody has taken away. */
export const unreadRefusals = ({ refusals, refusalsReadUntil }: WarningState): readonly IngestionRefusal[] =>
  refusals.filter(({ lastAt }) => refusalsReadUntil === undefined || lastAt > refusalsReadUntil);

/** What ingestion refused and what to do about it, in as many lines as it needs, without the services' names. */
export function warningLines(state: WarningState): readonly string[] {
  const [first, ...more] = unreadRefusals(state);
  if (!first) return [];
  const { columns, rows } = state.size;
  const others = more.length > 0 ? ` ${more.length} more: ${programs.cli} doctor` : "";
  const text = `${refusalText({ ...first, services: [] })} ${refusalAdvice(first)}${others}`;
  // A header stays on one line with its value.
  const lines = wrap(text.replaceAll(": ", ":\u00a0"), columns - MARK.length)
    .replaceAll("\u00a0", " ")
    .split("\n")
    .slice(0, Math.max(1, Math.min(LINES_MAX, rows - 6)));
  return lines.map((line, index) => truncate(`${index === 0 ? MARK : "  "}${line}`, columns));
}

/** The same as sentences that stay as they are while it goes on. */
export const warningSentences = (state: WarningState): readonly string[] =>
  unreadRefusals(state).map((each) => `Warning: ${refusalSubject(each)} was refused. ${refusalAdvice(each)}`);
