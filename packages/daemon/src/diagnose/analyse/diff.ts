import type { Commit } from "../gather/incident-picture.ts";

/**
 * Risky: a lowered or removed limit, a removed check or cleanup, a new query or lock. Open: other settings and
 * versions, and what the diff doesn't show. Moves and renames are harmless.
 */
export type Risk = "risky" | "open" | "harmless";

const LINE_CHARS_MAX = 300;

export function riskOf(commit: Commit): Risk {
  const { diff, files, isDiffWhole, hasAllFiles } = commit;
  const whole = isDiffWhole && hasAllFiles;
  if (whole && files.length > 0 && files.every((file) => RUNS_NOWHERE.test(file))) return "harmless";
  const { added, removed } = changedLines(isDiffWhole ? diff : wholeHunksOf(diff));
  if (isLowered(removed, added) || isUnguarded(removed, added) || asksForMore(removed, added)) return "risky";
  if (!whole || diff.trim() === "") return "open";
  return isSetOtherwise(removed, added) ? "open" : "harmless";
}

/** The removed lines of a truncated hunk may reappear after the cut. */
const wholeHunksOf = (diff: string): string =>
  diff.slice(0, Math.max(0, diff.lastIndexOf("\n@@"), diff.lastIndexOf("\ndiff ")));

/** Documents, tests, pipelines and styles. */
const RUNS_NOWHERE =
  /(?:^|\/)(?:docs?|documentation|tests?|__tests__|specs?|testdata|fixtures|\.github|\.gitlab|\.circleci)\/|(?:[_.](?:test|spec)\.\w+|\.(?:md|rst|adoc|css|scss|less|svg|png|jpe?g|gif|ico))$|(?:^|\/)(?:CODEOWNERS|LICENSE|\.gitlab-ci\.yml|Jenkinsfile)$/i;
const COMMENT = /^\s*(?:\/\/|#|--|\*|\/\*)/;

interface Lines {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Lines on one side only, without comments. */
export function changedLines(diff: string): Lines {
  const lines = diff
    .split("\n")
    .filter((line) => /^[+-]/.test(line) && !/^(?:\+\+\+|---) /.test(line))
    .map((line) => ({ sign: line[0], text: beginningOf(line.slice(1)).trim() }))
    .filter(({ text }) => text !== "" && !COMMENT.test(text));
  const side = (sign: string) => lines.filter((line) => line.sign === sign).map(({ text }) => text);
  const [added, removed] = [side("+"), side("-")];
  const [inAdded, inRemoved] = [new Set(added), new Set(removed)];
  return {
    added: added.filter((text) => !inRemoved.has(text)),
    removed: removed.filter((text) => !inAdded.has(text)),
  };
}

/** Without a truncated last word: half a number is another number. */
const beginningOf = (line: string): string =>
  line.length <= LINE_CHARS_MAX ? line : line.slice(0, LINE_CHARS_MAX).replace(/[\w.]{1,300}$/, "");

/** `MaxConns: 50`, `default_ttl: 15m`, `WithTimeout(ctx, 5*time.Second)`, `LIMIT 50`. */
const NUMBER =
  /\b([A-Za-z_][\w-]{0,60})["']?(?:\s*(?::=|=|:)\s*|\((?:[\w.]+,\s*){0,3}|\s+(?=\d+\s*[`"';)]?\s*$))["']?(\d+(?:\.\d+)?)(?:\s*\*\s*(?:\w+\.)?)?([A-Za-z]*)/g;
/** Names of limits, whose removal may remove the bound. */
const LIMIT =
  /max|limit|timeout|deadline|ttl|attempt|retr|pool|size|quota|budget|capacity|expir|replica|worker|thread|concurren|memory|heap|buffer/i;

/** Unit and factor of a suffix; unknown suffixes are units of their own. */
const UNITS: ReadonlyMap<string, readonly [kind: string, factor: number]> = new Map(
  (
    [
      ["time", 1e-9, "ns nanosecond nanoseconds"],
      ["time", 1e-6, "us microsecond microseconds"],
      ["time", 1e-3, "ms millis millisecond milliseconds"],
      ["time", 1, "s sec secs second seconds"],
      ["time", 60, "m min mins minute minutes"],
      ["time", 3600, "h hr hour hours"],
      ["time", 86_400, "d day days"],
      ["bytes", 2 ** 10, "Ki KiB K k KB kB kb"],
      ["bytes", 2 ** 20, "Mi MiB M MB mb"],
      ["bytes", 2 ** 30, "Gi GiB G g GB gb"],
    ] as const
  ).flatMap(([kind, factor, names]) => names.split(" ").map((name) => [name, [kind, factor] as const])),
);
const amountOf = (digits: string, unit: string): Amount => {
  const [kind, factor] = UNITS.get(unit) ?? UNITS.get(unit.toLowerCase()) ?? [unit, 1];
  return { kind, value: Number(digits) * factor };
};

interface Amount {
  readonly kind: string;
  readonly value: number;
}

function isLowered(removed: readonly string[], added: readonly string[]): boolean {
  const after = limitsIn(added);
  const kept = added.join("\n");
  for (const [name, { kind, value }] of limitsIn(removed)) {
    const now = after.get(name);
    if (now === undefined ? /\blimit\b/i.test(name) && !kept.includes(name) : now.kind === kind && now.value < value) {
      return true;
    }
  }
  return false;
}

function limitsIn(lines: readonly string[]): Map<string, Amount> {
  const limits = new Map<string, Amount>();
  for (const line of lines) {
    for (const [, name = "", digits = "", unit = ""] of line.matchAll(NUMBER)) {
      if (LIMIT.test(name)) limits.set(name, amountOf(digits, unit));
    }
  }
  return limits;
}

/** `enabled: false`, `cfg.Host = "db-1"`, `"port": 5432,`. */
const SETTING = /^[-\s]{0,20}["']?([A-Za-z_][\w.-]{0,80})["']?\s{0,20}(?::=|=|:)\s{0,20}(\S[^(){}]{0,200})$/;
/** `golang.org/x/crypto v0.24.0`, `FROM node:22.1`, `"left-pad": "^1.3.0"`. */
const VERSION = /\bv?\d{1,9}\.\d{1,9}(?:\.[\w.+-]{1,80})?/g;

/** Another value or version; a higher limit is harmless. */
function isSetOtherwise(removed: readonly string[], added: readonly string[]): boolean {
  const after = new Map(added.flatMap(settingIn));
  if (removed.flatMap(settingIn).some(([name, value]) => after.has(name) && after.get(name) !== value)) return true;
  const named = (line: string) => line.replace(VERSION, "");
  const now = new Set(added.filter((line) => line.search(VERSION) >= 0).map(named));
  return removed.some((line) => line.search(VERSION) >= 0 && now.has(named(line)));
}

function settingIn(line: string): (readonly [name: string, value: string])[] {
  const [, name = "", value = ""] = SETTING.exec(line) ?? [];
  return name === "" || LIMIT.test(name) ? [] : [[name, value.replace(/[,;]$/, "")]];
}

/** Checks, cleanups and pauses before a retry. */
const GUARDS = [
  /\bif\b|\bunless\b|\?\.|\?\?|\bassert\w*\b/g,
  /\b(?:close|unlock|release|free|dispose|cancel|rollback)\b/gi,
  /\b(?:sleep|backoff|jitter)\b/gi,
];

const isUnguarded = (removed: readonly string[], added: readonly string[]): boolean => {
  const [before, after] = [withoutTexts(removed), withoutTexts(added)];
  return GUARDS.some((guard) => timesIn(before, guard) > timesIn(after, guard));
};

/** Waits and loops. */
const ASKED = [/\b(?:lock|mutex|synchronized)\b/gi, /\b(?:for|while|loop)\b/g];
/** SQL in string literals. */
const STATEMENTS = /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|JOIN|DROP|ALTER TABLE)\b/g;

const asksForMore = (removed: readonly string[], added: readonly string[]): boolean => {
  const [before, after] = [withoutTexts(removed), withoutTexts(added)];
  return (
    timesIn(added, STATEMENTS) > timesIn(removed, STATEMENTS) ||
    ASKED.some((asked) => timesIn(after, asked) > timesIn(before, asked))
  );
};

/** Words in string literals have no effect. */
const TEXT = /"[^"]{0,300}"|'[^']{0,300}'|`[^`]{0,300}`/g;
const withoutTexts = (lines: readonly string[]): string[] => lines.map((line) => line.replace(TEXT, '""'));

const timesIn = (lines: readonly string[], pattern: RegExp): number =>
  lines.reduce((times, line) => times + (line.match(pattern)?.length ?? 0), 0);
