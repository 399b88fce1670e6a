import type { IngestionRefusal } from "@tocsin/sdk";
import { refusalAdvice, refusalSubject, refusalText } from "../format/ingestion-refusal.ts";
import { programs } from "../text/program-names.ts";
import { truncate } from "../text/truncate.ts";
import { wrap } from "../text/wrap.ts";

/** The parts of the state that warnings depend on. */
export interface WarningState {
  readonly size: { readonly columns: number; readonly rows: number };
  /** Telemetry that ingestion refused in the last day, the latest first. */
  readonly refusals: readonly IngestionRefusal[];
  /** Refusals up to this time were dismissed. */
  readonly refusalsReadUntil: string | undefined;
}

const LINES_MAX = 5;
const MARK = "! ";

export const latestRefusal = ({ refusals }: WarningState): string | undefined =>
  refusals
    .map(({ lastAt }) => lastAt)
    .toSorted()
    .at(-1);

/** Refusals that are not dismissed. */
export const unreadRefusals = ({ refusals, refusalsReadUntil }: WarningState): readonly IngestionRefusal[] =>
  refusals.filter(({ lastAt }) => refusalsReadUntil === undefined || lastAt > refusalsReadUntil);

/** The first refusal and its advice, without names of services. */
export function warningLines(state: WarningState): readonly string[] {
  const [first, ...more] = unreadRefusals(state);
  if (!first) return [];
  const { columns, rows } = state.size;
  const others = more.length > 0 ? ` ${more.length} more: ${programs.cli} doctor` : "";
  const text = `${refusalText({ ...first, services: [] })} ${refusalAdvice(first)}${others}`;
  // A header and its value must stay on one line.
  const lines = wrap(text.replaceAll(": ", ":\u00a0"), columns - MARK.length)
    .replaceAll("\u00a0", " ")
    .split("\n")
    .slice(0, Math.max(1, Math.min(LINES_MAX, rows - 6)));
  return lines.map((line, index) => truncate(`${index === 0 ? MARK : "  "}${line}`, columns));
}

/** The same for screen readers, without counts, which would be read out again. */
export const warningSentences = (state: WarningState): readonly string[] =>
  unreadRefusals(state).map((each) => `Warning: ${refusalSubject(each)} was refused. ${refusalAdvice(each)}`);
