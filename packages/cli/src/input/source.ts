import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { usageError } from "../flags.ts";

/** The text of a file, or of stdin where the file is `-`. */
export async function readSource(file: string): Promise<string> {
  if (file === "-" && process.stdin.isTTY) throw usageError("- reads from a pipe, for example: cat rules.yaml | … -");
  const content =
    file === "-"
      ? await text(process.stdin)
      : await readFile(file, "utf8").catch((error: Error) => {
          throw usageError(`${file} cannot be read: ${error.message}.`);
        });
  if (content.trim() === "") throw usageError(`${file === "-" ? "stdin" : file} is empty.`);
  return content;
}
