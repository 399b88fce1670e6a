import { spawn } from "node:child_process";
import path from "node:path";
import { text } from "node:stream/consumers";
import { cleanEnv, root } from "./run.ts";

const bin = path.join(root, "packages/cli/bin/tocsin.js");

export interface Terminal {
  /** Cells in a line. */
  readonly columns: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** What a terminal of that size was sent by the command line, stdout and stderr as they came, line ends as `\n`. */
export async function onTerminal(args: readonly string[], { columns, rows = 50, env = {} }: Terminal): Promise<string> {
  const quoted = [process.execPath, bin, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  // `script` is what a pseudo-terminal takes without compiling anything; it belongs to every Linux.
  const command = `stty cols ${columns} rows ${rows}; exec ${quoted}`;
  const child = spawn("script", ["--quiet", "--return", "--flush", "--command", command, "/dev/null"], {
    env: cleanEnv(env),
    stdio: ["ignore", "pipe", "inherit"],
  });
  return (await text(child.stdout)).replaceAll("\r\n", "\n");
}
