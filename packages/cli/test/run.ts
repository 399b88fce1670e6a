import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../..", import.meta.url));
const bin = path.join(root, "packages/cli/bin/tocsin.js");

export interface Ran {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the machine says of its own Tocsin, of its colours and of being in CI. */
const own =
  /^(?:TOCSIN_|NODE_(?!COMPILE_CACHE)|npm_|INIT_CWD$|(?:FORCE|NO)_COLOR$|COLORTERM$|CI(?:_|$)|GITHUB_|GITLAB_)/;

/** An environment in which nothing of that is seen. */
export function cleanEnv(env: Record<string, string> = {}): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => !own.test(name));
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    TERM: "xterm-256color",
    XDG_CONFIG_HOME: mkdtempSync(path.join(tmpdir(), "tocsin-cli-")),
    ...env,
  };
}

/** Starts the command line as a checkout does, as a process of its own. */
export function start(args: readonly string[], env: Record<string, string>, cwd: string = root) {
  return spawn(process.execPath, [bin, ...args], {
    cwd,
    env,
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** Runs the command line to its end. */
export async function tocsin(
  args: readonly string[],
  { env = {}, input = "", cwd = root }: { env?: Record<string, string>; input?: string; cwd?: string } = {},
): Promise<Ran> {
  const child = start(args, cleanEnv(env), cwd);
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const closed = new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.on("close", (code, signal) => resolve([code, signal])),
  );
  const [stdout, stderr, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, signal, stdout, stderr };
}

/** A token that says what it should and is signed by nobody. */
export function tokenOf(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "HS256" })}.${part(claims)}.signature`;
}
