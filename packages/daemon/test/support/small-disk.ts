import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "./daemon.ts";

const FILLER_BYTES = 4096;

/** A disk of a test's own. */
export interface SmallDisk {
  readonly folder: string;
  /** Writes until nothing more fits. */
  fill(): void;
  free(): void;
  remove(): void;
}

/** Undefined where this user may not mount one. */
export function mountSmallDisk(bytes: number): SmallDisk | undefined {
  const folder = temporaryFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  const file = join(folder, "filler");
  return {
    folder,
    fill() {
      const filler = openSync(file, "w");
      expect(() => {
        for (;;) writeSync(filler, Buffer.alloc(FILLER_BYTES));
      }).to.throw("ENOSPC");
      closeSync(filler);
    },
    free: () => rmSync(file),
    remove() {
      execFileSync("umount", ["--lazy", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
