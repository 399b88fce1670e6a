// Starts and stops what is measured, each in a process of its own.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { atExit } from "./at-exit.mjs";

/** `getconf CLK_TCK`, the unit of processor times. */
const TICKS_PER_SECOND = 100;

/** Processor time of a process so far, of all its threads. */
export function cpuMsOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1000;
}

const root = fileURLToPath(new URL("../../..", import.meta.url));

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });

function launch(args, env, ready) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  atExit(() => child.kill("SIGKILL"));
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`${args[0]} ended with ${code} before it was ready.`)));
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
      if (output.includes(ready)) resolve(child);
    });
  });
}

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "tocsin-bench-"));
  return { folder, remove: atExit(() => rmSync(folder, { recursive: true, force: true })) };
}

const end = (child) =>
  new Promise((resolve) => {
    child.removeAllListeners("exit").once("exit", resolve);
    child.kill("SIGTERM");
  });

export async function startBaseline() {
  const { folder, remove } = temporaryFolder();
  const port = await freePort();
  const child = await launch(
    ["packages/lab/bench/baseline.mjs", join(folder, "baseline.db"), String(port)],
    {},
    "ready",
  );
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await end(child);
      remove();
    },
  };
}

/** On an empty database of its own, unless `given` names another. */
export async function startDaemon(roles, given = {}) {
  const { folder, remove } = temporaryFolder();
  const [core, ingest] = [await freePort(), await freePort()];
  const env = {
    TOCSIN_DATA_DIR: folder,
    TOCSIN_CORE_PORT: String(core),
    TOCSIN_INGEST_PORT: String(ingest),
    TOCSIN_ROLES: roles,
    TOCSIN_JWT_SECRET: "benchmark-only-9wK2xPz7QdT4mRv0LcJ8yHs5BnG1fA6e",
    TOCSIN_SERVICES_MAX: "100000",
    TOCSIN_LOG_LEVEL: "info",
    ...given,
  };
  const child = await launch(["packages/daemon/bin/tocsind.js"], env, '"Ready"');
  return {
    url: `http://127.0.0.1:${ingest}`,
    core: `http://127.0.0.1:${core}`,
    secret: env.TOCSIN_JWT_SECRET,
    /** Resident memory in MiB, now and at the most. */
    memory() {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      const field = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1024);
      return { now: field("VmRSS"), peak: field("VmHWM") };
    },
    cpuMs: () => cpuMsOf(child.pid),
    /** As a process that was killed, or a machine that is gone. */
    kill() {
      child.removeAllListeners("exit").kill("SIGKILL");
      remove();
    },
    async stop() {
      await end(child);
      remove();
    },
  };
}
