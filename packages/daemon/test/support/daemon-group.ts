import { rmSync } from "node:fs";
import { temporaryFolder } from "./daemon.ts";
import { createOwnDatabase, type OwnDatabase } from "./database.ts";
import { type DaemonProcess, type Environment, startDaemonProcess } from "./process.ts";
import { hasRabbit, openRabbit, type Rabbit } from "./rabbit.ts";
import { SECRET_KEY } from "./secret-key.ts";
import { postgresUrl } from "./services.ts";

export interface StartOptions {
  readonly settings?: Environment;
  /** Of a process that ended; a new folder where none is given. */
  readonly dataDir?: string;
}

export type StartDaemon = (roles: string, options?: StartOptions) => Promise<DaemonProcess>;

/** Daemon processes on one PostgreSQL, with a RabbitMQ of their own. */
export interface DaemonGroup {
  readonly rabbit: Rabbit;
  readonly start: StartDaemon;
  /** Kills the processes that still run, and removes RabbitMQ and the data directories. */
  close(): Promise<void>;
}

export async function openDaemonGroup(databaseUrl: string): Promise<DaemonGroup> {
  const rabbit = await openRabbit();
  await rabbit.start();
  const processes: DaemonProcess[] = [];
  const folders = new Set<string>();
  return {
    rabbit,
    async start(roles, { settings = {}, dataDir = temporaryFolder() } = {}) {
      folders.add(dataDir);
      const daemon = await startDaemonProcess(dataDir, {
        TOCSIN_DATABASE_URL: databaseUrl,
        TOCSIN_AMQP_URL: rabbit.url,
        TOCSIN_SECRET_KEY: SECRET_KEY,
        TOCSIN_ROLES: roles,
        ...settings,
      });
      processes.push(daemon);
      return daemon;
    },
    async close() {
      await Promise.all(processes.map((daemon) => daemon.end("SIGKILL")));
      rabbit.remove();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

const { url: server, reason } = await postgresUrl();
const pending = server === undefined ? reason : hasRabbit() ? "" : "the package rabbitmq-server is not installed";

/** A suite whose daemon processes share a database and a RabbitMQ, both of its own. */
export function describeDaemonGroup(
  title: string,
  suite: (start: StartDaemon, database: () => OwnDatabase, rabbit: () => Rabbit) => void,
): void {
  if (pending !== "")
    return void describe.skip(`${title} (pending: ${pending})`, () => suite(notStarted, notStarted, notStarted));
  describe(title, () => {
    let database: OwnDatabase | undefined;
    let group: DaemonGroup | undefined;
    before(async function () {
      this.timeout(120_000);
      database = await createOwnDatabase(server as string);
      group = await openDaemonGroup(database.url);
    });
    suite(
      (...args) => (group as DaemonGroup).start(...args),
      () => database as OwnDatabase,
      () => (group as DaemonGroup).rabbit,
    );
    after(async function () {
      this.timeout(60_000);
      await group?.close();
      await database?.drop();
    });
  });
}

const notStarted = (): never => {
  throw new Error(pending);
};
