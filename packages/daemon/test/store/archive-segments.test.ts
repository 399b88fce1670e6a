import { expect } from "chai";
import { DAY_MS, HOUR_MS } from "../../src/kernel/clock.ts";
import { archiveSegmentWorld, LONG_AGO } from "./archive-segment-world.ts";
import { ACME, idsOf, log, NOW } from "./samples.ts";

describe("The archive's segments", () => {
  const world = archiveSegmentWorld();

  it("are one a day, and telemetry of days that are far from today stays in events.db", async () => {
    const archive = world.open();
    const times = [0, 1, 2, 2, 40, 90].map((day) => NOW - day * DAY_MS);
    await archive.add(times.map((timestamp) => log({ timestamp })));
    const before = world.days();
    expect(before).to.deep.equal(["20260823", "20261012", "20261119", "20261120", "20261121"]);
    const far = [NOW - 91 * DAY_MS, NOW + 3 * DAY_MS, LONG_AGO, -1, 8e15].map((timestamp) => log({ timestamp }));
    await archive.add(far);
    expect(world.days()).to.deep.equal(before);
    expect(await world.allIds(archive)).to.have.length(times.length + far.length);
  });

  it("stay few when a sender makes up a thousand days", async () => {
    const archive = world.open();
    await archive.add(Array.from({ length: 1000 }, (_, day) => log({ timestamp: NOW + (3 - day) * DAY_MS })));
    expect(world.segments().length).to.be.at.most(93);
    expect(await world.allIds(archive, { limit: 1000 })).to.have.length(1000);
  });

  it("take the file of an earlier version over, which keeps the days that it holds", async () => {
    const old = [5, 1, 0].map((day) => log({ timestamp: NOW - day * DAY_MS, message: `old ${day}` }));
    await world.writeEarlierFile(old);
    const today = world.open();
    const cursor = (await today.search(ACME, { limit: 1 })).cursor;
    await today.add([...old, log({ timestamp: NOW + HOUR_MS, message: "old" })]);
    expect(world.segments()).to.deep.equal([]);
    await world.close(today);
    const tomorrow = world.open({}, NOW + DAY_MS);
    await tomorrow.add([log({ timestamp: NOW + DAY_MS }), log({ timestamp: NOW - 2 * DAY_MS })]);
    expect(world.days()).to.deep.equal(["20261122"]);
    expect(await world.allIds(tomorrow)).to.have.length(6);
    expect(idsOf((await tomorrow.search(ACME, { limit: 2, ...(cursor && { cursor }) })).records)).to.have.length(2);
  });
});
