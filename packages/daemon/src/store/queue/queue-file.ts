import type Database from "better-sqlite3";
import { randomId } from "../../kernel/ids.ts";
import { openSqlite } from "../sql/open-sqlite.ts";

/** `organization_id` is the lane whose order a row keeps; the payload comes last, since reading past it costs. */
const SCHEMA = `
  create table if not exists identity (only integer primary key check (only = 1), id text not null);
  create table if not exists batch (
    position integer primary key autoincrement,
    total integer not null, -- of earlier versions
    organization_id text not null default '',
    events integer not null default 0,
    bytes integer not null default 0,
    payload blob not null
  );
  create table if not exists service (
    organization_id text not null, name text not null,
    primary key (organization_id, name)
  ) without rowid;
  create table if not exists refusal (
    organization_id text not null, reason text not null, count integer not null,
    first_at integer not null, last_at integer not null, services text not null,
    primary key (organization_id, reason)
  ) without rowid;
`;

/** Answers what waits of an organization without touching a payload. */
const LANES = "create index if not exists batch_lane on batch (organization_id, position, events, bytes)";

/** Files of earlier versions counted events up to each row, and had one lane for all. */
const ADD_LANES = `
  alter table batch add column organization_id text not null default '';
  alter table batch add column events integer not null default 0;
  alter table batch add column bytes integer not null default 0;
  update batch set bytes = length(payload), events = total - counted.before
  from (select position, lag(total, 1, 0) over (order by position) as before from batch) as counted
  where batch.position = counted.position;
`;

export function prepareQueueFile(database: Database.Database): void {
  database.transaction(() => {
    database.exec(SCHEMA);
    const columns = database.pragma("table_info(batch)") as { name: string }[];
    if (!columns.some(({ name }) => name === "organization_id")) database.exec(ADD_LANES);
    database.exec(LANES);
    database.prepare("insert or ignore into identity values (1, ?)").run(randomId());
  })();
}

export const identityOf = (database: Database.Database): string =>
  database.prepare("select id from identity").pluck().get() as string;

/** The name of the consumed positions of this very file: a new file counts from 1 again. */
export const consumerOf = (database: Database.Database): string => `embedded:${identityOf(database)}`;

/** The identity of a queue's file, which is made where there is none. */
export function queueIdentity(path: string): string {
  const database = openSqlite(path, { synchronous: "FULL" });
  try {
    prepareQueueFile(database);
    return identityOf(database);
  } finally {
    database.close();
  }
}

/** The last position that was given, also of a row that is gone; 0 for none. */
export const lastPositionOf = (database: Database.Database): number =>
  database
    .prepare("select coalesce((select seq from sqlite_sequence where name = 'batch'), 0)")
    .pluck()
    .get() as number;
