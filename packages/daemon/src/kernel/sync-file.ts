import { closeSync, fsyncSync, openSync } from "node:fs";

/** Makes the content of a file durable. */
export function syncFile(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes new names in a folder durable. Windows can't sync folders. */
export function syncFolder(folder: string): void {
  if (process.platform !== "win32") syncFile(folder);
}
