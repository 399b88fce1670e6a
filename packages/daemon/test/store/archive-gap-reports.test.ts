import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { DAY_MS } from "../../src/kernel/clock.ts";
import {
  acknowledgeArchiveGaps,
  noticeArchiveGaps,
  readArchiveGaps,
} from "../../src/store/telemetry/sqlite/archive-gaps.ts";
import { archiveGapWorld } from "./archive-gap-world.ts";
import { log, NOW } from "./samples.ts";

describe("Reports about missing files of the archive", () => {
  const world = archiveGapWorld();

  it("are told of once, until an operator acknowledges it, also where they were written meanwhile", async () => {
    await world.store(0);
    await world.close();
    world.copy(world.segment());
    await world.open();
    await world.store(0);
    await world.store(0, 1);
    await world.close();
    world.putBack(world.segment(), [""]);
    rmSync(join(world.folder, "events", world.segments()[0] as string));
    expect(noticeArchiveGaps(world.path, NOW)).to.have.length(2);
    await world.open();
    await world.store(0);
    await world.close();
    expect(noticeArchiveGaps(world.path, NOW + 1), "the second start finds nothing new").to.deep.equal([]);
    const noticed = readArchiveGaps(world.path);
    expect(noticed.map(({ noticedAt }) => noticedAt)).to.deep.equal([NOW, NOW]);
    expect(acknowledgeArchiveGaps(world.path, NOW)).to.equal(2);
    expect(world.gaps()).to.deep.equal([]);
    await world.open();
  });

  it("are accepted by an operator before a start finds it", async () => {
    await world.store(0);
    await world.close();
    rmSync(join(world.folder, world.segment()));
    expect(acknowledgeArchiveGaps(world.path, NOW)).to.equal(1);
    expect(noticeArchiveGaps(world.path, NOW)).to.deep.equal([]);
    await world.open();
  });

  it("are missed by nobody where retention or the size bound dropped them, also while a round was under way", async () => {
    await world.close();
    const commitBatches: Promise<unknown>[] = [];
    await world.open({}, (real) => ({
      ...real,
      write(work) {
        const written = real.write(work);
        // The round begins between the database's forgetting of a file and the drop of that file.
        commitBatches.push(world.commit());
        return written;
      },
    }));
    await world.store(0, 1, 2, 3);
    await world.archive.add([log({ timestamp: NOW - 3 * DAY_MS })]);
    await world.archive.removeBefore(NOW - DAY_MS, 1000);
    expect(await world.archive.dropOldestOver(0)).to.not.equal(undefined);
    await Promise.all(commitBatches);
    expect(commitBatches).to.have.length(3);
    expect(world.segments()).to.have.length(1);
    expect(world.gaps()).to.deep.equal([]);
  });

  it("are dropped although the database refuses writes, and are forgotten once it takes them", async () => {
    await world.store(0, 1);
    await world.close();
    let isFull = true;
    await world.open({}, (real) => ({
      ...real,
      write: (work) =>
        isFull ? Promise.reject(Object.assign(new Error(), { code: "SQLITE_FULL" })) : real.write(work),
    }));
    expect(await world.archive.dropOldestOver(0)).to.not.equal(undefined);
    expect(world.segments()).to.have.length(1);
    isFull = false;
    await world.store(0);
    expect(world.gaps()).to.deep.equal([]);
  });
});
