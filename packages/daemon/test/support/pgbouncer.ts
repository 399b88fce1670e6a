import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { directoryFor, end, freePort, untilListening, userOf } from "./server-process.ts";

/** A PgBouncer of a test's own in front of a database. */
export interface PgBouncer {
  readonly url: string;
  remove(): void;
}

const PROGRAM = "/usr/sbin/pgbouncer";

export const hasPgBouncer = (): boolean => existsSync(PROGRAM);

export async function openPgBouncer(
  target: string,
  mode: "session" | "transaction",
  settings: Readonly<Record<string, string>> = {},
): Promise<PgBouncer> {
  const user = userOf("postgres");
  const home = directoryFor("pgbouncer", user);
  const port = await freePort();
  const { hostname, port: serverPort, username, password, pathname } = new URL(target);
  const server = [`host=${hostname}`, `port=${serverPort || 5432}`, `user=${username}`];
  if (password !== "") server.push(`password=${decodeURIComponent(password)}`);
  const options = {
    listen_addr: "127.0.0.1",
    listen_port: String(port),
    unix_socket_dir: home,
    auth_type: "any",
    pool_mode: mode,
    default_pool_size: "60",
    ...settings,
  };
  const lines = Object.entries(options).map(([name, value]) => `${name} = ${value}`);
  const file = join(home, "pgbouncer.ini");
  writeFileSync(file, `[databases]\n* = ${server.join(" ")}\n[pgbouncer]\n${lines.join("\n")}\n`, { mode: 0o644 });
  const child: ChildProcess = spawn(PROGRAM, [file], { ...user, cwd: home, stdio: "ignore", detached: true });
  child.unref();
  await untilListening(port, child);
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  url.pathname = pathname;
  return {
    url: url.toString(),
    remove() {
      if (child.pid !== undefined) end(child.pid);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
