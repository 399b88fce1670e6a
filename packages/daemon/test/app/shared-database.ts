import pg from "pg";
import { type Registration, registerProcess } from "../../src/app/backends/registration.ts";
import { readConfig } from "../../src/app/config/config.ts";
import { silentLogger } from "../../src/kernel/logger.ts";
import type { Fresh, MakeFresh } from "../store/engines.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { SECRET } from "../support/tokens.ts";

export const KEY = "k7Qz0vXfJp2mW9sLrT4yBn6hGd8cAe1uKj5oVi3xRwE=";

/** The stores and helpers of the tests about processes that share a database. */
export function sharedDatabase(fresh: MakeFresh) {
  let database: Fresh;
  const stops: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    database = await fresh();
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
    await database.drop();
  });

  const url = (): string => (database.target.kind === "postgres" ? database.target.url : "");
  const configOf = (more: Readonly<Record<string, string>>) =>
    readConfig({
      TOCSIN_DATA_DIR: temporaryFolder(),
      TOCSIN_DATABASE_URL: url(),
      TOCSIN_AMQP_URL: "amqp://127.0.0.1:1",
      TOCSIN_JWT_SECRET: SECRET,
      TOCSIN_SECRET_KEY: KEY,
      ...more,
    });
  const start = async (more: Readonly<Record<string, string>> = {}, broker?: string): Promise<Registration> => {
    const registration = await registerProcess(configOf(more), broker, silentLogger);
    stops.push(registration.end);
    return registration;
  };
  const register = async (more: Readonly<Record<string, string>> = {}, broker?: string): Promise<() => Promise<void>> =>
    (await start(more, broker)).end;
  const problemOf = (work: Promise<void>): Promise<string> =>
    work.then(
      () => "none",
      (error: Error) => error.message,
    );
  const refusalOf = (more: Readonly<Record<string, string>>, broker?: string): Promise<string> =>
    register(more, broker).then(
      () => "registered",
      (error: Error) => error.message,
    );
  const query = async <Row extends object>(sql: string): Promise<readonly Row[]> => {
    const client = new pg.Client({ connectionString: url() });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  };

  return {
    register,
    query,
    refusalOf,
    stops,
    start,
    problemOf,
    url,
    configOf,
    get database() {
      return database;
    },
  };
}
