import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { Archive } from "../../src/archive/archive.ts";
import { auditKeyOf } from "../../src/remediate/audit/audit-chain.ts";
import { migrate } from "../../src/store/migrations/migrate.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import type { Database, DatabaseTarget } from "../../src/store/sql/database.ts";
import { openPostgresArchive } from "../../src/store/telemetry/postgres/postgres-archive.ts";
import { openSqliteArchive } from "../../src/store/telemetry/sqlite/sqlite-archive.ts";
import { SECRET_KEY } from "../support/secret-key.ts";
import { postgresUrl } from "../support/services.ts";
import { NOW } from "./samples.ts";

/** An empty database of one engine, of a test's own. */
export interface Fresh {
  readonly target: DatabaseTarget;
  openDatabase(): Promise<Database>;
  openArchive(): Promise<Archive>;
  /** Closes what was opened through it, and removes the database. */
  drop(): Promise<void>;
}

interface Engine {
  readonly name: string;
  /** Why its suites are pending. */
  readonly pending: string | undefined;
  fresh: MakeFresh;
}

/** Prepared as it says, else with the schema as it is today. */
export type MakeFresh = (prepare?: (target: DatabaseTarget) => Promise<void>) => Promise<Fresh>;

const { url: server, reason } = await postgresUrl();

const engines: readonly Engine[] = [
  { name: "SQLite", pending: undefined, fresh: freshSqlite },
  { name: "PostgreSQL", pending: server === undefined ? reason : undefined, fresh: freshPostgres },
];

/** The same suite on both engines. */
export function onEachEngine(title: string, suite: (fresh: MakeFresh) => void): void {
  for (const { name, pending, fresh } of engines) {
    if (pending === undefined) describe(`${title} on ${name}`, () => suite(fresh));
    else describe.skip(`${title} on ${name} (${pending})`, () => suite(fresh));
  }
}

/** A suite about what only PostgreSQL has. */
export function onPostgres(title: string, suite: (fresh: MakeFresh) => void): void {
  const [, postgres] = engines as [Engine, Engine];
  if (postgres.pending === undefined) describe(title, () => suite(postgres.fresh));
  else describe.skip(`${title} (${postgres.pending})`, () => suite(postgres.fresh));
}

/** Migrations run once per process. Copying a migrated database takes a fraction of the time of migrating a new one. */
let sqliteTemplate: Promise<string> | undefined;
let postgresTemplate: Promise<string> | undefined;
after(async () => {
  if (postgresTemplate) await administer(`drop database ${await postgresTemplate} with (force)`);
});

async function freshSqlite(prepare = copySqliteTemplate): Promise<Fresh> {
  const directory = mkdtempSync(join(tmpdir(), "tocsin-test-store-"));
  const target = sqliteTarget(directory);
  await prepare(target);
  return opening(
    target,
    async () => openSqliteArchive(join(directory, "archive.db"), { clock: { now: () => NOW } }),
    async () => rmSync(directory, { recursive: true, force: true }),
  );
}

const sqliteTarget = (directory: string) =>
  ({ kind: "sqlite", path: join(directory, "tocsin.db"), auditKey: auditKeyOf(SECRET_KEY) }) as const;

async function makeSqliteTemplate(): Promise<string> {
  const target = sqliteTarget(mkdtempSync(join(tmpdir(), "tocsin-test-template-")));
  await migrate(target);
  return target.path;
}

async function copySqliteTemplate(target: DatabaseTarget): Promise<void> {
  sqliteTemplate ??= makeSqliteTemplate();
  if (target.kind === "sqlite") copyFileSync(await sqliteTemplate, target.path);
}

async function freshPostgres(prepare?: (target: DatabaseTarget) => Promise<void>): Promise<Fresh> {
  const name = newName();
  if (prepare === undefined) postgresTemplate ??= makePostgresTemplate();
  await administer(`create database ${name}${prepare === undefined ? ` template ${await postgresTemplate}` : ""}`);
  const target = postgresTarget(name);
  await prepare?.(target);
  return opening(
    target,
    // The tests' own time, so that the same days have partitions whenever they run.
    () => openPostgresArchive(target.url, { clock: { now: () => NOW } }),
    () => administer(`drop database ${name} with (force)`),
  );
}

const newName = (): string => `tocsin_test_${randomBytes(6).toString("hex")}`;

function postgresTarget(name: string) {
  const url = new URL(server as string);
  url.pathname = `/${name}`;
  return { kind: "postgres", url: url.toString(), auditKey: auditKeyOf(SECRET_KEY) } as const;
}

async function makePostgresTemplate(): Promise<string> {
  const name = newName();
  await administer(`create database ${name}`);
  await migrate(postgresTarget(name));
  return name;
}

function opening(target: DatabaseTarget, openArchive: () => Promise<Archive>, remove: () => Promise<void>): Fresh {
  const opened: { close(): Promise<void> }[] = [];
  const noted = async <Opened extends { close(): Promise<void> }>(opening: Promise<Opened>): Promise<Opened> => {
    const result = await opening;
    opened.push(result);
    return result;
  };
  return {
    target,
    openDatabase: () => noted(openDatabase(target)),
    openArchive: () => noted(openArchive()),
    async drop() {
      for (const each of opened) await each.close();
      await remove();
    },
  };
}

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server as string });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
