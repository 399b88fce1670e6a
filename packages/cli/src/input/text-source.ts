import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { usageError } from "../flags/common-flags.ts";

/** Reads a file, or stdin where the file is `-`. */
export async function readText(file: string): Promise<string> {
  if (file !== "-")
    return readFile(file, "utf8").catch((error: Error) => {
      throw usageError(`Cannot read ${file}: ${error.message}.`);
    });
  if (process.stdin.isTTY) throw usageError("- reads from a pipe, for example: cat FILE | tocsin … -");
  return text(process.stdin);
}

/** The same, where an empty text is a mistake. */
export async function readNonEmptyText(file: string): Promise<string> {
  const content = await readText(file);
  if (content.trim() === "") throw usageError(`${sourceName(file)} is empty.`);
  return content;
}

/** How messages call the source. */
export const sourceName = (file: string): string => (file === "-" ? "stdin" : file);
