import { expect } from "chai";
import { DAY_MS, HOUR_MS } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import { toRecordJson } from "../../src/model/telemetry-record.ts";
import { archiveWorld } from "./archive-world.ts";
import { onEachEngine } from "./engines.ts";
import { ACME, log, metric, NOW, OTHER } from "./samples.ts";

onEachEngine("The archive", (fresh) => {
  const world = archiveWorld(fresh);

  it("answers records newest first by their own time, as they were accepted", async () => {
    const late = log({ timestamp: NOW - 1 });
    const early = log({ timestamp: NOW - 3 * DAY_MS, metadata: { "ü\u0001": [1, { deep: "\u001b[31m" }] } });
    const point = metric({ timestamp: NOW - HOUR_MS });
    await world.archive.add([early, late, point]);
    const { records, cursor } = await world.archive.search(ACME, { limit: 10 });
    expect(records).to.deep.equal([late, point, early].map(toRecordJson));
    expect(cursor).to.equal(undefined);
  });

  it("gives one record by its id to its own organization", async () => {
    const record = log({ timestamp: NOW - 40 * DAY_MS });
    await world.archive.add([record]);
    expect(await world.archive.get(ACME, record.id)).to.equal(toRecordJson(record));
    expect(await world.archive.get(OTHER, record.id)).to.equal(undefined);
    expect(await world.archive.get(ACME, uuidv7(NOW))).to.equal(undefined);
    expect(await world.archive.get(ACME, "'; drop table record; --")).to.equal(undefined);
  });

  it("holds a redelivered record once", async () => {
    const records = [log(), log({ timestamp: NOW - DAY_MS }), metric()];
    await world.archive.add(records);
    await world.archive.add([...records, log({ message: "new" })]);
    await Promise.all([world.archive.add(records), world.archive.add([...records].reverse())]);
    expect(await world.found({})).to.have.length(4);
  });

  it("keeps organizations apart", async () => {
    const theirs = log({ organizationId: "other", message: "secret word" });
    await world.archive.add([theirs, log({ message: "own word" })]);
    expect(await world.found({ text: "secret" })).to.deep.equal([]);
    expect(await world.found({ text: "word" })).to.have.length(1);
    expect(await world.found({}, OTHER)).to.deep.equal([theirs.id]);
    expect(await world.found({ service: "checkout" })).to.have.length(1);
    expect(await world.found({ level: "info" }, OTHER)).to.deep.equal([theirs.id]);
  });

  it("removes what happened before a time and nothing else, in bounded steps", async () => {
    const cut = NOW - 5 * DAY_MS;
    const days = [120, 30, 8, 6, 5, 4, 0];
    const records = days.flatMap((day) => Array.from({ length: 10 }, () => log({ timestamp: NOW - day * DAY_MS })));
    records.push(log({ timestamp: cut - 1 }), log({ timestamp: cut + 1 }));
    await world.archive.add(records);
    let removed = 0;
    for (let step = await world.archive.removeBefore(cut, 7); step > 0; step = await world.archive.removeBefore(cut, 7))
      removed += step;
    const kept = records.filter(({ timestamp }) => timestamp >= cut);
    expect(removed).to.equal(records.length - kept.length);
    expect((await world.found({})).sort()).to.deep.equal(kept.map(({ id }) => id).sort());
    expect(await world.archive.get(ACME, records[0]?.id as string)).to.equal(undefined);
    await world.archive.add([log({ timestamp: NOW - 30 * DAY_MS })]);
    expect(await world.found({ to: cut - 1 })).to.have.length(1);
  });

  it("drops its oldest day while it takes more than a bound, and never what is being written", async () => {
    const days = [3, 2, 1, 0];
    await world.archive.add(
      days.flatMap((day) => Array.from({ length: 20 }, () => log({ timestamp: NOW - day * DAY_MS }))),
    );
    const bytes = await world.archive.bytes();
    expect(bytes).to.be.above(0);
    expect(await world.archive.dropOldestOver(bytes)).to.equal(undefined);
    const dropped = await world.archive.dropOldestOver(bytes - 1);
    const oldest = Math.floor(NOW / DAY_MS - 3) * DAY_MS;
    expect(dropped).to.include({ from: oldest, to: oldest + DAY_MS });
    expect(dropped?.bytes).to.be.within(1, bytes - (await world.archive.bytes()));
    expect(await world.found({})).to.have.length(60);
    // Of several that find it too large at once, one drops a day: the archive fits then.
    const [bound] = [(await world.archive.bytes()) - 1];
    const several = await Promise.all([world.archive.dropOldestOver(bound), world.archive.dropOldestOver(bound)]);
    expect(several.filter((each) => each !== undefined)).to.have.length(1);
    expect(await world.found({})).to.have.length(40);
    expect(await world.archive.dropOldestOver(0)).to.not.equal(undefined);
    expect(await world.archive.dropOldestOver(0)).to.equal(undefined);
    expect(await world.found({})).to.have.length(20);
    await world.archive.add([log({ timestamp: NOW - 3 * DAY_MS })]);
    expect(await world.found({})).to.have.length(21);
  });
});
