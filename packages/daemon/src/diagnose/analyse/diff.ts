import type { Commit } from "../picture.ts";

/**
 * What a reviewer would look at twice: a limit that is lower than before or gone, a check or a clean-up that is gone, a
 * query or a lock that wasn't there. Code that is moved, renamed or given more room rarely breaks anything. What the
 * diff doesn't show, such as another version of a library, remains open.
 */
export type Risk = "risky" | "open" | "harmless";

const DIFF_LINES_MAX = 400;
const LINE_CHARS_MAX = 300;

export function riskOf({ diff, files }: Commit): Risk {
  if (files.length > 0 && files.every((file) => RUNS_NOWHERE.test(file))) return "harmless";
  if (diff.trim() === "") return "open";
  const { added, removed } = changedLines(diff);
  if (isLowered(removed, added) || isUnguarded(removed, added) || asksForMore(removed, added)) return "risky";
  const lines = [...added, ...removed];
  return lines.length > 0 && lines.every((line) => VERSION.test(line)) ? "open" : "harmless";
}

/** Files of documents, tests, pipelines and looks. */
const RUNS_NOWHERE =
  /(?:^|\/)(?:docs?|documentation|tests?|testdata|\.github|\.circleci)\/|(?:_test\.\w+|\.test\.\w+|\.(?:md|css|scss|less|svg|png))$|(?:^|\/)CODEOWNERS$/i;
const VERSION = /\bv?\d+\.\d+(?:\.\d+)?\b/;
const COMMENT = /^\s*(?:\/\/|#|--|\*|\/\*)/;

interface Lines {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Lines that stand on one side only; comments change nothing. */
export function changedLines(diff: string): Lines {
  const lines = diff
    .split("\n", DIFF_LINES_MAX)
    .filter((line) => /^[+-]/.test(line) && !/^(?:\+\+\+|---) /.test(line))
    .map((line) => ({ sign: line[0], text: line.slice(1, LINE_CHARS_MAX).trim() }))
    .filter(({ text }) => text !== "" && !COMMENT.test(text));
  const side = (sign: string) => lines.filter((line) => line.sign === sign).map(({ text }) => text);
  const [added, removed] = [side("+"), side("-")];
  const [inAdded, inRemoved] = [new Set(added), new Set(removed)];
  return {
    added: added.filter((text) => !inRemoved.has(text)),
    removed: removed.filter((text) => !inAdded.has(text)),
  };
}

/** `MaxConns: 50`, `default_ttl: 15m`, `WithTimeout(ctx, 5*time.Second)`, `LIMIT 50`. */
const NUMBER =
  /\b([A-Za-z_][\w-]{0,60})["']?(?:\s*(?::=|=|:)\s*|\((?:[\w.]+,\s*){0,3}|\s+(?=\d+\s*[`"';)]?\s*$))["']?(\d+(?:\.\d+)?)(?:\s*\*\s*(?:\w+\.)?)?([A-Za-z]*)/g;
/** Names of what gives room; without it there may be no bound, or none is kept to. */
const LIMIT = /max|limit|timeout|deadline|ttl|attempt|retr|pool|size|quota|budget|capacity|expir/i;
const UNITS: Readonly<Record<string, number>> = {
  ms: 1e-3,
  millisecond: 1e-3,
  milliseconds: 1e-3,
  m: 60,
  min: 60,
  minute: 60,
  minutes: 60,
  h: 3600,
  hour: 3600,
  hours: 3600,
  ki: 2 ** 10,
  mi: 2 ** 20,
  gi: 2 ** 30,
};

function isLowered(removed: readonly string[], added: readonly string[]): boolean {
  const after = limitsIn(added);
  const kept = added.join("\n");
  for (const [name, value] of limitsIn(removed)) {
    const now = after.get(name);
    if (now === undefined ? /\blimit\b/i.test(name) && !kept.includes(name) : now < value) return true;
  }
  return false;
}

function limitsIn(lines: readonly string[]): Map<string, number> {
  const limits = new Map<string, number>();
  for (const line of lines) {
    for (const [, name = "", digits = "", unit = ""] of line.matchAll(NUMBER)) {
      if (LIMIT.test(name)) limits.set(name, Number(digits) * (UNITS[unit.toLowerCase()] ?? 1));
    }
  }
  return limits;
}

/** Checks, clean-ups, and waits before another try. */
const GUARDS = [
  /\bif\b|\bunless\b|\?\.|\?\?|\bassert\w*\b/g,
  /\b(?:close|unlock|release|free|dispose|cancel|rollback)\b/gi,
  /\b(?:sleep|backoff|jitter)\b/gi,
];

const isUnguarded = (removed: readonly string[], added: readonly string[]): boolean =>
  GUARDS.some((guard) => timesIn(removed, guard) > timesIn(added, guard));

/** Statements of SQL, what waits for others, and what goes round. */
const ASKED = [
  /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|JOIN|DROP|ALTER TABLE)\b/g,
  /\b(?:lock|mutex|synchronized)\b/gi,
  /\b(?:for|while|loop)\b/g,
];

const asksForMore = (removed: readonly string[], added: readonly string[]): boolean =>
  ASKED.some((asked) => timesIn(added, asked) > timesIn(removed, asked));

const timesIn = (lines: readonly string[], pattern: RegExp): number =>
  lines.reduce((times, line) => times + (line.match(pattern)?.length ?? 0), 0);
