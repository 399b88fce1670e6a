import { randomUUID } from "node:crypto";
import { open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Flags } from "@oclif/core";
import { exitCodes, Failure } from "./failure/failure.ts";
import { usageError } from "./flags/common-flags.ts";
import { cleanSyntax } from "./text/clean-text.ts";

export const exportFlags = {
  file: Flags.string({
    description: "File to write, completely or not at all; stdout by default.",
    helpValue: "<path>",
  }),
};

/** The output of an export with --json. */
export interface ExportResult {
  readonly file: string;
  readonly bytes: number;
}

/** Fails before the request if the export has no destination. */
export function requireExportFile(isJson: boolean, file: string | undefined): void {
  if (isJson && file === undefined) throw usageError("The export is CSV: --json needs --file.");
}

/** The command, which reports the size of the file. */
interface Reporter {
  jsonEnabled(): boolean;
  note(text: string): void;
}

/** Writes an export to the file, or to stdout as fast as it is read. Returns undefined for stdout. */
export async function writeExport(
  reporter: Reporter,
  text: string,
  file: string | undefined,
): Promise<ExportResult | undefined> {
  const safe = cleanSyntax(text);
  if (file === undefined) {
    await pipeline(Readable.from(pieces(safe)), process.stdout, { end: false });
    return undefined;
  }
  const bytes = await writeWhole(file, safe);
  if (!reporter.jsonEnabled()) reporter.note(`${file}: ${bytes} bytes.`);
  return { file, bytes };
}

function* pieces(text: string, length = 65_536): Generator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

/**
 * Writes a temporary file and renames it, so that an interrupted export leaves the old file. Links, modes and devices
 * are kept. Returns the number of bytes.
 */
async function writeWhole(file: string, text: string): Promise<number> {
  const bytes = Buffer.from(text);
  try {
    const there = await stat(file).catch(() => undefined);
    if (there && !there.isFile()) await writeFile(file, bytes);
    else await replace(there ? await realpath(file) : file, bytes, there?.mode);
    return bytes.length;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? `the folder ${path.dirname(file)} does not exist` : message;
    throw new Failure(`Cannot write ${file}: ${why}.`, exitCodes.failure);
  }
}

async function replace(file: string, bytes: Buffer, mode: number | undefined): Promise<void> {
  const beside = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID().slice(0, 8)}`);
  try {
    const handle = await open(beside, "wx", mode === undefined ? 0o666 : 0o600);
    try {
      if (mode !== undefined) await handle.chmod(mode & 0o777);
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {});
    throw error;
  }
}
