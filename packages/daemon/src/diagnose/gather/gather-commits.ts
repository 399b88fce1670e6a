import { redact } from "../../kernel/redact.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import type { Commit } from "../picture/incident-picture.ts";
import {
  COMMITS_MAX,
  DIFF_CHARS_MAX,
  FILES_MAX,
  GIT_HASH_CHARS_MAX,
  NAME_CHARS_MAX,
  SUMMARY_CHARS_MAX,
} from "./gathering-limits.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * The commits that a deployment says it brought, the last ones: `metadata.commits`, each with `sha`, `message`,
 * `files` and `diff`, or as GitHub's push events have them.
 */
export function commitsOf(metadata: Fields | undefined): Commit[] {
  const given = metadata?.["commits"];
  if (!Array.isArray(given)) return [];
  return given.slice(-COMMITS_MAX).flatMap((each: unknown) => (isFields(each) ? commitOf(each) : []));
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function commitOf(fields: Fields): Commit[] {
  const sha = textOf(fields, ["sha", "id", "hash"]);
  if (sha === "") return [];
  const diff = textOf(fields, ["diff", "patch"]);
  const masked = redact(diff.slice(0, DIFF_CHARS_MAX));
  const files = filesOf(fields);
  return [
    {
      sha: toSingleLine(sha, GIT_HASH_CHARS_MAX),
      message: toSingleLine(redact(textOf(fields, ["message", "title"]).slice(0, DIFF_CHARS_MAX)), SUMMARY_CHARS_MAX),
      files: files.slice(0, FILES_MAX).map((file) => toSingleLine(redact(file), NAME_CHARS_MAX)),
      diff: masked.slice(0, DIFF_CHARS_MAX),
      isDiffWhole: diff.length <= DIFF_CHARS_MAX && masked.length <= DIFF_CHARS_MAX,
      hasAllFiles: files.length <= FILES_MAX,
    },
  ];
}

function textOf(fields: Fields, names: readonly string[]): string {
  const found = names.map((name) => fields[name]).find((value) => typeof value === "string");
  return typeof found === "string" ? found : "";
}

/** One more of each sort than are kept, so that it shows where there are more. */
const filesOf = (fields: Fields): string[] =>
  ["files", "added", "modified", "removed"]
    .flatMap((name) => (Array.isArray(fields[name]) ? (fields[name] as unknown[]).slice(0, FILES_MAX + 1) : []))
    .filter((file) => typeof file === "string");
