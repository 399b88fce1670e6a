import { closeSync, fsyncSync, openSync } from "node:fs";

/** Makes what a file holds durable. */
export function syncFile(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes names that were added to a folder, or moved there, durable. Windows synchronizes no folders. */
export function syncFolder(folder: string): void {
  if (process.platform !== "win32") syncFile(folder);
}
