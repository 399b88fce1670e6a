import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { refuseDamagedFiles } from "../../src/app/commands/check/check-data.ts";
import { type Fields, silentLogger } from "../../src/kernel/logger.ts";
import { openSqliteArchive } from "../../src/store/telemetry/sqlite/sqlite-archive.ts";
import { environmentNumber } from "../support/environment-number.ts";
import { createRandom } from "../support/random.ts";
import { damagedFileWorld, ROWS } from "./damaged-file-world.ts";

const SEEDS = environmentNumber("TOCSIN_TEST_DAMAGES", 12);
const PAGE = 4096;

/** Below a number; a seed gives the same damage again. */
const randomOf = (seed: number): ((below: number) => number) => {
  const random = createRandom(seed);
  return (below) => random.between(0, below - 1);
};

describe("a damaged file", function () {
  this.timeout(120_000);
  const world = damagedFileWorld();

  it("in the folder of the archive is repaired in its place, and set aside under the same path", async () => {
    const dataDir = world.copyOf(world.closed);
    const path = "events/20251124T000000000Z-0a1b2c3d.db";
    mkdirSync(join(dataDir, "events"));
    renameSync(join(dataDir, "events.db"), join(dataDir, path));
    for (let at = 0; at < 100; at += 1) world.flip(join(dataDir, path), 3 * PAGE + at, 3);
    const { problems, setAside } = await world.repaired(dataDir);
    expect(problems).to.not.deep.equal([]);
    expect(existsSync(join(setAside as string, path))).to.equal(true);
    const archive = openSqliteArchive(join(dataDir, "events.db"));
    const scope = { organizationId: "default", actor: "test", permissions: [] };
    expect((await archive.search(scope, { limit: 1000 })).records.length).to.be.above(ROWS / 2);
    await archive.close();
  });

  for (const file of ["queue.db", "events.db"]) {
    it(`gives back every row of ${file} outside of the page in which bytes changed, for ${SEEDS} seeds`, async () => {
      const onPage = world.rowsByPage(file);
      let damages = 0;
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        const random = randomOf(seed);
        const dataDir = world.copyOf(world.closed);
        const page = random(statSync(join(dataDir, file)).size / PAGE);
        // The head of a page says what lies on it; a byte within a row is for whoever reads the row.
        for (let bytes = 0; bytes < 8; bytes += 1) world.flip(join(dataDir, file), page * PAGE + random(16), random(8));
        const { problems, setAside } = await world.repaired(dataDir);
        const lost = ROWS - world.rowsIn(dataDir, file);
        expect(lost, `seed ${seed}, page ${page + 1}: ${problems}`).to.be.at.most(onPage.get(page + 1) ?? 0);
        if (problems.length === 0) continue;
        damages += 1;
        expect(existsSync(join(setAside as string, file)), "the damaged file is kept").to.equal(true);
      }
      expect(damages).to.be.above(SEEDS / 3);
    });

    it(`gives back every row of ${file} before the place where it was cut, for ${SEEDS} seeds`, async () => {
      const onPage = world.rowsByPage(file);
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        const dataDir = world.copyOf(world.closed);
        const bytes = PAGE + randomOf(seed)(statSync(join(dataDir, file)).size - PAGE);
        truncateSync(join(dataDir, file), bytes);
        const { problems } = await world.repaired(dataDir);
        expect(problems.join(), `seed ${seed}`).to.match(/bytes are missing at its end/);
        const kept = [...onPage].reduce((sum, [page, rows]) => sum + (page * PAGE <= bytes ? rows : 0), 0);
        expect(world.rowsIn(dataDir, file), `seed ${seed}, cut at ${bytes}`).to.be.at.least(kept);
      }
    });
  }

  it(`of the database is repaired with the tables named that lost rows, or is left with advice, for ${SEEDS} seeds`, async () => {
    const onPage = world.rowsByPage("tocsin.db");
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const random = randomOf(seed);
      const dataDir = world.copyOf(world.closed);
      const page = random(statSync(join(dataDir, "tocsin.db")).size / PAGE);
      for (let bytes = 0; bytes < 8; bytes += 1)
        world.flip(join(dataDir, "tocsin.db"), page * PAGE + random(16), random(8));
      const before = readFileSync(join(dataDir, "tocsin.db"));
      try {
        const { problems, setAside, incomplete } = await world.repaired(dataDir);
        if (problems.length > 0)
          expect(readFileSync(join(setAside as string, "tocsin.db")).equals(before)).to.equal(true);
        const lost = ROWS - world.rowsIn(dataDir, "tocsin.db");
        expect(lost === 0 || incomplete.includes("consumer"), `seed ${seed}: what is lost is named`).to.equal(true);
        expect(lost, `seed ${seed}, page ${page + 1}: ${problems}`).to.be.at.most(onPage.get(page + 1) ?? 0);
      } catch (error) {
        expect((error as Error).message, `seed ${seed}`).to.match(/can't be repaired.+Restore a backup/);
        expect(readFileSync(join(dataDir, "tocsin.db")).equals(before)).to.equal(true);
      }
    }
  });

  it("is looked for in the database first, then in the queue and in the newest segments", () => {
    const dataDir = world.copyOf(world.closed);
    mkdirSync(join(dataDir, "events"));
    const segments = ["20251123T000000000Z-0a1b2c3d.db", "20251124T000000000Z-0a1b2c3d.db"];
    for (const name of segments) copyFileSync(join(world.closed, "events.db"), join(dataDir, "events", name));
    const unread: unknown[] = [];
    const logger = { ...silentLogger, info: (_: string, fields?: Fields) => void unread.push(fields?.["files"]) };
    refuseDamagedFiles(dataDir, "sqlite", logger, 0);
    expect(unread).to.deep.equal([
      ["tocsin.db", "queue.db", `events/${segments[1]}`, `events/${segments[0]}`, "events.db"],
    ]);
  });
});
