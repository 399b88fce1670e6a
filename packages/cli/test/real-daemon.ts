import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { cleanEnv, root } from "./run.ts";

/** Node's arguments that run the daemon of the checkout. */
export const daemonWords = ["--conditions=tocsin-source", path.join(root, "packages/daemon/bin/tocsind.js")];

/** A real daemon on free ports with its own folder. */
export interface RealDaemon {
  readonly core: string;
  readonly ingest: string;
  readonly dataDir: string;
  token(organization: string): string;
  stop(): Promise<void>;
}

export async function startRealDaemon(settings: Readonly<Record<string, string>> = {}): Promise<RealDaemon> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "tocsin-real-"));
  const env = cleanEnv({ TOCSIN_DATA_DIR: dataDir, TOCSIN_CORE_PORT: "0", TOCSIN_INGEST_PORT: "0", ...settings });
  const child = spawn(process.execPath, daemonWords, { env, stdio: ["ignore", "pipe", "pipe"] });
  const addresses = await addressesOf(child);
  return {
    ...addresses,
    dataDir,
    token: (organization) =>
      execFileSync(process.execPath, [...daemonWords, "token", "--organization", organization, "--subject", "ada"], {
        env,
        encoding: "utf8",
      }).trim(),
    stop: async () => {
      if (child.exitCode === null) {
        const ended = new Promise((resolve) => child.once("exit", resolve));
        child.kill("SIGTERM");
        await ended;
      }
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits for the addresses in the daemon's log. */
function addressesOf(child: ChildProcess): Promise<{ core: string; ingest: string }> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The daemon ended with ${code}.`)));
    for (const stream of [child.stdout, child.stderr])
      if (stream)
        createInterface({ input: stream }).on("line", (line) => {
          if (line.includes('"core":"http')) resolve(JSON.parse(line) as { core: string; ingest: string });
        });
  });
}
