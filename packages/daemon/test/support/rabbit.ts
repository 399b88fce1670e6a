import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { directoryFor, end, freePort, untilListening, userOf } from "./server-process.ts";

/** A RabbitMQ of a test's own, to be killed and started again on what it had on its disk. */
export interface Rabbit {
  readonly url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Ends it and throws away what it holds. */
  remove(): void;
}

const PROGRAM = "/usr/lib/rabbitmq/bin/rabbitmq-server";

export const hasRabbit = (): boolean => existsSync(PROGRAM);

/**
 * A suite with a RabbitMQ of its own, which `body` is given a way to; pending where the package is missing. The broker ends
 * after the hooks of `body`.
 */
export function describeOnRabbit(title: string, timeoutMs: number, body: (rabbit: () => Rabbit) => void): void {
  const pending = hasRabbit() ? "" : " (pending: the package rabbitmq-server is not installed)";
  describe(`${title}${pending}`, function () {
    this.timeout(timeoutMs);
    let rabbit: Rabbit | undefined;
    before(async function () {
      if (!hasRabbit()) this.skip();
      rabbit = await openRabbit();
      await rabbit.start();
    });
    body(() => rabbit as Rabbit);
    after(() => rabbit?.remove());
  });
}

/**
 * Everything on loopback, the distribution port and its name server included. `name` is that of its node, which another
 * one may have too: each has a name server of its own.
 */
export async function openRabbit(name?: string): Promise<Rabbit> {
  if (!hasRabbit()) throw new Error("the package rabbitmq-server is not installed");
  const user = userOf("rabbitmq");
  const home = directoryFor("rabbitmq", user);
  const [port, distribution, names] = [await freePort(), await freePort(), await freePort()];
  const configuration = [
    `listeners.tcp.1 = 127.0.0.1:${port}`,
    "log.console = false",
    "disk_free_limit.absolute = 50MB",
    "vm_memory_high_watermark.absolute = 512MB",
  ];
  writeFileSync(join(home, "rabbitmq.conf"), `${configuration.join("\n")}\n`);
  writeFileSync(join(home, "enabled_plugins"), "[].\n");
  // Started here, since the one that the server starts outlives it.
  const nameServer = spawn("epmd", ["-address", "127.0.0.1", "-port", String(names)], { ...user, stdio: "ignore" });
  nameServer.on("error", () => undefined);
  nameServer.unref();
  const env = {
    PATH: process.env["PATH"],
    HOME: home,
    RABBITMQ_NODENAME: name ?? `tocsin${process.pid}-${port}@localhost`,
    RABBITMQ_BASE: home,
    RABBITMQ_MNESIA_BASE: join(home, "mnesia"),
    RABBITMQ_LOG_BASE: join(home, "log"),
    RABBITMQ_CONFIG_FILE: join(home, "rabbitmq.conf"),
    RABBITMQ_CONF_ENV_FILE: join(home, "none"),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(home, "enabled_plugins"),
    RABBITMQ_PID_FILE: join(home, "pid"),
    RABBITMQ_DIST_PORT: String(distribution),
    ERL_EPMD_PORT: String(names),
    ERL_EPMD_ADDRESS: "127.0.0.1",
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: "-kernel inet_dist_use_interface {127,0,0,1} +S 2:2 +sbwt none",
  };
  let child: ChildProcess | undefined;
  return {
    url: `amqp://guest:guest@127.0.0.1:${port}`,
    async start() {
      child = spawn(PROGRAM, [], { ...user, cwd: home, stdio: "ignore", detached: true, env });
      child.unref();
      await untilListening(port, child);
    },
    async kill() {
      const ended = new Promise((resolve) => child?.once("exit", resolve));
      if (child?.pid !== undefined) end(child.pid);
      await ended;
    },
    remove() {
      for (const pid of [child?.pid, nameServer.pid]) if (pid !== undefined) end(pid);
      rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
