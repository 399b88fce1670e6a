import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { globSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { directoryFor, end, freePort, POLL_MS, START_MS_MAX, untilListening, userOf } from "./server-process.ts";

/** A PostgreSQL of a test's own, to be crashed and started again on what it had on its disk. */
export interface PostgresServer {
  readonly url: string;
  /** Resolves when it answers queries. */
  start(): Promise<void>;
  /** Immediate shutdown: every session is aborted, and the next start recovers from the write-ahead log. */
  crash(): Promise<void>;
  /** Ends it and throws away what it holds. */
  remove(): void;
}

const programs = (): string | undefined => globSync("/usr/lib/postgresql/*/bin").at(-1);

export const hasPostgres = (): boolean => programs() !== undefined;

/** `home`: where it keeps its files; a temporary folder where none is given. */
export async function openPostgresServer(home?: string): Promise<PostgresServer> {
  const directory = programs();
  if (!directory) throw new Error("the package postgresql is not installed");
  const user = userOf("postgres");
  const folder = directoryFor("postgres", user, home);
  const data = join(folder, "data");
  const port = await freePort();
  const url = `postgres://tocsin@127.0.0.1:${port}/postgres`;
  const initial = ["-D", data, "-U", "tocsin", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8"];
  execFileSync(join(directory, "initdb"), initial, { ...user, cwd: folder, stdio: "ignore" });
  const settings = [`listen_addresses=127.0.0.1`, `unix_socket_directories=${folder}`, "fsync=off"];
  const flags = settings.flatMap((setting) => ["-c", setting]);
  let child: ChildProcess | undefined;
  return {
    url,
    async start() {
      const started = spawn(join(directory, "postgres"), ["-D", data, "-p", String(port), ...flags], {
        ...user,
        cwd: folder,
        stdio: "ignore",
        detached: true,
      });
      child = started;
      started.unref();
      await untilListening(port, started);
      for (const deadline = Date.now() + START_MS_MAX; ; await wait(POLL_MS)) {
        const problem = await answersPostgres(url).then(
          () => undefined,
          (error: Error) => error,
        );
        if (!problem) return;
        if (Date.now() > deadline) throw problem;
      }
    },
    async crash() {
      const ended = new Promise((resolve) => child?.once("exit", resolve));
      child?.kill("SIGQUIT");
      await ended;
    },
    remove() {
      if (child?.pid !== undefined) end(child.pid);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

export async function answersPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
  } finally {
    await client.end().catch(() => undefined);
  }
}
