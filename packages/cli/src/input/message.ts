import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { Failure } from "../failure/failure.ts";
import { usageError } from "../flags/common-flags.ts";

/**
 * Reads a text from the argument, from a pipe or `-`, or from $VISUAL or $EDITOR on a terminal. `what` names it in
 * errors, such as `The comment`. Throws for an empty text.
 */
export async function readMessage(given: string | undefined, what: string): Promise<string> {
  const words = given !== undefined && given !== "-" ? given : await piped(given, what);
  if (words.trim() === "") throw usageError(`${what} is empty.`);
  return words;
}

async function piped(given: string | undefined, what: string): Promise<string> {
  if (given === "-" || !process.stdin.isTTY) return (await text(process.stdin)).trimEnd();
  const editor = process.env["VISUAL"] || process.env["EDITOR"];
  if (!editor) throw usageError(`${what} is missing. Give it as an argument, pipe it in, or set EDITOR.`);
  return edit(editor);
}

/** Opens an editor, which is a command with flags. */
async function edit(editor: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "tocsin-"));
  const file = path.join(folder, "words.md");
  try {
    await writeFile(file, "", { mode: 0o600 });
    // The editor can have flags, as for git; the path has no special characters of a shell.
    const child = spawn(`${editor} "${file}"`, { shell: true, stdio: ["inherit", process.stderr, "inherit"] });
    const code = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
    if (code !== 0) throw new Failure(`The editor (${editor}) exited with ${code}. Nothing was sent.`);
    return (await readFile(file, "utf8")).trimEnd();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
