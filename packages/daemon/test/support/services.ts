import { connect } from "amqplib";
import { answersPostgres, hasPostgres, openPostgresServer } from "./postgres-server.ts";
import { hasRabbit, openRabbit } from "./rabbit.ts";

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
  if (!hasPostgres()) throw new Error("none on 127.0.0.1:5432, and the package postgresql is not installed");
  const server = await openPostgresServer();
  stopAtEnd(() => server.remove());
  await server.start();
  return server.url;
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
