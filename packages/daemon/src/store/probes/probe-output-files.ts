import { createHash, randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { mkdir, open, opendir, rename, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { OutputFiles } from "../../probe/output-files.ts";

const READ_NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW;
const NAMES_AT_ONCE_MAX = 500;
/** A SHA-256 in hex. Other names must not become a part of a path. */
const isOutputRef = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

/**
 * Files in folders by the first two digits of their names. A final rename makes a file appear whole. Storing the same
 * content again replaces the file, so its age shows the last use. A sweep moves a file aside before it checks the age
 * again, so that a concurrent store keeps its file.
 */
export function createOutputFiles(directory: string): OutputFiles {
  const pathOf = (ref: string): string => {
    if (!isOutputRef(ref)) throw new Error("No reference to an output.");
    return join(directory, ref.slice(0, 2), ref);
  };
  return {
    async keep(text) {
      const ref = createHash("sha256").update(text).digest("hex");
      const path = pathOf(ref);
      await mkdir(join(directory, ref.slice(0, 2)), { recursive: true, mode: 0o700 });
      await writeWhole(aside(path), path, text);
      return ref;
    },
    async open(ref) {
      if (!isOutputRef(ref)) return undefined;
      const file = await open(pathOf(ref), READ_NO_LINK).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      if (!file) return undefined;
      const { size } = await file.stat();
      return { bytes: size, content: file.createReadStream() };
    },
    async sweep(folder, before, named) {
      const path = join(directory, folder.toString(16).padStart(2, "0"));
      let removed = 0;
      for await (const names of oldNames(path, before)) {
        const wanted = await named(names.filter(isOutputRef));
        for (const name of names) {
          if (!wanted.has(name) && (await removeOld(join(path, name), before))) removed += 1;
        }
      }
      return removed;
    },
  };
}

const aside = (path: string): string => `${path}.${randomBytes(6).toString("hex")}`;

async function writeWhole(draft: string, path: string, text: string): Promise<void> {
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await file.close();
    await unlink(draft).catch(() => undefined);
    throw error;
  }
  await file.close();
  await rename(draft, path);
}

/** Names in a folder, of outputs and of drafts that a crash left, in parts. */
async function* oldNames(path: string, before: number): AsyncGenerator<string[]> {
  const folder = await opendir(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!folder) return;
  let names: string[] = [];
  for await (const { name } of folder) {
    if (!(await isOld(join(path, name), before))) continue;
    names.push(name);
    if (names.length < NAMES_AT_ONCE_MAX) continue;
    yield names;
    names = [];
  }
  if (names.length > 0) yield names;
}

const isOld = async (path: string, before: number): Promise<boolean> => {
  const found = await stat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  return found !== undefined && found.mtimeMs < before;
};

async function removeOld(path: string, before: number): Promise<boolean> {
  const moved = aside(path);
  try {
    await rename(path, moved);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
  if (await isOld(moved, before)) {
    await unlink(moved);
    return true;
  }
  // It was kept again since its age was read.
  await rename(moved, path);
  return false;
}
