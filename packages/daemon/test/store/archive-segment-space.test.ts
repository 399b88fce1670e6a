import { existsSync, readdirSync, readlinkSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { DAY_MS, HOUR_MS } from "../../src/kernel/clock.ts";
import { archiveSegmentWorld } from "./archive-segment-world.ts";
import { log, NOW } from "./samples.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

describe("The space of the archive's segments", () => {
  const world = archiveSegmentWorld();

  it("give the space of a large events.db back once all in it is past its retention", async function () {
    this.timeout(60_000);
    const message = "x".repeat(10_000);
    await world.writeEarlierFile(Array.from({ length: 2500 }, (_, n) => log({ timestamp: NOW - n * 1000, message })));
    const archive = world.open({}, NOW + DAY_MS);
    const reader = world.open({ readonly: true });
    const fresh = log({ timestamp: NOW + DAY_MS });
    await archive.add([fresh]);
    expect(await world.allIds(reader, { limit: 1000 })).to.have.length(2501);
    expect(statSync(join(world.folder, "events.db")).size).to.be.above(16 * MIB);
    expect(await archive.removeBefore(NOW + HOUR_MS, 100)).to.be.above(0);
    expect(statSync(join(world.folder, "events.db")).size).to.be.below(MIB);
    expect(await world.allIds(reader)).to.deep.equal([fresh.id]);
    await archive.add([log({ timestamp: NOW })]);
    expect(world.days(), "what was older than the segments still is").to.deep.equal(["20261122"]);
    expect(await world.allIds(reader)).to.have.length(2);
    expect(await archive.removeBefore(NOW + HOUR_MS, 100)).to.equal(1);
    expect(await archive.removeBefore(NOW + HOUR_MS, 100)).to.equal(0);
  });

  it("are dropped whole by retention, and a reader frees their space when it closes what it no longer needs", async () => {
    const archive = world.open();
    const records = Array.from({ length: 200 }, (_, n) => log({ timestamp: NOW - (n % 10) * DAY_MS }));
    await archive.add(records);
    const reader = world.open({ readonly: true });
    expect(await world.allIds(reader)).to.have.length(200);
    const dropped = world.segments().filter((name) => name < "20261117");
    const removed = await archive.removeBefore(Date.parse("2026-11-17T00:00:00Z"), 7);
    expect(removed).to.equal(20 * dropped.length);
    expect(readdirSync(join(world.folder, "events")).filter((name) => name < "20261117")).to.deep.equal([]);
    expect(await world.allIds(reader)).to.have.length(200 - removed);
    await reader.closeUnused();
    if (existsSync("/proc/self/fd"))
      expect(openOf(world.folder).filter((path) => path.includes("deleted"))).to.deep.equal([]);
  });

  it("are dropped oldest first while they take more than a bound, but for what is being written", async () => {
    const archive = world.open({ segmentBytes: 64 * KIB });
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
    expect(world.days()).to.deep.equal(["20261121"]);
    expect(await world.allIds(archive)).to.have.length(50);
  });

  it("begin without what an interrupted creation or removal left", async () => {
    const archive = world.open();
    const record = log();
    await archive.add([record, log({ timestamp: NOW - DAY_MS })]);
    await world.close(archive);
    const left = ["new-0123abcd.db", "new-0123abcd.db-wal", "20261101T000000000Z-0123abcd.db.dropped"];
    left.push("20261101T000000000Z-0123abcd.db-wal", "20261101T000000000Z-0123abcd.db-shm");
    for (const name of left) writeFileSync(join(world.folder, "events", name), "half");
    expect(await world.allIds(world.open())).to.include(record.id);
    expect(readdirSync(join(world.folder, "events")).filter((name) => left.includes(name))).to.deep.equal([]);
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
