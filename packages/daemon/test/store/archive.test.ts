import { expect } from "chai";
import type { Archive, ArchiveQuery } from "../../src/archive/archive.ts";
import { DAY_MS, HOUR_MS } from "../../src/kernel/clock.ts";
import type { ApplicationError } from "../../src/kernel/errors.ts";
import { idAfter, uuidv7 } from "../../src/kernel/ids.ts";
import { PAGE_BYTES_MAX } from "../../src/model/page-limits.ts";
import type { Telemetry } from "../../src/model/telemetry.ts";
import { toRecordJson } from "../../src/model/telemetry-record.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, idsOf, log, metric, NOW, OTHER } from "./samples.ts";

onEachEngine("The archive", (fresh) => {
  let store: Fresh;
  let archive: Archive;
  beforeEach(async () => {
    store = await fresh();
    archive = await store.openArchive();
  });
  afterEach(() => store.drop());

  const found = async (query: Partial<ArchiveQuery>, scope = ACME): Promise<string[]> =>
    idsOf((await archive.search(scope, { limit: 100, ...query })).records);

  async function allPages(query: Partial<ArchiveQuery>, limit: number): Promise<string[]> {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await archive.search(ACME, { ...query, limit, ...(cursor === undefined ? {} : { cursor }) });
      expect(page.records.length).to.be.at.most(limit);
      ids.push(...idsOf(page.records));
      cursor = page.cursor;
    } while (cursor !== undefined);
    return ids;
  }

  it("answers records newest first by their own time, as they were accepted", async () => {
    const late = log({ timestamp: NOW - 1 });
    const early = log({ timestamp: NOW - 3 * DAY_MS, metadata: { "ü\u0001": [1, { deep: "\u001b[31m" }] } });
    const point = metric({ timestamp: NOW - HOUR_MS });
    await archive.add([early, late, point]);
    const { records, cursor } = await archive.search(ACME, { limit: 10 });
    expect(records).to.deep.equal([late, point, early].map(toRecordJson));
    expect(cursor).to.equal(undefined);
  });

  it("gives one record by its id to its own organization", async () => {
    const record = log({ timestamp: NOW - 40 * DAY_MS });
    await archive.add([record]);
    expect(await archive.get(ACME, record.id)).to.equal(toRecordJson(record));
    expect(await archive.get(OTHER, record.id)).to.equal(undefined);
    expect(await archive.get(ACME, uuidv7(NOW))).to.equal(undefined);
    expect(await archive.get(ACME, "'; drop table record; --")).to.equal(undefined);
  });

  it("narrows by service, level, kind, words and time, all together", async () => {
    const wanted = log({ service: "pay", level: "error", message: "Card DECLINED by bank", timestamp: NOW - 500 });
    await archive.add([
      wanted,
      log({ service: "pay", level: "error", message: "card accepted", timestamp: NOW - 500 }),
      log({ service: "pay", level: "warn", message: "card declined", timestamp: NOW - 500 }),
      log({ service: "cart", level: "error", message: "card declined", timestamp: NOW - 500 }),
      log({ service: "pay", level: "error", message: "card declined", timestamp: NOW - 5000 }),
      metric({ service: "pay", timestamp: NOW - 500 }),
    ]);
    const all = {
      service: "pay",
      level: "error",
      kind: "log",
      text: "declined card",
      from: NOW - 1000,
      to: NOW,
    } as const;
    expect(await found(all)).to.deep.equal([wanted.id]);
    expect(await found({ service: "pay" })).to.have.length(5);
    expect(await found({ level: "error" })).to.have.length(4);
    expect(await found({ kind: "metric" })).to.have.length(1);
    expect(await found({ kind: "deployment" })).to.deep.equal([]);
    expect(await found({ text: "card" })).to.have.length(5);
    expect(await found({ text: "car" })).to.deep.equal([]);
    expect(await found({ from: NOW - 500, to: NOW - 500 })).to.have.length(5);
    expect(await found({ to: NOW - 501 })).to.have.length(1);
    expect(await found({ service: "nobody" })).to.deep.equal([]);
  });

  it("narrows by the pattern of logs, in any service or in one, and with all else together", async () => {
    const [one, two, three] = [
      log({ patternId: "00c0ffee", message: "order 7 was paid" }),
      log({ patternId: "00c0ffee", message: "order 8 was paid", level: "warn", service: "pay" }),
      log({ patternId: "00c0ffee", message: "order 9 was paid", organizationId: "other" }),
    ];
    await archive.add([one, two, three, log({ patternId: "00c0ffef" }), log({ message: "00c0ffee x00c0ffee" })]);
    expect(await found({ patternIds: ["00c0ffee"] })).to.have.members([one.id, two.id]);
    expect(await found({ patternIds: ["00c0ffee"], service: "pay" })).to.deep.equal([two.id]);
    expect(await found({ patternIds: ["00c0ffee"], level: "info" })).to.deep.equal([one.id]);
    expect(await found({ patternIds: ["00c0ffee"], kind: "log", text: "8 paid" })).to.deep.equal([two.id]);
    expect(await found({ patternIds: ["00c0ffee"], kind: "metric" })).to.deep.equal([]);
    expect(await found({ patternIds: ["00c0ffee"] }, OTHER)).to.deep.equal([three.id]);
    expect(await found({ patternIds: ["12345678"] })).to.deep.equal([]);
    expect(await found({ patternIds: ["12345678", "00c0ffef", "00c0ffee"], service: "checkout" })).to.have.length(2);
    expect(JSON.parse((await archive.get(ACME, one.id)) ?? "{}")).to.include({ patternId: "00c0ffee" });
  });

  it("finds words whatever their case and in any script", async () => {
    const record = log({ message: "Zahlung für Müller fehlgeschlagen: 支払い失敗, код 0x1F" });
    await archive.add([record, log({ message: "Muller" })]);
    for (const text of ["MÜLLER", "müller zahlung", "支払い失敗", "КОД", "0x1f"]) {
      expect(await found({ text }), text).to.deep.equal([record.id]);
    }
  });

  it("pages through records of one and the same time without missing or repeating one", async () => {
    const first = uuidv7(NOW);
    const records = Array.from({ length: 57 }, (_, index) =>
      log({ id: idAfter(first, index), timestamp: NOW - (index < 50 ? 0 : DAY_MS), message: "same time" }),
    );
    await archive.add(records);
    const expected = records.map(({ id }) => id).sort();
    for (const query of [{}, { text: "same" }, { service: "checkout" }, { level: "info" as const }]) {
      const ids = await allPages(query, 10);
      expect([...ids].sort()).to.deep.equal(expected);
    }
  });

  it("holds a redelivered record once", async () => {
    const records = [log(), log({ timestamp: NOW - DAY_MS }), metric()];
    await archive.add(records);
    await archive.add([...records, log({ message: "new" })]);
    await Promise.all([archive.add(records), archive.add([...records].reverse())]);
    expect(await found({})).to.have.length(4);
  });

  it("keeps organizations apart", async () => {
    const theirs = log({ organizationId: "other", message: "secret word" });
    await archive.add([theirs, log({ message: "own word" })]);
    expect(await found({ text: "secret" })).to.deep.equal([]);
    expect(await found({ text: "word" })).to.have.length(1);
    expect(await found({}, OTHER)).to.deep.equal([theirs.id]);
    expect(await found({ service: "checkout" })).to.have.length(1);
    expect(await found({ level: "info" }, OTHER)).to.deep.equal([theirs.id]);
  });

  it("takes any text for what it is", async () => {
    const hostile = [
      `') or 1=1 --`,
      `" AND NOT "x`,
      "'a' | !b & (c:*",
      "\uE000forged \uE001mark",
      "\uD800 lone surrogate",
      "a".repeat(300),
      "\\'; select pg_sleep(10); --",
    ];
    const records = hostile.map((message, index) => log({ message, service: `s${index} '";--` }));
    await archive.add(records);
    expect(await found({})).to.have.length(hostile.length);
    for (const [index, text] of hostile.slice(0, 5).entries()) {
      expect(await found({ text }), text).to.include(records[index]?.id);
    }
    expect(await found({ text: "!!! ''" })).to.deep.equal([]);
    expect(await found({ service: "s0 '\";--" })).to.deep.equal([records[0]?.id]);
    expect(await found({ service: "a\u0000b" })).to.deep.equal([]);
    expect(await found({ from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER })).to.have.length(hostile.length);
  });

  it("refuses a cursor that no page ended with, also one beyond every time", async () => {
    await archive.add([log()]);
    const time = "z".repeat(11);
    const foreign = ["'; --", "1.2", `9.${"f".repeat(36)}`, `${time}.${uuidv7(NOW)}`, `-${time}.${uuidv7(NOW)}`, "-"];
    const beyond64Bits = ["z".repeat(13), `-${"z".repeat(13)}`, "z".repeat(16), (2n ** 63n).toString(36)];
    for (const cursor of [...foreign, ...beyond64Bits]) {
      const refusal = await found({ cursor }).then(
        () => "taken",
        (error: ApplicationError) => error.code,
      );
      expect(refusal, cursor).to.equal("invalid_cursor");
    }
  });

  it("holds nothing in a window that ends before it begins", async () => {
    await archive.add([log({ message: "word" }), log({ timestamp: NOW - DAY_MS })]);
    for (const query of [{}, { text: "word" }, { level: "info" as const }, { service: "checkout" }]) {
      expect(await found({ ...query, from: NOW, to: NOW - 1 })).to.deep.equal([]);
      expect(await found({ ...query, from: NOW + DAY_MS, to: NOW - 2 * DAY_MS })).to.deep.equal([]);
    }
  });

  it("ends a page where its records come to 8 MiB, and goes on behind it, whichever way they are found", async () => {
    const first = uuidv7(NOW);
    const large = Array.from({ length: 45 }, (_, index) =>
      log({ id: idAfter(first, index), timestamp: NOW - DAY_MS - index, message: `large ${"\u0001".repeat(60_000)}` }),
    );
    const enormous = log({ timestamp: NOW - 2 * DAY_MS, message: `large ${"é".repeat(PAGE_BYTES_MAX / 2)}` });
    const last = log({ timestamp: NOW - 3 * DAY_MS, message: "large no more" });
    // More than are looked at before the words alone are gone by.
    const newer = Array.from({ length: 2_200 }, (_, index) => log({ level: "debug", timestamp: NOW - index }));
    await archive.add([...large, enormous, last, ...newer]);
    const expected = [...large, enormous, last].map(({ id }) => id);
    const to = NOW - DAY_MS;
    for (const query of [{ to }, { to, text: "large" }, { text: "large" }, { level: "info" as const }]) {
      const ids: string[] = [];
      const pages: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await archive.search(ACME, { ...query, limit: 1000, ...(cursor === undefined ? {} : { cursor }) });
        const bytes = Buffer.byteLength(page.records.join(""));
        if (page.records.length > 1) expect(bytes).to.be.at.most(PAGE_BYTES_MAX);
        pages.push(page.records.length);
        ids.push(...idsOf(page.records));
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(ids, JSON.stringify(query)).to.deep.equal(expected);
      expect(pages, JSON.stringify(query)).to.deep.equal([23, 22, 1, 1]);
    }
  });

  it("takes a message of 200,000 words", async () => {
    const record = log({ message: Array.from({ length: 200_000 }, (_, index) => `w${index % 40_000}`).join(" ") });
    await archive.add([record]);
    expect(await found({ text: "w7" })).to.deep.equal([record.id]);
  });

  it("removes what happened before a time and nothing else, in bounded steps", async () => {
    const cut = NOW - 5 * DAY_MS;
    const days = [120, 30, 8, 6, 5, 4, 0];
    const records = days.flatMap((day) => Array.from({ length: 10 }, () => log({ timestamp: NOW - day * DAY_MS })));
    records.push(log({ timestamp: cut - 1 }), log({ timestamp: cut + 1 }));
    await archive.add(records);
    let removed = 0;
    for (let step = await archive.removeBefore(cut, 7); step > 0; step = await archive.removeBefore(cut, 7))
      removed += step;
    const kept = records.filter(({ timestamp }) => timestamp >= cut);
    expect(removed).to.equal(records.length - kept.length);
    expect((await found({})).sort()).to.deep.equal(kept.map(({ id }) => id).sort());
    expect(await archive.get(ACME, records[0]?.id as string)).to.equal(undefined);
    await archive.add([log({ timestamp: NOW - 30 * DAY_MS })]);
    expect(await found({ to: cut - 1 })).to.have.length(1);
  });

  it("drops its oldest day while it takes more than a bound, and never what is being written", async () => {
    const days = [3, 2, 1, 0];
    await archive.add(days.flatMap((day) => Array.from({ length: 20 }, () => log({ timestamp: NOW - day * DAY_MS }))));
    const bytes = await archive.bytes();
    expect(bytes).to.be.above(0);
    expect(await archive.dropOldestOver(bytes)).to.equal(undefined);
    const dropped = await archive.dropOldestOver(bytes - 1);
    const oldest = Math.floor(NOW / DAY_MS - 3) * DAY_MS;
    expect(dropped).to.include({ from: oldest, to: oldest + DAY_MS });
    expect(dropped?.bytes).to.be.within(1, bytes - (await archive.bytes()));
    expect(await found({})).to.have.length(60);
    // Of several that find it too large at once, one drops a day: the archive fits then.
    const [bound] = [(await archive.bytes()) - 1];
    const several = await Promise.all([archive.dropOldestOver(bound), archive.dropOldestOver(bound)]);
    expect(several.filter((each) => each !== undefined)).to.have.length(1);
    expect(await found({})).to.have.length(40);
    expect(await archive.dropOldestOver(0)).to.not.equal(undefined);
    expect(await archive.dropOldestOver(0)).to.equal(undefined);
    expect(await found({})).to.have.length(20);
    await archive.add([log({ timestamp: NOW - 3 * DAY_MS })]);
    expect(await found({})).to.have.length(21);
  });

  it("finds the same by words as by looking at every record", async function () {
    this.timeout(60_000);
    const first = uuidv7(NOW);
    const telemetry: Telemetry[] = Array.from({ length: 24_000 }, (_, n) =>
      log({
        id: idAfter(first, n),
        service: `s${n % 3}`,
        level: n % 997 === 0 ? "fatal" : n % 40 === 7 ? "warn" : "info",
        timestamp: NOW - Math.floor(n / 2) * 15_000,
        message: `all ${n > 12_000 ? "early" : "late"} ${n % 5000 === 17 ? "needle" : "hay"}`,
      }),
    );
    await archive.add(telemetry);
    const logs = telemetry as ReturnType<typeof log>[];
    const newest = (wanted: (record: ReturnType<typeof log>) => boolean, most: number): number[] =>
      logs
        .filter(wanted)
        .map(({ timestamp }) => timestamp)
        .sort((a, b) => b - a)
        .slice(0, most);
    const cases: [Partial<ArchiveQuery>, (record: ReturnType<typeof log>) => boolean][] = [
      [{ text: "all" }, () => true],
      [{ text: "early" }, ({ message }) => message.includes("early")],
      [{ text: "early", service: "s1" }, ({ message, service }) => message.includes("early") && service === "s1"],
      [{ text: "needle" }, ({ message }) => message.includes("needle")],
      [{ text: "needle early" }, ({ message }) => message.includes("needle") && message.includes("early")],
      [{ level: "fatal" }, ({ level }) => level === "fatal"],
      [{ level: "warn", limit: 100 }, ({ level }) => level === "warn"],
      [{ level: "warn", limit: 200, service: "s2" }, ({ level, service }) => level === "warn" && service === "s2"],
      [
        { text: "early", to: NOW - 60 * HOUR_MS },
        ({ timestamp, message }) => message.includes("early") && timestamp <= NOW - 60 * HOUR_MS,
      ],
    ];
    for (const [query, wanted] of cases) {
      const { records } = await archive.search(ACME, { limit: 300, ...query });
      const times = records.map((record) => Date.parse((JSON.parse(record) as { timestamp: string }).timestamp));
      expect(times, JSON.stringify(query)).to.deep.equal(newest(wanted, query.limit ?? 300));
    }
    expect(new Set(await allPages({ level: "warn" }, 70)).size).to.equal(
      newest(({ level }) => level === "warn", 99_999).length,
    );
    expect(new Set(await allPages({ text: "early" }, 1000)).size).to.equal(
      newest(({ message }) => message.includes("early"), 99_999).length,
    );
  });
});
