import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { Flags } from "@oclif/core";
import { usageError } from "../flags/common-flags.ts";

/** Of commands that take a thing from a file. */
export const documentFlag = Flags.string({
  char: "f",
  description: "Read it from a file, JSON or YAML; - reads stdin. Other flags win over it.",
  helpValue: "<file|->",
});

/** The object of a file in JSON or YAML, or of stdin where the file is `-`. */
export async function readDocument(file: string): Promise<Readonly<Record<string, unknown>>> {
  const where = file === "-" ? "What stdin says" : file;
  if (file === "-" && process.stdin.isTTY) throw usageError("-f - reads from a pipe.");
  const content =
    file === "-"
      ? await text(process.stdin)
      : await readFile(file, "utf8").catch((error: Error) => {
          throw usageError(`${file} cannot be read: ${error.message}.`);
        });
  // JSON is YAML too.
  const { parse } = await import("yaml");
  let document: unknown;
  try {
    document = parse(content);
  } catch (error) {
    throw usageError(`${where} is neither JSON nor YAML: ${(error as Error).message.split("\n")[0]}`);
  }
  if (typeof document !== "object" || document === null || Array.isArray(document))
    throw usageError(`${where} must be one object.`);
  return document as Readonly<Record<string, unknown>>;
}
