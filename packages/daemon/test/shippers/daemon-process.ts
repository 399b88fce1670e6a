import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SECRET } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

/** The daemon as its users run it: a process of its own, which may be stopped, killed and started again. */
export interface DaemonProcess {
  readonly core: string;
  readonly ingest: string;
  /** Starts it, on the same ports and data each time; resolves when it is ready. */
  start(): Promise<void>;
  /** Ends it and waits until it has ended. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Ends it, if it runs, and removes its data. */
  remove(): Promise<void>;
}

const bin = fileURLToPath(new URL("../../bin/tocsind.js", import.meta.url));
const READY_MS_MAX = 20_000;
const LOG_CHARS_KEPT = 4000;

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), "tocsin-shippers-"));

/** Ports that nobody listens on; held all at one time, so that they differ. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}

/** Whether one of its interfaces answers that it is ready; they open one after the other. */
const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/health/ready`).then(
    (response) => response.status === 200,
    () => false,
  );

export async function createDaemonProcess(): Promise<DaemonProcess> {
  const dataDir = temporaryFolder();
  const [corePort, ingestPort] = await freePorts(2);
  const core = `http://127.0.0.1:${corePort}`;
  const ingest = `http://127.0.0.1:${ingestPort}`;
  let child: ChildProcess | undefined;
  let log = "";

  const start = async (): Promise<void> => {
    const env = {
      PATH: process.env["PATH"],
      TOCSIN_DATA_DIR: dataDir,
      TOCSIN_CORE_PORT: String(corePort),
      TOCSIN_INGEST_PORT: String(ingestPort),
      TOCSIN_JWT_SECRET: SECRET,
    };
    const started = spawn(process.execPath, ["--conditions=tocsin-source", bin], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = started;
    for (const output of [started.stdout, started.stderr]) {
      output.on("data", (chunk: Buffer) => {
        log = (log + chunk.toString()).slice(-LOG_CHARS_KEPT);
      });
    }
    await waitFor(
      async () => {
        if (started.exitCode !== null) throw new Error(`The daemon ended with ${started.exitCode}: ${log}`);
        return (await isReady(ingest)) && (await isReady(core));
      },
      { within: READY_MS_MAX, what: "the daemon to be ready" },
    );
  };
  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, "exit");
    running.kill(signal);
    await ended;
  };
  return {
    core,
    ingest,
    start,
    end,
    async remove() {
      await end("SIGKILL");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
