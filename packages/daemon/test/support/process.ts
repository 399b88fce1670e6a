import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { SECRET } from "./tokens.ts";
import { waitFor } from "./wait.ts";

export const TOCSIND = fileURLToPath(new URL("../../bin/tocsind.js", import.meta.url));
const CONDITION = "--conditions=tocsin-source";

/** The daemon as it is started by people: a process of its own, each role in a thread. */
export interface DaemonProcess extends SpawnedDaemon {
  /** Of a process that is only a worker: where it answers health and metrics. */
  readonly core: string;
  readonly ingest: string;
}

export type Environment = Readonly<Record<string, string>>;

/** The environment without any setting of Tocsin but these. */
const environmentOf = (dataDir: string, settings: Environment): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("TOCSIN_") && name !== "NODE_OPTIONS"),
  ),
  TOCSIN_DATA_DIR: dataDir,
  TOCSIN_CORE_PORT: "0",
  TOCSIN_INGEST_PORT: "0",
  TOCSIN_JWT_SECRET: SECRET,
  TOCSIN_DEFAULT_SERVICES_MAX: "1000",
  ...settings,
});

const running = new Set<ChildProcess>();
if (typeof after === "function") {
  after(() => {
    for (const child of running) child.kill("SIGKILL");
  });
}

/** A daemon that need not become ready. */
export interface SpawnedDaemon {
  readonly pid: number;
  /** Sends the signal; resolves with the exit code, null where the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  readonly exited: Promise<number | null>;
  /** All that it wrote. */
  output(): string;
}

export interface SpawnOptions {
  /** A file in place of a pipe that the test reads. */
  readonly stdout?: number | "pipe";
  /** A command that runs the daemon. */
  readonly wrapper?: readonly string[];
}

export function spawnDaemon(
  dataDir: string,
  settings: Environment = {},
  { stdout = "pipe", wrapper = [] }: SpawnOptions = {},
): SpawnedDaemon {
  const [command = process.execPath, ...before] = wrapper.length > 0 ? [...wrapper, process.execPath] : [];
  const child = spawn(command, [...before, CONDITION, TOCSIND], {
    env: environmentOf(dataDir, settings),
    stdio: ["ignore", stdout, "pipe"],
  });
  running.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  const exited = new Promise<number | null>((resolve) => {
    child.on("close", (status) => {
      running.delete(child);
      resolve(status);
    });
  });
  return {
    pid: child.pid as number,
    exited,
    output: () => output,
    end(signal) {
      child.kill(signal);
      return exited;
    },
  };
}

export async function startDaemonProcess(dataDir: string, settings: Environment = {}): Promise<DaemonProcess> {
  const daemon = spawnDaemon(dataDir, settings);
  return { ...daemon, ...(await untilReady(daemon)) };
}

/** Many times what a start takes, for machines that run other tests too. */
const START_MS_MAX = 60_000;

/** Where it listens, once it is ready. */
export async function untilReady(daemon: SpawnedDaemon): Promise<{ readonly core: string; readonly ingest: string }> {
  let ended: { readonly code: number | null } | undefined;
  void daemon.exited.then((code) => {
    ended = { code };
  });
  const ready = await waitFor(
    () => {
      if (ended) throw new Error(`The daemon ended with ${ended.code}: ${daemon.output()}`);
      return daemon
        .output()
        .split("\n")
        .find((line) => line.startsWith("{") && line.includes('"Ready"'));
    },
    { within: START_MS_MAX, what: "the daemon to be ready" },
  );
  const { core, ingest, worker } = JSON.parse(ready) as { core?: string; ingest: string; worker: string };
  return { core: core ?? worker, ingest };
}

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of the daemon beside others; the event loop goes on. */
export function runCommand(dataDir: string, settings: Environment, args: readonly string[]): Promise<Outcome> {
  const child = spawn(process.execPath, [CONDITION, TOCSIND, ...args], { env: environmentOf(dataDir, settings) });
  running.add(child);
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (chunk: string) => (output[name] += chunk));
  return new Promise((resolve) => {
    child.on("close", (code) => {
      running.delete(child);
      resolve({ code, ...output });
    });
  });
}

/** Runs the daemon where it is expected to end by itself. */
export function runDaemon(
  dataDir: string,
  settings: Environment,
  { args = [], node = process.execPath }: { args?: string[]; node?: string } = {},
): Outcome {
  const { status, stdout, stderr } = spawnSync(node, [CONDITION, TOCSIND, ...args], {
    env: environmentOf(dataDir, settings),
    encoding: "utf8",
    timeout: 15_000,
  });
  return { code: status, stdout, stderr };
}
