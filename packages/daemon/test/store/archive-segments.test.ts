import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import fc from "fast-check";
import type { Archive, ArchiveQuery } from "../../src/archive/archive.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { idAfter, uuidv7 } from "../../src/kernel/ids.ts";
import type { LogEvent } from "../../src/model/telemetry.ts";
import { toRecordJson } from "../../src/model/telemetry-record.ts";
import { openSqliteArchive, type SqliteArchiveOptions } from "../../src/store/telemetry/sqlite/sqlite-archive.ts";
import { ACME, idsOf, log, NOW, OTHER } from "./samples.ts";

const KIB = 1024;
const MIB = 1024 * KIB;
const LONG_AGO = Date.parse("2001-01-01T00:00:00Z");

const time = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 3 * 24 * 60 }).map((minutes) => NOW - minutes * MINUTE_MS) },
  { weight: 1, arbitrary: fc.integer({ min: 80, max: 200 }).map((day) => NOW - day * DAY_MS) },
  { weight: 1, arbitrary: fc.constantFrom(NOW, NOW - DAY_MS, NOW + 5 * DAY_MS, LONG_AGO) },
);
const level = fc.constantFrom("info" as const, "error" as const);
const record = fc.record({
  timestamp: time,
  organizationId: fc.constantFrom("acme", "acme", "acme", "other"),
  service: fc.constantFrom("pay", "cart"),
  level,
  message: fc.constantFrom("card declined", "card accepted", `long ${"word ".repeat(300)}`),
});
const query = fc.record(
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

const storedAndAsked = fc.record({
  /** In the one file of an earlier version. */
  earlier: fc.array(record, { maxLength: 30 }),
  batches: fc.array(fc.array(record, { minLength: 5, maxLength: 80 }), { minLength: 3, maxLength: 15 }),
  queries: fc.array(query, { maxLength: 6 }),
  isReader: fc.boolean(),
});
type Stored = typeof storedAndAsked extends fc.Arbitrary<infer Value> ? Value : never;

describe("The archive's segments", () => {
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

  it("are one a day, and telemetry of days that are far from today stays in events.db", async () => {
    const archive = open();
    const times = [0, 1, 2, 2, 40, 90].map((day) => NOW - day * DAY_MS);
    await archive.add(times.map((timestamp) => log({ timestamp })));
    const before = days();
    expect(before).to.deep.equal(["20260823", "20261012", "20261119", "20261120", "20261121"]);
    const far = [NOW - 91 * DAY_MS, NOW + 3 * DAY_MS, LONG_AGO, -1, 8e15].map((timestamp) => log({ timestamp }));
    await archive.add(far);
    expect(days()).to.deep.equal(before);
    expect(await allIds(archive)).to.have.length(times.length + far.length);
  });

  it("stay few when a sender makes up a thousand days", async () => {
    const archive = open();
    await archive.add(Array.from({ length: 1000 }, (_, day) => log({ timestamp: NOW + (3 - day) * DAY_MS })));
    expect(segments().length).to.be.at.most(93);
    expect(await allIds(archive, { limit: 1000 })).to.have.length(1000);
  });

  it("hold a redelivered record once, also where a segment was cut or the daemon started anew in between", async () => {
    const first = uuidv7(NOW);
    const records = Array.from({ length: 3000 }, (_, n) =>
      log({ id: idAfter(first, n), timestamp: NOW - HOUR_MS + n * 1000, message: `order ${n} ${"x".repeat(100)}` }),
    );
    let archive = open({ segmentBytes: 64 * KIB });
    for (let n = 0; n < records.length; n += 100) await archive.add(records.slice(n, n + 100));
    expect(segments().length).to.be.above(3);
    for (let n = 0; n < records.length; n += 500) await archive.add(records.slice(n, n + 500));
    await close(archive);
    archive = open({ segmentBytes: 64 * KIB });
    await archive.add([...records].reverse());
    expect(await allIds(archive, { limit: 1000 })).to.deep.equal(records.map(({ id }) => id).reverse());
  });

  it("are not cut where most of the day lies behind the cut, and lose nothing then", async () => {
    const archive = open({ segmentBytes: 64 * KIB });
    const records = Array.from({ length: 24_000 }, (_, n) => log({ timestamp: NOW - n * 1000 }));
    for (let n = 0; n < records.length; n += 1000) await archive.add(records.slice(n, n + 1000));
    expect(await allIds(archive, { limit: 1000 })).to.have.length(records.length);
  });

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

  it("answer the same as a look at every record, whatever was stored and asked", async function () {
    this.timeout(120_000);
    const property = fc.asyncProperty(storedAndAsked, async (given) => {
      await checkAnswers(given);
      for (const archive of opened) await archive.close();
      opened = [];
      rmSync(folder, { recursive: true, force: true });
      folder = mkdtempSync(join(tmpdir(), "tocsin-test-segments-"));
    });
    await fc.assert(property, { numRuns: 25 });
  });

  it("give the same sample as one file does", async () => {
    const first = uuidv7(NOW);
    const midnight = Date.parse("2026-11-21T00:00:00Z");
    const records = Array.from({ length: 8000 }, (_, n) =>
      log({ id: idAfter(first, n), level: "error", timestamp: midnight + (n - 4000) * 100 }),
    );
    const query = { service: "checkout", levels: ["error" as const], from: midnight - 300_000, step: MINUTE_MS };
    const samples = [];
    for (const now of [Date.parse("1900-01-01T00:00:00Z"), NOW]) {
      const archive = open({ segmentBytes: 256 * KIB }, now);
      for (let n = 0; n < records.length; n += 500) await archive.add(records.slice(n, n + 500));
      samples.push(await archive.sample(ACME, { ...query, steps: 10, most: 500, among: 8000 }));
      expect(segments().length).to.satisfy((count: number) => (now === NOW ? count > 4 : count === 0));
      await close(archive);
      if (now !== NOW) rmSync(join(folder, "events.db"));
    }
    expect(samples[0]).to.have.length.within(400, 600);
    expect(samples[1]).to.deep.equal(samples[0]);
  });

  it("take the file of an earlier version over, which keeps the days that it holds", async () => {
    const old = [5, 1, 0].map((day) => log({ timestamp: NOW - day * DAY_MS, message: `old ${day}` }));
    await writeEarlierFile(old);
    const today = open();
    const cursor = (await today.search(ACME, { limit: 1 })).cursor;
    await today.add([...old, log({ timestamp: NOW + HOUR_MS, message: "old" })]);
    expect(segments()).to.deep.equal([]);
    await close(today);
    const tomorrow = open({}, NOW + DAY_MS);
    await tomorrow.add([log({ timestamp: NOW + DAY_MS }), log({ timestamp: NOW - 2 * DAY_MS })]);
    expect(days()).to.deep.equal(["20261122"]);
    expect(await allIds(tomorrow)).to.have.length(6);
    expect(idsOf((await tomorrow.search(ACME, { limit: 2, ...(cursor && { cursor }) })).records)).to.have.length(2);
  });

  it("give the space of a large events.db back once all in it is past its retention", async function () {
    this.timeout(60_000);
    const message = "x".repeat(10_000);
    await writeEarlierFile(Array.from({ length: 2500 }, (_, n) => log({ timestamp: NOW - n * 1000, message })));
    const archive = open({}, NOW + DAY_MS);
    const reader = open({ readonly: true });
    const fresh = log({ timestamp: NOW + DAY_MS });
    await archive.add([fresh]);
    expect(await allIds(reader, { limit: 1000 })).to.have.length(2501);
    expect(statSync(join(folder, "events.db")).size).to.be.above(16 * MIB);
    expect(await archive.removeBefore(NOW + HOUR_MS, 100)).to.be.above(0);
    expect(statSync(join(folder, "events.db")).size).to.be.below(MIB);
    expect(await allIds(reader)).to.deep.equal([fresh.id]);
    await archive.add([log({ timestamp: NOW })]);
    expect(days(), "what was older than the segments still is").to.deep.equal(["20261122"]);
    expect(await allIds(reader)).to.have.length(2);
    expect(await archive.removeBefore(NOW + HOUR_MS, 100)).to.equal(1);
    expect(await archive.removeBefore(NOW + HOUR_MS, 100)).to.equal(0);
  });

  it("are dropped whole by retention, and a reader frees their space when it closes what it no longer needs", async () => {
    const archive = open();
    const records = Array.from({ length: 200 }, (_, n) => log({ timestamp: NOW - (n % 10) * DAY_MS }));
    await archive.add(records);
    const reader = open({ readonly: true });
    expect(await allIds(reader)).to.have.length(200);
    const dropped = segments().filter((name) => name < "20261117");
    const removed = await archive.removeBefore(Date.parse("2026-11-17T00:00:00Z"), 7);
    expect(removed).to.equal(20 * dropped.length);
    expect(readdirSync(join(folder, "events")).filter((name) => name < "20261117")).to.deep.equal([]);
    expect(await allIds(reader)).to.have.length(200 - removed);
    await reader.closeUnused();
    if (existsSync("/proc/self/fd"))
      expect(openOf(folder).filter((path) => path.includes("deleted"))).to.deep.equal([]);
  });

  it("are dropped oldest first while they take more than a bound, but for what is being written", async () => {
    const archive = open({ segmentBytes: 64 * KIB });
    for (let day = 4; day >= 0; day--) {
      await archive.add(Array.from({ length: 50 }, (_, n) => log({ timestamp: NOW - day * DAY_MS - n })));
    }
    expect(await archive.dropOldestOver(await archive.bytes())).to.equal(undefined);
    const before = await archive.bytes();
    const dropped = await archive.dropOldestOver(before - 1);
    expect(dropped).to.include({ from: Date.parse("2026-11-17"), to: Date.parse("2026-11-18") });
    expect(await archive.bytes()).to.equal(before - (dropped?.bytes ?? 0));
    for (let left = 3; left > 0; left--) expect(await archive.dropOldestOver(1)).to.not.equal(undefined);
    expect(await archive.dropOldestOver(1)).to.equal(undefined);
    expect(days()).to.deep.equal(["20261121"]);
    expect(await allIds(archive)).to.have.length(50);
  });

  it("begin without what an interrupted creation or removal left", async () => {
    const archive = open();
    const record = log();
    await archive.add([record, log({ timestamp: NOW - DAY_MS })]);
    await close(archive);
    const left = ["new-0123abcd.db", "new-0123abcd.db-wal", "20261101T000000000Z-0123abcd.db.dropped"];
    left.push("20261101T000000000Z-0123abcd.db-wal", "20261101T000000000Z-0123abcd.db-shm");
    for (const name of left) writeFileSync(join(folder, "events", name), "half");
    expect(await allIds(open())).to.include(record.id);
    expect(readdirSync(join(folder, "events")).filter((name) => left.includes(name))).to.deep.equal([]);
  });
});

/** What this process has open below a folder. */
const openOf = (folder: string): string[] =>
  readdirSync("/proc/self/fd").flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      return [];
    }
  });
