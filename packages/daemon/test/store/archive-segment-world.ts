import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import fc from "fast-check";
import type { Archive, ArchiveQuery } from "../../src/archive/archive.ts";
import { DAY_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import type { LogEvent } from "../../src/model/telemetry.ts";
import { toRecordJson } from "../../src/model/telemetry-record.ts";
import { openSqliteArchive, type SqliteArchiveOptions } from "../../src/store/telemetry/sqlite/sqlite-archive.ts";
import { ACME, idsOf, log, NOW, OTHER } from "./samples.ts";

export const LONG_AGO = Date.parse("2001-01-01T00:00:00Z");

const time = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 3 * 24 * 60 }).map((minutes) => NOW - minutes * MINUTE_MS) },
  { weight: 1, arbitrary: fc.integer({ min: 80, max: 200 }).map((day) => NOW - day * DAY_MS) },
  { weight: 1, arbitrary: fc.constantFrom(NOW, NOW - DAY_MS, NOW + 5 * DAY_MS, LONG_AGO) },
);
const level = fc.constantFrom("info" as const, "error" as const);
export const record = fc.record({
  timestamp: time,
  organizationId: fc.constantFrom("acme", "acme", "acme", "other"),
  service: fc.constantFrom("pay", "cart"),
  level,
  message: fc.constantFrom("card declined", "card accepted", `long ${"word ".repeat(300)}`),
});
export const query = fc.record(
  {
    service: fc.constantFrom("pay", "cart", "nobody"),
    level,
    text: fc.constantFrom("card", "declined card", "word", "absent"),
    from: time,
    to: time,
  },
  { requiredKeys: [] },
);
type Query = typeof query extends fc.Arbitrary<infer Value> ? Value : never;

const isWanted = ({ service, level, text, from = -8e15, to = 8e15 }: Query, record: LogEvent): boolean =>
  record.organizationId === "acme" &&
  (service === undefined || record.service === service) &&
  (level === undefined || record.level === level) &&
  (text?.split(" ") ?? []).every((word) => record.message.includes(word)) &&
  record.timestamp >= from &&
  record.timestamp <= to;

export const storedAndAsked = fc.record({
  /** In the one file of an earlier version. */
  earlier: fc.array(record, { maxLength: 30 }),
  batches: fc.array(fc.array(record, { minLength: 5, maxLength: 80 }), { minLength: 3, maxLength: 15 }),
  queries: fc.array(query, { maxLength: 6 }),
  isReader: fc.boolean(),
});
type Stored = typeof storedAndAsked extends fc.Arbitrary<infer Value> ? Value : never;

/** The stores and helpers of the tests about the archive's segments. */
export function archiveSegmentWorld() {
  let folder: string;
  let opened: Archive[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "tocsin-test-segments-"));
    opened = [];
  });
  afterEach(async () => {
    for (const archive of opened) await archive.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (options: SqliteArchiveOptions = {}, now = NOW): Archive => {
    const archive = openSqliteArchive(join(folder, "events.db"), { clock: { now: () => now }, ...options });
    opened.push(archive);
    return archive;
  };
  const close = async (archive: Archive): Promise<void> => {
    opened = opened.filter((each) => each !== archive);
    await archive.close();
  };
  const segments = (): string[] =>
    existsSync(join(folder, "events"))
      ? readdirSync(join(folder, "events")).filter((name) => name.endsWith(".db"))
      : [];
  const days = (): string[] => [...new Set(segments().map((name) => name.slice(0, 8)))].sort();

  /** What an earlier version left: one file without a word about segments. */
  async function writeEarlierFile(telemetry: readonly LogEvent[]): Promise<void> {
    const archive = open({}, Date.parse("1900-01-01T00:00:00Z"));
    await archive.add(telemetry);
    await close(archive);
    const database = new Database(join(folder, "events.db"));
    database.exec("drop table fact");
    database.close();
    expect(segments()).to.deep.equal([]);
  }

  async function allIds(archive: Archive, query: Partial<ArchiveQuery> = {}, scope = ACME): Promise<string[]> {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await archive.search(scope, { limit: 7, ...query, ...(cursor === undefined ? {} : { cursor }) });
      ids.push(...idsOf(page.records));
      cursor = page.cursor;
    } while (cursor !== undefined);
    return ids;
  }

  async function allWalked(archive: Archive, from: number, to: number, service?: string): Promise<string[]> {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await archive.walk(ACME, {
        ...{ from, to, limit: 5 },
        ...(service === undefined ? {} : { service }),
        ...(cursor === undefined ? {} : { cursor }),
      });
      ids.push(...idsOf(page.records));
      cursor = page.cursor;
    } while (cursor !== undefined);
    return ids;
  }

  /** Stores all of it, asks, and holds each answer against a look at every record. */
  async function checkAnswers({ earlier, batches, queries, isReader }: Stored): Promise<void> {
    const made = (records: readonly Partial<LogEvent>[]): LogEvent[] =>
      records.map((changes) => log({ ...changes, id: uuidv7(NOW) }));
    const old = made(earlier);
    if (old.length > 0) await writeEarlierFile(old);
    // Cut wherever a batch allows it.
    const writer = open({ segmentBytes: 1 });
    const archive = isReader ? open({ readonly: true }) : writer;
    const added = batches.map(made);
    for (const batch of added) await writer.add(batch);
    // Again, as after a crash.
    for (const batch of [...added.slice(-2), old]) await writer.add(batch);
    const all = [...old, ...added.flat()];
    const times = new Map(all.map(({ id, timestamp }) => [id, timestamp]));
    for (const query of [{}, ...queries]) {
      const found = await allIds(archive, query);
      const wanted = all.filter((record) => isWanted(query, record)).map(({ id }) => id);
      expect([...found].sort()).to.deep.equal(wanted.sort());
      const foundTimes = found.map((id) => times.get(id) ?? 0);
      expect(foundTimes).to.deep.equal([...foundTimes].sort((a, b) => b - a));
      const { level, text, service, from = LONG_AGO - 1, to = NOW + 9 * DAY_MS } = query;
      if (level !== undefined || text !== undefined) continue;
      expect(await allWalked(archive, from, to, service)).to.deep.equal([...found].reverse());
    }
    for (const record of all.slice(0, 20)) {
      const [own, foreign] = record.organizationId === "acme" ? [ACME, OTHER] : [OTHER, ACME];
      expect(await archive.get(own, record.id)).to.equal(toRecordJson(record));
      expect(await archive.get(foreign, record.id)).to.equal(undefined);
    }
  }

  return {
    open,
    days,
    allIds,
    segments,
    writeEarlierFile,
    close,
    checkAnswers,
    get folder() {
      return folder;
    },
    set folder(value: string) {
      folder = value;
    },
    get opened() {
      return opened;
    },
    set opened(value: Archive[]) {
      opened = value;
    },
  };
}
