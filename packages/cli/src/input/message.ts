import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { Failure } from "../failure/failure.ts";
import { usageError } from "../flags/common-flags.ts";

/**
 * What somebody wants to say: as an argument, else from a pipe (`-` says so aloud), else in $VISUAL or $EDITOR on a
 * terminal. `what` is such as `The comment`. Throws where nothing was said.
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

/** Has a person write in an editor, which is a command with its flags. */
async function edit(editor: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "tocsin-"));
  const file = path.join(folder, "words.md");
  try {
    await writeFile(file, "", { mode: 0o600 });
    // The editor's name may come with flags, as git takes it; the path has nothing that a shell would read.
    const child = spawn(`${editor} "${file}"`, { shell: true, stdio: ["inherit", process.stderr, "inherit"] });
    const code = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
    if (code !== 0) throw new Failure(`The editor (${editor}) exited with ${code}. Nothing was sent.`);
    return (await readFile(file, "utf8")).trimEnd();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
