import { statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { checkDataDir } from "../../src/app/commands/check/check-data.ts";
import { openEmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { environmentNumber } from "../support/environment-number.ts";
import { createRandom } from "../support/random.ts";
import { batchOf } from "../support/worker.ts";
import { damagedFileWorld, ROWS } from "./damaged-file-world.ts";

const SEEDS = environmentNumber("TOCSIN_TEST_DAMAGES", 12);

/** Below a number; a seed gives the same damage again. */
const randomOf = (seed: number): ((below: number) => number) => {
  const random = createRandom(seed);
  return (below) => random.between(0, below - 1);
};

describe("a damaged WAL", function () {
  this.timeout(120_000);
  const world = damagedFileWorld();

  it(`with a WAL in which a frame is damaged gives back what later frames hold, and counts the commits, for ${SEEDS} seeds`, async () => {
    let damages = 0;
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const random = randomOf(seed);
      const dataDir = world.copyOf(world.killed);
      const wal = join(dataDir, "queue.db-wal");
      world.flip(wal, random(statSync(wal).size), random(8));
      const { problems } = await world.repaired(dataDir);
      if (problems.length > 0) {
        damages += 1;
        expect(problems.join()).to.match(/SQLite would drop \d+ commits \(\d+ bytes\)/);
      }
      expect(ROWS - world.rowsIn(dataDir, "queue.db"), `seed ${seed}: ${problems}`).to.be.at.most(1);
    }
    expect(damages).to.be.above(SEEDS / 2);
  });

  it(`with a WAL that was cut opens with the commits before the cut, for ${SEEDS} seeds`, async () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const dataDir = world.copyOf(world.killed);
      const wal = join(dataDir, "queue.db-wal");
      truncateSync(wal, randomOf(seed)(statSync(wal).size));
      const { problems } = await world.repaired(dataDir);
      expect(problems).to.deep.equal([]);
      const queue = openEmbeddedQueue({ path: join(dataDir, "queue.db"), clock: { now: Date.now }, bytesMax: 2 ** 30 });
      await queue.append([batchOf(["after"])]);
      queue.close();
    }
  });

  it("isn't seen where a kill left whole WALs", async () => {
    const report = await checkDataDir(world.copyOf(world.killed), "sqlite");
    expect(report.files.map(({ problems, notes }) => [...problems, ...notes])).to.deep.equal([[], [], []]);
    expect(report.files.every(({ isComplete }) => isComplete)).to.equal(true);
  });
});
