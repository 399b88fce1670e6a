import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { Flags } from "@oclif/core";
import { usageError } from "../flags/common-flags.ts";

/** Reads a file, or stdin for `-`. */
export async function readText(file: string): Promise<string> {
  if (file !== "-")
    return readFile(file, "utf8").catch((error: Error) => {
      throw usageError(`Cannot read ${file}: ${error.message}.`);
    });
  if (process.stdin.isTTY) throw usageError("- reads from a pipe, for example: cat FILE | tocsin … -");
  return text(process.stdin);
}

/** Reads a file or stdin, and throws if it is empty. */
export async function readNonEmptyText(file: string): Promise<string> {
  const content = await readText(file);
  if (content.trim() === "") throw usageError(`${sourceName(file)} is empty.`);
  return content;
}

/** The name of the source in messages. */
export const sourceName = (file: string): string => (file === "-" ? "stdin" : file);

/** Flag of commands that read an object from a file. */
export const documentFlag = Flags.string({
  char: "f",
  description: "Read the object from a JSON or YAML file; - reads stdin. Other flags override the file.",
  helpValue: "<file|->",
});

/** Reads an object in JSON or YAML. */
export async function readDocument(file: string): Promise<Readonly<Record<string, unknown>>> {
  const content = await readText(file);
  // JSON is YAML too.
  const { parse } = await import("yaml");
  let document: unknown;
  try {
    document = parse(content);
  } catch (error) {
    throw usageError(`${sourceName(file)} is neither JSON nor YAML: ${(error as Error).message.split("\n")[0]}`);
  }
  if (typeof document !== "object" || document === null || Array.isArray(document))
    throw usageError(`${sourceName(file)} must contain one object.`);
  return document as Readonly<Record<string, unknown>>;
}
