import { usageError } from "../flags/common-flags.ts";

/** A commit in the metadata of a deployment, with the fields that a diagnosis reads. */
export interface CommitFacts {
  readonly sha: string;
  readonly message: string;
  readonly files: readonly string[];
  readonly diff: string;
}

/** The limits of a diagnosis. */
const COMMITS_MAX = 40;
const FILES_MAX = 50;
const DIFF_CHARS_MAX = 4_000;
const MESSAGE_CHARS_MAX = 1_000;
const NAME_CHARS_MAX = 200;
/** Maximum of all commits as JSON; an event can have 256 KiB. */
const BYTES_MAX = 200 * 1024;

/**
 * Parses the commits of a deployment, oldest first, from `git log -p` or from JSON like that of GitHub's push events.
 */
export function readCommits(text: string, deployed: string | undefined): CommitFacts[] {
  const commits = isJson(text) ? commitsOfJson(text) : commitsOfLog(text, deployed);
  return withinBytes(commits.slice(-COMMITS_MAX).map(bounded));
}

/** A warning for a text without commits, or for a log without files. */
export function commitsWarning(text: string, commits: readonly CommitFacts[]): string | undefined {
  if (commits.length === 0) return "it contains no commits; the deployment is sent without commits.";
  const isBareLog = !isJson(text) && commits.every(({ files }) => files.length === 0);
  return isBareLog ? "its commits have no files, which a diagnosis reads: use git log -p." : undefined;
}

const isJson = (text: string): boolean => /^\s*[[{]/.test(text);

/** Compares full or abbreviated hashes. */
export const isSameCommit = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

/** One file or character above the limit shows the diagnosis that there was more. */
const bounded = ({ sha, message, files, diff }: CommitFacts): CommitFacts => ({
  sha: sha.slice(0, NAME_CHARS_MAX),
  message: message.slice(0, MESSAGE_CHARS_MAX),
  files: files.slice(0, FILES_MAX + 1).map((file) => file.slice(0, NAME_CHARS_MAX)),
  diff: diff.slice(0, DIFF_CHARS_MAX + 1),
});

/** Drops the diffs, then the files of the oldest commits until all fit. */
function withinBytes(commits: CommitFacts[]): CommitFacts[] {
  const fitting = [...commits];
  const isTooMuch = () => Buffer.byteLength(JSON.stringify(fitting)) > BYTES_MAX;
  for (const without of [{ diff: "" }, { files: [] }])
    for (let index = 0; index < fitting.length && isTooMuch(); index += 1)
      fitting[index] = { ...(fitting[index] as CommitFacts), ...without };
  return fitting;
}

const LOG_BEGINS = /^commit ([0-9a-f]{7,64})\b/;
const FILE_BEGINS = /^diff --(git|cc|combined) (.+)$/;
/** Only renamed and copied files have two names. */
const FILE_BECOMES = /^(?:rename|copy) to (.+)$/;

/**
 * Parses `git log -p`, which prints the newest first. Lines of messages are indented, and only headers of diffs begin
 * with a letter.
 */
function commitsOfLog(text: string, deployed: string | undefined): CommitFacts[] {
  const found: { sha: string; message: string[]; files: string[]; diff: string[] }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, sha] = LOG_BEGINS.exec(line) ?? [];
    if (sha !== undefined) found.push({ sha, message: [], files: [], diff: [] });
    const commit = found.at(-1);
    if (commit === undefined || sha !== undefined) continue;
    const [, form, name] = FILE_BEGINS.exec(line) ?? [];
    if (name !== undefined) commit.files.push(form === "git" ? nameOfBoth(name) : unquoted(name));
    const [, becomes] = FILE_BECOMES.exec(line) ?? [];
    if (becomes !== undefined) commit.files.splice(-1, 1, unquoted(becomes));
    if (commit.files.length > 0) commit.diff.push(line);
    else if (line.startsWith("    ")) commit.message.push(line.slice(4));
  }
  if (found.length === 0 && text.trim() !== "")
    throw usageError("--commits: expected the output of git log -p, or JSON; found no commit.");
  const commits = found.map(({ sha, message, files, diff }) => ({
    sha,
    message: message.join("\n").trim(),
    files,
    diff: diff.join("\n").trim(),
  }));
  const last = commits.at(-1);
  return deployed !== undefined && last !== undefined && isSameCommit(last.sha, deployed) ? commits : commits.reverse();
}

/**
 * The name in `a/pool.go b/pool.go`, with any prefix or none. Names can contain spaces, so the split is where both
 * halves are equal. Different names stay unchanged until a rename line.
 */
function nameOfBoth(names: string): string {
  for (let space = names.indexOf(" "); space !== -1; space = names.indexOf(" ", space + 1)) {
    const [one, other] = [unquoted(names.slice(0, space)), unquoted(names.slice(space + 1))];
    if (one === other) return one;
    const [bare, otherBare] = [one, other].map(withoutPrefix);
    if (bare !== undefined && bare === otherBare) return bare;
  }
  return names;
}

const withoutPrefix = (name: string): string | undefined => /^[^/]*\/(.+)$/.exec(name)?.[1];

const escaped: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** Git quotes names with special characters like C, with octal bytes. */
function unquoted(name: string): string {
  const [, quoted] = /^"(.*)"$/.exec(name) ?? [];
  if (quoted === undefined) return name;
  const parts = quoted.match(/\\[0-7]{3}|\\.|[^\\]+/gs) ?? [];
  return Buffer.concat(parts.map(bytesOf)).toString("utf8");
}

function bytesOf(part: string): Buffer {
  if (!part.startsWith("\\")) return Buffer.from(part);
  const rest = part.slice(1);
  if (rest.length === 3) return Buffer.of(Number.parseInt(rest, 8));
  const byte = escaped[rest];
  return byte === undefined ? Buffer.from(rest) : Buffer.of(byte);
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Parses a list of commits, or an object with the field `commits`. */
function commitsOfJson(text: string): CommitFacts[] {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    throw usageError(`--commits: invalid JSON: ${(error as Error).message}`);
  }
  const list = isFields(given) ? (given["commits"] ?? []) : given;
  if (!Array.isArray(list))
    throw usageError("--commits: expected a list of commits, or an object with the field commits.");
  return list.map((each: unknown, index) => {
    const fields = isFields(each) ? each : {};
    const sha = textOf(fields, ["sha", "id", "hash"]);
    if (sha === "") throw usageError(`--commits: commit ${index + 1} has no sha.`);
    return {
      sha,
      message: textOf(fields, ["message", "title"]),
      files: ["files", "added", "modified", "removed"].flatMap((name) => textsOf(fields[name])),
      diff: textOf(fields, ["diff", "patch"]),
    };
  });
}

function textOf(fields: Fields, names: readonly string[]): string {
  const found = names.map((name) => fields[name]).find((value) => typeof value === "string");
  return typeof found === "string" ? found : "";
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
