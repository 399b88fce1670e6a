import { execFileSync, spawn } from "node:child_process";
import { globSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { connect } from "amqplib";
import pg from "pg";
import { hasRabbit, openRabbit } from "./rabbit.ts";
import { directoryFor, end, freePort, POLL_MS, START_MS_MAX, untilListening, userOf } from "./server-process.ts";

/**
 * The database and the broker that tests run against: those that the environment names, else those that
 * listen at their usual ports, else ones started for this run from the machine's packages and stopped at its
 * end. Where there are none, the suites that want them are pending and say why.
 */
export interface Service {
  /** Undefined where there is none. */
  readonly url: string | undefined;
  /** Why there is none. */
  readonly reason: string;
}

const POSTGRES_USUAL = ["postgres://root@127.0.0.1:5432/postgres", "postgres://postgres@127.0.0.1:5432/postgres"];
const AMQP_USUAL = "amqp://guest:guest@127.0.0.1:5672";

const missing: string[] = [];
const stops: (() => void)[] = [];

let postgres: Promise<Service> | undefined;
let amqp: Promise<Service> | undefined;

/** A database whose user may create databases. */
export const postgresUrl = (): Promise<Service> => (postgres ??= found("PostgreSQL", findPostgres));
export const amqpUrl = (): Promise<Service> => (amqp ??= found("RabbitMQ", findAmqp));

async function found(name: string, find: () => Promise<string>): Promise<Service> {
  try {
    return { url: await find(), reason: "" };
  } catch (error) {
    const reason = `no ${name}: ${(error as Error).message}`;
    missing.push(reason);
    return { url: undefined, reason };
  }
}

/** Mocha calls it at the very end of the run, which needs this file among its `require`s. */
export function mochaGlobalTeardown(): void {
  for (const stop of stops.splice(0)) stop();
  for (const reason of missing.splice(0)) console.log(`  Suites were pending: ${reason}`);
}

async function findPostgres(): Promise<string> {
  const named = process.env["TOCSIN_TEST_DATABASE_URL"];
  if (named) return answersPostgres(named).then(() => named);
  for (const usual of POSTGRES_USUAL) {
    if (
      await answersPostgres(usual).then(
        () => true,
        () => false,
      )
    )
      return usual;
  }
  return startPostgres();
}

async function answersPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function findAmqp(): Promise<string> {
  const named = process.env["TOCSIN_TEST_AMQP_URL"];
  if (named) return answersAmqp(named).then(() => named);
  if (
    await answersAmqp(AMQP_USUAL).then(
      () => true,
      () => false,
    )
  )
    return AMQP_USUAL;
  return startRabbit();
}

async function answersAmqp(url: string): Promise<void> {
  const connection = await connect(url, { timeout: 3000 });
  connection.on("error", () => undefined);
  await connection.close();
}

async function startPostgres(): Promise<string> {
  const directory = globSync("/usr/lib/postgresql/*/bin").at(-1);
  if (!directory) throw new Error("none on 127.0.0.1:5432, and the package postgresql is not installed");
  const user = userOf("postgres");
  const home = directoryFor("postgres", user);
  const data = join(home, "data");
  const port = await freePort();
  const initial = ["-D", data, "-U", "tocsin", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8"];
  execFileSync(join(directory, "initdb"), initial, { ...user, cwd: home, stdio: "ignore" });
  const settings = [`listen_addresses=127.0.0.1`, `unix_socket_directories=${home}`, "fsync=off"];
  const flags = settings.flatMap((setting) => ["-c", setting]);
  const child = spawn(join(directory, "postgres"), ["-D", data, "-p", String(port), ...flags], {
    ...user,
    cwd: home,
    stdio: "ignore",
    detached: true,
  });
  child.unref();
  stopAtEnd(() => {
    if (child.pid !== undefined) end(child.pid);
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });
  await untilListening(port, child);
  const url = `postgres://tocsin@127.0.0.1:${port}/postgres`;
  for (const deadline = Date.now() + START_MS_MAX; ; await wait(POLL_MS)) {
    const problem = await answersPostgres(url).then(
      () => undefined,
      (error: Error) => error,
    );
    if (!problem) return url;
    if (Date.now() > deadline) throw problem;
  }
}

async function startRabbit(): Promise<string> {
  if (!hasRabbit()) throw new Error("none on 127.0.0.1:5672, and the package rabbitmq-server is not installed");
  const rabbit = await openRabbit();
  stopAtEnd(() => rabbit.remove());
  await rabbit.start();
  await answersAmqp(rabbit.url);
  return rabbit.url;
}

/** What they hold is thrown away with them, so that they are ended without ceremony. */
function stopAtEnd(stop: () => void): void {
  stops.push(stop);
  process.once("exit", () => {
    if (stops.includes(stop)) stop();
  });
}
