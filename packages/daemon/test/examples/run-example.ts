import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { mintToken } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** An example that runs. */
export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Outcome>;
  stdout(): string;
  /** Waits until it says so on stdout or stderr. */
  says(words: RegExp): Promise<RegExpExecArray>;
}

export interface Where {
  readonly core: string;
  readonly ingest: string;
}

const running = new Set<ChildProcess>();
after(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts a script of examples/ as people do: a process of its own, told by the environment where Tocsin is. */
export function startExample(
  daemon: Where,
  [script, ...words]: readonly [string, ...string[]],
  settings: Readonly<Record<string, string>> = {},
): Running {
  const node = script.endsWith(".mjs");
  const child = spawn(node ? process.execPath : "sh", [`${root}examples/${script}`, ...words], {
    env: {
      PATH: [`${root}node_modules/.bin`, process.env["PATH"]].join(delimiter),
      HOME: process.env["TMPDIR"] ?? "/tmp",
      // What is installed is compiled; in a checkout there is the source.
      NODE_OPTIONS: "--conditions=tocsin-source",
      TOCSIN_URL: daemon.core,
      TOCSIN_INGEST_URL: daemon.ingest,
      TOCSIN_TOKEN: mintToken(),
      ...settings,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  running.add(child);
  // One that has ended reads no more.
  child.stdin.on("error", () => undefined);
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  const ended = new Promise<Outcome>((resolve) => {
    child.on("close", (code) => {
      running.delete(child);
      resolve({ code, stdout, stderr });
    });
  });
  return {
    child,
    ended,
    stdout: () => stdout,
    says: (words) =>
      waitFor(() => words.exec(stdout) ?? words.exec(stderr) ?? undefined, {
        within: 20_000,
        what: `${script} to say ${words}: ${stdout} ${stderr}`,
      }),
  };
}

/** Runs one to its end. */
export const runExample = (...args: Parameters<typeof startExample>): Promise<Outcome> => startExample(...args).ended;
