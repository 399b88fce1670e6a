import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Creates a folder and its missing parents; returns the created ones, the outermost first. Node's recursive `mkdir` never
 * ends on /proc and reports a read-only file system as a missing folder.
 */
export function makeFolders(folder: string): readonly string[] {
  const missing: string[] = [];
  let path = resolve(folder);
  let found = stat(path);
  for (; found === undefined && dirname(path) !== path; found = stat(path)) {
    missing.unshift(path);
    path = dirname(path);
  }
  if (found?.isDirectory() === false) throw new Error(`${path} is a file`);
  return missing.filter(makeFolder);
}

const stat = (path: string) => statSync(path, { throwIfNoEntry: false });

/** False where another process created it meanwhile. */
function makeFolder(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && stat(path)?.isDirectory()) return false;
    if (code === "ENOENT") throw new Error(`the file system of ${dirname(path)} takes no folders`, { cause: error });
    throw error;
  }
}
