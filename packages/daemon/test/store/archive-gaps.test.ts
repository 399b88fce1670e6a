import { rmSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { noticeArchiveGaps } from "../../src/store/telemetry/sqlite/archive-gaps.ts";
import { archiveGapWorld } from "./archive-gap-world.ts";
import { log, NOW } from "./samples.ts";

const PAGE_BYTES = 4096;
const FRAME_BYTES = PAGE_BYTES + 24;

describe("The archive's files beside the database", () => {
  const world = archiveGapWorld();

  it("are as the database knows them after writes to several days, a cut and a start", async () => {
    await world.store(0, 1, 200);
    await world.store(0, 2);
    expect(world.gaps()).to.deep.equal([]);
    await world.close();
    await world.open({ segmentBytes: 1 });
    for (let n = 0; n < 5; n += 1) await world.store(0, 0, 0);
    await world.close();
    expect(world.segments().length).to.equal(4);
    expect(world.gaps()).to.deep.equal([]);
    expect(noticeArchiveGaps(world.path, NOW)).to.deep.equal([]);
    await world.open();
  });

  it("may be ahead of the database, as a crash before the commit leaves them", async () => {
    await world.store(0);
    await world.archive.add([log()]);
    await world.close();
    expect(world.gaps()).to.deep.equal([]);
    await world.open();
  });

  it("are found where their folder is gone, each by its name", async () => {
    await world.store(0, 1);
    await world.close();
    const names = world.segments();
    rmSync(join(world.folder, "events"), { recursive: true });
    rmSync(join(world.folder, "events.db"));
    expect(world.gaps()).to.deep.equal(names.map((name) => ({ name: `events/${name}`, known: 1, found: null })));
    await world.open();
  });

  it("are found where events.db is gone, which holds telemetry of days far from today", async () => {
    await world.store(200);
    await world.close();
    rmSync(join(world.folder, "events.db"));
    expect(world.gaps()).to.deep.equal([{ name: "events.db", known: 1, found: null }]);
    await world.open();
  });

  it("are found where an older copy was put back", async () => {
    await world.store(0);
    await world.close();
    world.copy(world.segment());
    await world.open();
    await world.store(0);
    await world.store(0);
    await world.close();
    world.putBack(world.segment(), [""]);
    expect(world.gaps()).to.deep.equal([{ name: world.segment(), known: 3, found: 1 }]);
    await world.open();
  });

  it("are found where the WAL of a killed process was deleted, or cut off at a whole frame", async () => {
    for (let n = 0; n < 3; n += 1) await world.store(0);
    world.copy(world.segment());
    await world.close();
    world.putBack(world.segment(), [""]);
    expect(world.gaps()).to.deep.equal([{ name: world.segment(), known: 3, found: 0 }]);
    world.putBack(world.segment(), ["", "-wal"]);
    expect(world.gaps(), "with its WAL it is whole").to.deep.equal([]);
    world.putBack(world.segment(), ["", "-wal"]);
    const wal = `${join(world.folder, world.segment())}-wal`;
    truncateSync(wal, statSync(wal).size - FRAME_BYTES);
    expect(world.gaps()).to.deep.equal([{ name: world.segment(), known: 3, found: 2 }]);
    await world.open();
  });
});
