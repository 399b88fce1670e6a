import { Flags } from "@oclif/core";
import { usageError } from "../flags/common-flags.ts";
import { readText, sourceName } from "./text-source.ts";

/** Of commands that read an object from a file. */
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
