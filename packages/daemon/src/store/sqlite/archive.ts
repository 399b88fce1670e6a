import type Database from "better-sqlite3";
import type { Archive, ArchivePage, ArchiveQuery, Sampled, SampleQuery, WalkQuery } from "../../archive/archive.ts";
import { fillPage } from "../../archive/page.ts";
import { toRecordJson } from "../../ingest/normalise.ts";
import { badCursor } from "../../kernel/errors.ts";
import { SEARCH_TERMS_MAX } from "../../model/limits.ts";
import type { Scope } from "../../model/scope.ts";
import type { LogLevel, Telemetry, TelemetryKind } from "../../model/telemetry.ts";
import { openSqlite } from "./open.ts";
import { indexedText, wordsAsked } from "./words.ts";

/**
 * Telemetry in SQLite, in a file of its own, so that its large transactions hold up nobody.
 *
 * A record's key is its time in milliseconds followed by 21 bits of a counter: the order of keys is the
 * order of time. One full-text index answers every search. Besides the words of the message it holds
 * marks for the organization, its kinds and levels, the service and the pattern, each one word of
 * private-use characters, letters and digits that no text can hold. A search is then an intersection of posting lists,
 * walked from the newest on, that ends when a page is full: its cost hangs on the page and on how
 * rare the combination is, not on how much is stored, and there is no second index to write.
 */
const SCHEMA = `
  create table if not exists source (
    id integer primary key, organization_id text not null, service text not null, unique (organization_id, service)
  );
  create table if not exists record (key integer primary key, id blob not null, json text not null);
  create unique index if not exists record_by_id on record (id);
  create virtual table if not exists word using fts5 (
    text, content='', contentless_delete=1, detail=none, tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co'"
  );
`;

const COUNTER_BITS = 21n;
const COUNTER_MASK = (1n << COUNTER_BITS) - 1n;
const SOURCES_IN_MEMORY_MAX = 200_000;
const RECORDS_IN_TRANSACTION_MAX = 10_000;

/** What lies beyond is kept under the first or the last time that a key can hold: the years 1830 and 2109. */
const KEY_TIME_MAX = 2 ** 42 - 1;

/** SQLite's integers have 64 bits. */
const KEY_MAX = 2n ** 63n - 1n;

const firstKeyAt = (time: number): bigint =>
  BigInt(Math.max(-KEY_TIME_MAX, Math.min(KEY_TIME_MAX, Math.floor(time)))) << COUNTER_BITS;

const LEVEL_MARK: Readonly<Record<LogLevel, string>> = { debug: "0", info: "1", warn: "2", error: "3", fatal: "4" };
const KIND_MARK: Readonly<Record<TelemetryKind, string>> = { log: "5", metric: "6", deployment: "7" };
/** A number from 0 to LOTS for each key; those of keys that follow each other lie far apart. */
const LOTS = 65_536;
const LOT = `(((word.rowid & ${COUNTER_MASK}) + (word.rowid >> ${COUNTER_BITS}) * 31) * 40503 & ${LOTS - 1})`;
/** What is longer comes without what somebody added to it, and with the beginning of its message. */
const SAMPLED_CHARS_MAX = 4096;
const SAMPLED_JSON = `case when length(record.json) <= ${SAMPLED_CHARS_MAX} then record.json else
  json_set(json_remove(record.json, '$.metadata', '$.labels'), '$.message', substr(record.json ->> 'message', 1, 2000))
end`;
const ORGANIZATION_MARK = "\uE000";
const SERVICE_MARK = "\uE001";
const PATTERN_MARK = "\uE002";

export function openSqliteArchive(path: string, options: { readonly readonly?: boolean } = {}): Archive {
  const database = openSqlite(path, { synchronous: "FULL", ...options });
  if (!options.readonly) {
    database.pragma("wal_autocheckpoint = 8000");
    database.exec(SCHEMA);
    // Fewer, larger merges than the defaults: pages are written less often, and searches walk a few pieces more.
    database.exec("insert into word(word, rank) values ('automerge', 8)");
  }
  const statements = prepare(database, options.readonly ?? false);
  const sources = createSources(statements);
  let counter = BigInt((statements.lastCounter.get() as { n: number } | undefined)?.n ?? 0);

  const insert = database.transaction((group: readonly Telemetry[]) => {
    // The full-text index takes keys in growing order in one piece; out of order it would write a piece each.
    const inOrder = [...group].sort((a, b) => a.timestamp - b.timestamp);
    for (const telemetry of inOrder) {
      counter = (counter + 1n) & COUNTER_MASK;
      addOne(statements, sources, telemetry, firstKeyAt(telemetry.timestamp) | counter);
    }
  });

  return {
    async add(telemetry) {
      for (let start = 0; start < telemetry.length; start += RECORDS_IN_TRANSACTION_MAX) {
        const group = telemetry.slice(start, start + RECORDS_IN_TRANSACTION_MAX);
        try {
          insert.immediate(group);
        } catch (error) {
          sources.forget();
          throw error;
        }
      }
    },
    search: async (scope, query) => search(database, sources, scope, query),
    walk: async (scope, query) => walk(database, sources, scope, query),
    sample: async (scope, query) => sample(statements, sources, scope, query),
    async get(scope, id) {
      const row = statements.byId.get(idBytes(id)) as { json: string } | undefined;
      if (!row) return undefined;
      return (JSON.parse(row.json) as { organizationId: string }).organizationId === scope.organizationId
        ? row.json
        : undefined;
    },
    async removeBefore(time, most) {
      return database.transaction(() => {
        const end = firstKeyAt(time);
        const last = statements.removable.get(end, most) as { key: bigint | null } | undefined;
        if (last?.key == null) return 0;
        statements.removeWords.run(last.key);
        return statements.removeRecords.run(last.key).changes;
      })();
    },
    async close() {
      database.close();
    },
  };
}

type Statements = ReturnType<typeof prepare>;

function prepare(database: Database.Database, readonly: boolean) {
  const writing = (sql: string): Database.Statement => database.prepare(readonly ? "select 1" : sql);
  return {
    addRecord: writing("insert or ignore into record (key, id, json) values (?, ?, ?)"),
    addWords: writing("insert into word (rowid, text) values (?, ?)"),
    keyTaken: database.prepare("select 1 from record where key = ?"),
    lastBetween: database.prepare("select max(key) as key from record where key between ? and ?").safeIntegers(),
    countBetween: database.prepare("select count(*) from word where word match ? and rowid >= ? and rowid < ?").pluck(),
    drawnBetween: database
      .prepare(
        `select ${SAMPLED_JSON} from word cross join record on record.key = word.rowid
         where word match ? and word.rowid >= ? and word.rowid < ? and ${LOT} < ? order by word.rowid`,
      )
      .pluck(),
    byId: database.prepare("select json from record where id = ?"),
    lastCounter: database.prepare(`select key & ${COUNTER_MASK} as n from record order by rowid desc limit 1`),
    addSource: writing("insert or ignore into source (organization_id, service) values (?, ?)"),
    source: database.prepare("select id from source where organization_id = ? and service = ?").pluck(),
    removable: database
      .prepare("select max(key) as key from (select key from record where key < ? order by key limit ?)")
      .safeIntegers(),
    removeWords: writing("delete from word where rowid in (select key from record where key <= ?)"),
    removeRecords: writing("delete from record where key <= ?"),
  };
}

function addOne(statements: Statements, sources: Sources, telemetry: Telemetry, firstKey: bigint): void {
  const id = idBytes(telemetry.id);
  const json = toRecordJson(telemetry);
  let key = firstKey;
  while (statements.addRecord.run(key, id, json).changes === 0) {
    if (!statements.keyTaken.get(key)) return; // its id is held already
    // One time holds more than the counter tells apart: on behind the last of it, wherever that is.
    const last = statements.lastBetween.get(key, key | COUNTER_MASK) as { key: bigint };
    key = last.key + 1n;
  }
  statements.addWords.run(key, wordsOf(sources, telemetry));
}

function wordsOf(sources: Sources, telemetry: Telemetry): string {
  const organization = sources.add(telemetry.organizationId, "");
  const service = sources.add(telemetry.organizationId, telemetry.service);
  const kind = KIND_MARK[telemetry.kind];
  let marks =
    `${ORGANIZATION_MARK}${organization} ${ORGANIZATION_MARK}${organization}x${kind} ` +
    `${SERVICE_MARK}${service} ${SERVICE_MARK}${service}x${kind}`;
  if (telemetry.kind !== "log") return marks;
  const level = LEVEL_MARK[telemetry.level];
  marks += ` ${ORGANIZATION_MARK}${organization}x${level} ${SERVICE_MARK}${service}x${level} `;
  if (telemetry.patternId !== undefined) marks += `${PATTERN_MARK}${organization}x${telemetry.patternId} `;
  return marks + indexedText(telemetry.message);
}

interface Sources {
  add(organizationId: string, service: string): number;
  find(organizationId: string, service: string): number | undefined;
  forget(): void;
}

/** Numbers for organizations (the empty service) and their services, so that a mark is short. */
function createSources(statements: Statements): Sources {
  const memory = new Map<string, Map<string, number>>();
  let held = 0;
  const find = (organizationId: string, service: string): number | undefined => {
    const known = memory.get(organizationId)?.get(service);
    if (known !== undefined) return known;
    const stored = statements.source.get(organizationId, service) as number | undefined;
    if (stored === undefined) return undefined;
    if (held >= SOURCES_IN_MEMORY_MAX) {
      memory.clear();
      held = 0;
    }
    const names = memory.get(organizationId) ?? new Map<string, number>();
    memory.set(organizationId, names.set(service, stored));
    held += 1;
    return stored;
  };
  return {
    find,
    add(organizationId, service) {
      const known = find(organizationId, service);
      if (known !== undefined) return known;
      statements.addSource.run(organizationId, service);
      return find(organizationId, service) as number;
    },
    forget() {
      memory.clear();
      held = 0;
    },
  };
}

interface Keyed {
  readonly key: bigint;
  readonly json: string;
}

const lengthOf = ({ json }: Keyed): number => Buffer.byteLength(json);

function pageOf({ rows, more }: { readonly rows: readonly Keyed[]; readonly more: boolean }): ArchivePage {
  const last = rows.at(-1);
  const records = rows.map(({ json }) => json);
  return more && last ? { records, cursor: last.key.toString(36) } : { records };
}

function walk(database: Database.Database, sources: Sources, scope: Scope, query: WalkQuery): ArchivePage {
  const match = matchExpression(sources, scope, query);
  if (match === undefined) return { records: [] };
  const start = firstKeyAt(query.from);
  const after = query.cursor ? parseCursor(query.cursor) + 1n : start;
  const found = database
    .prepare(
      `select record.key as key, record.json as json from word cross join record on record.key = word.rowid
       where word match ? and word.rowid >= ? and word.rowid < ? order by word.rowid limit ?`,
    )
    .safeIntegers()
    .iterate(match, after > start ? after : start, firstKeyAt(query.to + 1), query.limit + 1);
  return pageOf(fillPage(found as IterableIterator<Keyed>, query.limit, lengthOf));
}

function search(database: Database.Database, sources: Sources, scope: Scope, query: ArchiveQuery): ArchivePage {
  const match = matchExpression(sources, scope, query);
  if (match === undefined) return { records: [] };
  const from = firstKeyAt(query.from ?? Number.NEGATIVE_INFINITY);
  const end = query.to === undefined ? undefined : firstKeyAt(query.to + 1) - 1n;
  const before = query.cursor ? parseCursor(query.cursor) : undefined;
  const upTo = [end, before === undefined ? undefined : before - 1n].reduce<bigint>(
    (least, bound) => (bound !== undefined && bound < least ? bound : least),
    KEY_MAX,
  );
  const found = database
    .prepare(
      `select record.key as key, record.json as json from word cross join record on record.key = word.rowid
       where word match ? and word.rowid >= ? and word.rowid <= ? order by word.rowid desc limit ?`,
    )
    .safeIntegers()
    .iterate(match, from, upTo, query.limit + 1);
  return pageOf(fillPage(found as IterableIterator<Keyed>, query.limit, lengthOf));
}

/**
 * Which ones is decided by the keys, before a record is read: each draws a lot, always the same one. Counting and
 * drawing cost a fifth of a microsecond for each that there is.
 */
function sample(statements: Statements, sources: Sources, scope: Scope, query: SampleQuery): Sampled[] {
  const source = sources.find(scope.organizationId, query.service);
  if (source === undefined) return [];
  const suffixes = query.levels.length > 0 ? query.levels.map((level) => LEVEL_MARK[level]) : [KIND_MARK.metric];
  const match = suffixes.map((suffix) => `"${SERVICE_MARK}${source}x${suffix}"`).join(" OR ");
  const [from, end] = [firstKeyAt(query.from), firstKeyAt(query.from + query.step * query.steps)];
  const total = statements.countBetween.get(match, from, end) as number;
  const weight = Math.max(1, total / query.most);
  const drawn = statements.drawnBetween.all(match, from, end, LOTS / weight) as string[];
  return drawn.map((json) => ({ json, weight }));
}

/** The marks and words that must all occur; undefined where something was never seen, so that nothing can match. */
function matchExpression(
  sources: Sources,
  scope: Scope,
  query: Pick<ArchiveQuery, "service" | "level" | "kind" | "text" | "patternIds">,
): string | undefined {
  const organization = sources.find(scope.organizationId, "");
  const source = sources.find(scope.organizationId, query.service ?? "");
  if (organization === undefined || source === undefined) return undefined;
  const mark = `${query.service === undefined ? ORGANIZATION_MARK : SERVICE_MARK}${source}`;
  const words: string[] = [];
  if (query.level) words.push(`${mark}x${LEVEL_MARK[query.level]}`);
  if (query.kind) words.push(`${mark}x${KIND_MARK[query.kind]}`);
  if (query.text !== undefined) {
    const terms = wordsAsked(query.text, SEARCH_TERMS_MAX);
    if (terms.length === 0 && query.text.trim() !== "") return undefined;
    words.push(...terms);
  }
  // Every other mark implies the plain one; a word of the message doesn't.
  if (!query.level && !query.kind) words.unshift(mark);
  const conditions = words.map((word) => `"${word}"`);
  const patterns = query.patternIds?.map((id) => `"${PATTERN_MARK}${organization}x${id}"`) ?? [];
  if (patterns.length > 0) conditions.push(`(${patterns.join(" OR ")})`);
  return conditions.join(" AND ");
}

/** A cursor is a key in base 36. */
function parseCursor(text: string): bigint {
  const [, sign, digits] = /^(-?)([0-9a-z]{1,13})$/.exec(text) ?? [];
  if (digits === undefined) throw badCursor();
  let value = 0n;
  for (const digit of digits) value = value * 36n + BigInt(Number.parseInt(digit, 36));
  if (value > KEY_MAX) throw badCursor();
  return sign === "-" ? -value : value;
}

const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll("-", ""), "hex");
