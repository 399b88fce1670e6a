import { type ChildProcess, execFileSync } from "node:child_process";
import { chownSync, mkdtempSync } from "node:fs";
import { connect as connectSocket, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

export const START_MS_MAX = 60_000;
export const POLL_MS = 100;

/** Neither server runs as root: the packages' own users do. */
export interface User {
  readonly uid?: number;
  readonly gid?: number;
}

export function userOf(name: string): User {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number => Number(execFileSync("id", [flag, name], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

export function directoryFor(name: string, user: User, below = tmpdir()): string {
  const directory = mkdtempSync(join(below, `tocsin-test-${name}-`));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(directory, user.uid, user.gid);
  return directory;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function untilListening(port: number, child: ChildProcess): Promise<void> {
  const end = Date.now() + START_MS_MAX;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`);
    const open = await new Promise<boolean>((resolve) => {
      const socket = connectSocket(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (open) return;
    await wait(POLL_MS);
  }
  throw new Error("it did not start in time");
}

/** With its group where it leads one: RabbitMQ's server is a script that starts others. */
export function end(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, "SIGKILL");
    } catch {
      // It ended before, or leads no group.
    }
  }
}
