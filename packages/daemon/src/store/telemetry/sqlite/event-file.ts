import type Database from "better-sqlite3";
import type { Telemetry } from "../../../model/telemetry.ts";
import { telemetryOf, toRecordJson } from "../../../model/telemetry-record.ts";
import { inFile, namingFile } from "../../sql/damaged-file.ts";
import { isDiskTrouble, openSqlite, withSqliteFile } from "../../sql/open-sqlite.ts";
import { COUNTER_MASK, firstKeyAt, type KeyCounter, type KeyRange, SAMPLE_HASH } from "./event-keys.ts";
import { createSources, type Sources } from "./sources.ts";
import { indexedWords } from "./sqlite-index-marks.ts";

export type EventFile = ReturnType<typeof openEventFile>;

export type Order = "newest" | "oldest";

export interface KeyedRecord {
  readonly key: bigint;
  readonly json: string;
}

const SCHEMA = `
  create table if not exists source (
    id integer primary key, organization_id text not null, service text not null, unique (organization_id, service)
  );
  create table if not exists record (key integer primary key, id blob not null, json text not null);
  create unique index if not exists record_by_id on record (id);
  create virtual table if not exists word using fts5 (
    text, content='', contentless_delete=1, detail=none, tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co'"
  );
  create table if not exists fact (name text primary key, value integer not null) without rowid;
`;

/** Longer records come without their metadata and labels, and with the beginning of their message. */
const SAMPLED_CHARS_MAX = 4096;
const SAMPLED_JSON = `case when length(record.json) <= ${SAMPLED_CHARS_MAX} then record.json else
  json_set(json_remove(record.json, '$.metadata', '$.labels'), '$.message', substr(record.json ->> 'message', 1, 2000))
end`;
/** Dozens of files are open at once, and the operating system caches their pages as well. */
const READER_CACHE_KIB = 1024;
const WRITER_CACHE_KIB = 2048;

/** One SQLite file of telemetry: records by key, and a full-text index whose posting lists answer every search. */
export const openEventFile = (path: string, options: { readonly readonly: boolean }) =>
  inFile(path, () => openAt(path, options));

function openAt(path: string, options: { readonly readonly: boolean }) {
  const database = openSqlite(path, { synchronous: "FULL", readonly: options.readonly });
  try {
    return eventFile(path, database, options.readonly);
  } catch (error) {
    database.close();
    throw error;
  }
}

function eventFile(path: string, database: Database.Database, readonly: boolean) {
  database.pragma(`cache_size = -${readonly ? READER_CACHE_KIB : WRITER_CACHE_KIB}`);
  if (!readonly) {
    database.pragma("wal_autocheckpoint = 8000");
    createSchema(database);
  }
  const statements = statementsOf(database);
  const sources = createSources(
    namingFile(path, {
      insert: (organizationId: string, service: string) => void statements.addSource().run(organizationId, service),
      select: (organizationId: string, service: string) =>
        statements.source().get(organizationId, service) as number | undefined,
    }),
  );
  const methods = {
    ...readingOf(statements),
    ...writingOf(database, statements, sources),
    bytes: (): number => (statements.pageCount().get() as number) * (statements.pageSize().get() as number),
    /** Writes the whole write-ahead log into the file and empties it; false where a reader or the disk prevents it. */
    checkpoint(): boolean {
      try {
        const [answer] = database.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
        return answer?.busy === 0;
      } catch (error) {
        if (isDiskTrouble(error)) return false;
        throw error;
      }
    },
    close: (): void => void database.close(),
  };
  return { sources, ...namingFile(path, methods) };
}

/** Writes nothing where the schema is there: a file opens on a full disk, too. */
function createSchema(database: Database.Database): void {
  if (database.prepare("select 1 from sqlite_schema where name = 'fact'").get()) return;
  database.exec(SCHEMA);
  // Fewer, larger merges than the defaults: pages are written less often, and searches walk a few pieces more.
  database.exec("insert into word(word, rank) values ('automerge', 8)");
}

const readingOf = (statements: Statements) => ({
  /** Matches in the order of keys. Close the iterator before any other use of the file. */
  matches: (expression: string, { from, to }: KeyRange, order: Order, limit: number) =>
    statements[order]().iterate(expression, from, to, limit) as IterableIterator<KeyedRecord>,
  /** The key of the first match in this order. */
  firstMatch: (expression: string, { from, to }: KeyRange, order: Order) =>
    statements[`${order}Key`]().get(expression, from, to) as bigint | undefined,
  countMatches: (expression: string, { from, to }: KeyRange) =>
    statements.countBetween().get(expression, from, to) as number,
  /** Matches with a lower lot than this; long ones are shortened. */
  drawMatches: (expression: string, { from, to }: KeyRange, lotsBelow: number) =>
    statements.drawnBetween().all(expression, from, to, lotsBelow) as KeyedRecord[],
  get: (id: string) => statements.byId().get(idBytes(id)) as string | undefined,
  /** The first records of a range, in the order of keys. Close the iterator before any other use of the file. */
  records: ({ from, to }: KeyRange, limit: number) =>
    statements.between().iterate(from, to, limit) as IterableIterator<KeyedRecord>,
  /** The first and the last key; undefined where the file is empty. */
  keys(): KeyRange | undefined {
    const from = statements.firstKey().get() as bigint | null;
    return from === null ? undefined : { from, to: statements.lastKey().get() as bigint };
  },
  /** Records that were stored since the file was made and not removed. */
  count: (): number => (statements.fact().get(RECORDS) as number | undefined) ?? 0,
  /** The number of transactions of `insert`. */
  writes: (): number => (statements.fact().get(WRITES) as number | undefined) ?? 0,
});

const RECORDS = "records";
const SEGMENTS_SINCE = "segments since";
/** Counted in the transaction that it counts, so that a file without its last transactions shows it. */
const WRITES = "writes";

function writingOf(database: Database.Database, statements: Statements, sources: Sources) {
  const insert = database.transaction((telemetry: readonly Telemetry[], counter: KeyCounter): number => {
    let added = 0;
    for (const item of telemetry) if (addRecord(statements, sources, item, counter)) added += 1;
    statements.addToFact().run(RECORDS, added);
    return statements.countWrite().get(WRITES) as number;
  });
  const insertKeyed = database.transaction((records: readonly KeyedRecord[]) => {
    for (const { key, json } of records) {
      const telemetry = telemetryOf(json);
      statements.addRecord().run(key, idBytes(telemetry.id), json);
      statements.addWords().run(key, indexedWords(sources, telemetry));
    }
    statements.addToFact().run(RECORDS, records.length);
  });
  const removeBefore = database.transaction((key: bigint, most: number): number => {
    const last = statements.removable().get(key, most) as bigint | null;
    if (last === null) return 0;
    statements.removeWords().run(last);
    const { changes } = statements.removeRecords().run(last);
    statements.addToFact().run(RECORDS, -changes);
    return changes;
  });
  return {
    /** Stores new records, told apart by id, in one transaction. Returns the number of such transactions so far. */
    insert(telemetry: readonly Telemetry[], counter: KeyCounter): number {
      try {
        return insert.immediate(telemetry, counter);
      } catch (error) {
        sources.forget();
        throw error;
      }
    },
    /** Stores records under the keys that they have in another file. */
    insertKeyed: (records: readonly KeyedRecord[]): void => insertKeyed.immediate(records),
    /** Corrects the count after records moved to another file. */
    discount: (records: number): void => void statements.addToFact().run(RECORDS, -records),
    /** Removes records before a key, a bounded number. Returns how many. */
    removeBefore: (key: bigint, most: number): number => removeBefore(key, most),
    /** Continues the count of the file that this one replaces. */
    continueWrites: (writes: number): void => void statements.addToFact().run(WRITES, writes),
    /** The time from which on segments hold the telemetry; stored once. */
    segmentsSince(proposed: () => number): number {
      const stored = statements.fact().get(SEGMENTS_SINCE) as number | undefined;
      if (stored !== undefined) return stored;
      const since = proposed();
      statements.addToFact().run(SEGMENTS_SINCE, since);
      return since;
    },
  };
}

/** False where its id is stored already. */
function addRecord(statements: Statements, sources: Sources, telemetry: Telemetry, counter: KeyCounter): boolean {
  const id = idBytes(telemetry.id);
  const json = toRecordJson(telemetry);
  let key = firstKeyAt(telemetry.timestamp) | counter.next();
  while (statements.addRecord().run(key, id, json).changes === 0) {
    if (!statements.keyTaken().get(key)) return false;
    // One millisecond has more records than the counter tells apart: use the key behind the last one of it.
    const last = statements.lastBetween().get(key, key | COUNTER_MASK) as bigint;
    key = last + 1n;
  }
  statements.addWords().run(key, indexedWords(sources, telemetry));
  return true;
}

type Statements = ReturnType<typeof statementsOf>;

/** Prepared at their first use: a search opens dozens of files and needs two statements of each. */
function statementsOf(database: Database.Database) {
  const lazy = (sql: string, adapt = (statement: Database.Statement): Database.Statement => statement) => {
    let prepared: Database.Statement | undefined;
    return (): Database.Statement => {
      prepared ??= adapt(database.prepare(sql));
      return prepared;
    };
  };
  const value = (sql: string) => lazy(sql, (statement) => statement.pluck());
  const key = (sql: string) => lazy(sql, (statement) => statement.pluck().safeIntegers());
  const keyed = (sql: string) => lazy(sql, (statement) => statement.safeIntegers());
  const matching = (columns: string, join: string) =>
    `select ${columns} from word ${join} where word match ? and word.rowid >= ? and word.rowid <= ?`;
  const withRecord = "cross join record on record.key = word.rowid";
  const columns = "record.key as key, record.json as json";
  return {
    addRecord: lazy("insert or ignore into record (key, id, json) values (?, ?, ?)"),
    addWords: lazy("insert into word (rowid, text) values (?, ?)"),
    keyTaken: lazy("select 1 from record where key = ?"),
    lastBetween: key("select max(key) from record where key between ? and ?"),
    newest: keyed(`${matching(columns, withRecord)} order by word.rowid desc limit ?`),
    oldest: keyed(`${matching(columns, withRecord)} order by word.rowid limit ?`),
    newestKey: key(`${matching("word.rowid", "")} order by word.rowid desc limit 1`),
    oldestKey: key(`${matching("word.rowid", "")} order by word.rowid limit 1`),
    countBetween: value(matching("count(*)", "")),
    drawnBetween: keyed(
      `${matching(`record.key as key, ${SAMPLED_JSON} as json`, withRecord)} and ${SAMPLE_HASH} < ? order by word.rowid`,
    ),
    between: keyed("select key, json from record where key between ? and ? order by key limit ?"),
    byId: value("select json from record where id = ?"),
    firstKey: key("select min(key) from record"),
    lastKey: key("select max(key) from record"),
    addSource: lazy("insert or ignore into source (organization_id, service) values (?, ?)"),
    source: value("select id from source where organization_id = ? and service = ?"),
    removable: key("select max(key) from (select key from record where key < ? order by key limit ?)"),
    removeWords: lazy("delete from word where rowid in (select key from record where key <= ?)"),
    removeRecords: lazy("delete from record where key <= ?"),
    fact: value("select value from fact where name = ?"),
    addToFact: lazy("insert into fact values (?, ?) on conflict (name) do update set value = value + excluded.value"),
    countWrite: value(
      "insert into fact values (?, 1) on conflict (name) do update set value = value + 1 returning value",
    ),
    pageCount: value("pragma page_count"),
    pageSize: value("pragma page_size"),
  };
}

/** The number of writes that a file at rest holds, by a look at one row; 0 for a file of an earlier version. */
export const readWriteCount = (path: string, options: { readonly readonly: boolean }): number =>
  withSqliteFile(path, options, (database) => {
    if (!database.prepare("select 1 from sqlite_schema where name = 'fact'").get()) return 0;
    return (database.prepare("select value from fact where name = ?").pluck().get(WRITES) as number | undefined) ?? 0;
  });

const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll("-", ""), "hex");
