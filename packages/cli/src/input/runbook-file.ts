import { usageError } from "../flags/common-flags.ts";
import { readNonEmptyText, sourceName } from "./text-source.ts";

export interface WrittenRunbook {
  /** Markdown, without the front matter. */
  readonly contentMd: string;
  readonly slug?: string;
  readonly title?: string;
  readonly team?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly version?: string;
}

const fields = ["slug", "title", "team", "tags", "summary", "version"] as const;

/** Reads a runbook from a file or stdin. */
export async function readRunbook(file: string): Promise<WrittenRunbook> {
  const written = await parseRunbook(await readNonEmptyText(file), sourceName(file));
  if (written.contentMd.trim() === "") throw usageError(`${sourceName(file)} is empty.`);
  return written;
}

/** Parses Markdown with optional front matter in YAML: slug, title, team, tags, summary and version. */
export async function parseRunbook(source: string, where: string): Promise<WrittenRunbook> {
  const text = source.replace(/^\ufeff/, "").replace(/\r\n/g, "\n");
  const [whole, matter] = /^---\n([\s\S]*?\n)?---(?:\n+|$)/.exec(text) ?? [];
  if (whole === undefined) return { contentMd: text };
  const { parse } = await import("yaml");
  let read: unknown;
  try {
    read = parse(matter ?? "") ?? {};
  } catch (error) {
    throw usageError(`The front matter of ${where} is not YAML: ${(error as Error).message.split("\n")[0]}`);
  }
  // The text between two horizontal rules is not front matter.
  if (typeof read !== "object" || read === null || Array.isArray(read)) return { contentMd: text };
  return { contentMd: text.slice(whole.length), ...frontMatter(read as Record<string, unknown>, where) };
}

function frontMatter(read: Readonly<Record<string, unknown>>, where: string): Omit<WrittenRunbook, "contentMd"> {
  const unknown = Object.keys(read).find((name) => !(fields as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw usageError(
      `The front matter of ${where} has the unknown field ${JSON.stringify(unknown)}. Known fields: ${fields.join(", ")}.`,
    );
  const { tags, ...texts } = read;
  const wrong = Object.entries(texts).find(([, value]) => !["string", "number"].includes(typeof value));
  if (wrong) throw usageError(`In the front matter of ${where}, ${wrong[0]} must be a string.`);
  if (tags !== undefined && !(Array.isArray(tags) && tags.every((tag) => typeof tag === "string")))
    throw usageError(`In the front matter of ${where}, tags must be a list of action types.`);
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, String(value)])),
    ...(tags !== undefined && { tags: tags as string[] }),
  };
}

/** Slugs can be longer, but people type them. */
const SLUG_MAX = 40;

/** Derives a slug from a title: `Roll payment-api back` is `roll-payment-api-back`. It can be empty. */
export function slugOf(title: string): string {
  const slug = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  if (slug.length <= SLUG_MAX) return slug;
  const end = slug.lastIndexOf("-", SLUG_MAX);
  return slug.slice(0, end === -1 ? SLUG_MAX : end);
}

/** The next minor version, such as 1.3.0 after 1.2.7. */
export function nextVersion(latest: string): string {
  const [major = 1, minor = 0] = latest.split(".").map(Number);
  return `${major}.${minor + 1}.0`;
}
