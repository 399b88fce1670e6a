import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { usageError } from "../flags/common-flags.ts";

/** The text of a file, or of stdin where the file is `-`; nothing at all is a mistake. */
export async function readNonEmptyText(file: string): Promise<string> {
  const content = await readText(file);
  if (content.trim() === "") throw usageError(`${sourceName(file)} is empty.`);
  return content;
}

/** The same where there may be nothing to read. */
export async function readText(file: string): Promise<string> {
  if (file === "-" && process.stdin.isTTY) throw usageError("- reads from a pipe, for example: cat rules.yaml | … -");
  if (file === "-") return text(process.stdin);
  return readFile(file, "utf8").catch((error: Error) => {
    throw usageError(`${file} cannot be read: ${error.message}.`);
  });
}

/** What people call it. */
export const sourceName = (file: string): string => (file === "-" ? "stdin" : file);
