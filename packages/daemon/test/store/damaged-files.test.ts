import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect } from "chai";
import { checkDataDir, refuseDamagedFiles } from "../../src/app/commands/check/check-data.ts";
import { repairDamaged } from "../../src/app/commands/check/repair-damaged.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import { type Fields, silentLogger } from "../../src/kernel/logger.ts";
import { migrate } from "../../src/store/migrations/migrate.ts";
import { openEmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { openSqliteArchive } from "../../src/store/telemetry/sqlite/sqlite-archive.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { environmentNumber } from "../support/environment-number.ts";
import { createRandom } from "../support/random.ts";
import { batchOf } from "../support/worker.ts";

const SEEDS = environmentNumber("TOCSIN_TEST_DAMAGES", 12);
const ROWS = 400;
const PAGE = 4096;

/** Below a number; a seed gives the same damage again. */
const randomOf = (seed: number): ((below: number) => number) => {
  const random = createRandom(seed);
  return (below) => random.between(0, below - 1);
};

const COUNTS: Readonly<Record<string, string>> = {
  "queue.db": "batch",
  "tocsin.db": "consumer",
  "events.db": "record",
};

describe("a damaged file", function () {
  this.timeout(120_000);
  const folders: string[] = [];
  /** A data directory as a daemon left it, and one with all of it in WALs, as a kill leaves it. */
  let closed = "";
  let killed = "";
  const folder = (): string => {
    const made = temporaryFolder();
    folders.push(made);
    return made;
  };
  before(async () => {
    closed = folder();
    killed = folder();
    const queue = openEmbeddedQueue({ path: join(closed, "queue.db"), clock: { now: Date.now }, bytesMax: 2 ** 30 });
    for (let row = 0; row < ROWS; row += 1) await queue.append([batchOf([`event ${row}`])]);
    const archive = openSqliteArchive(join(closed, "events.db"));
    for (let row = 0; row < ROWS; row += 50)
      await archive.add(Array.from({ length: 50 }, (_, index) => logOf(row + index)));
    await migrate({ kind: "sqlite", path: join(closed, "tocsin.db") });
    const database = new Sqlite(join(closed, "tocsin.db"));
    const insert = database.prepare("insert into consumer values (?, ?)");
    for (let row = 0; row < ROWS; row += 1) insert.run(`embedded:queue/${"organization".repeat(4)}-${row}`, row);
    for (const name of readdirSync(closed)) copyFileSync(join(closed, name), join(killed, name));
    database.close();
    await archive.close();
    queue.close();
  });
  after(() => {
    for (const each of folders) rmSync(each, { recursive: true, force: true });
  });

  const logOf = (row: number) =>
    ({
      id: uuidv7(1_764_000_000_000),
      organizationId: "default",
      receivedAt: 1_764_000_000_000,
      timestamp: 1_764_000_000_000 + row,
      service: "shop",
      kind: "log",
      level: "info",
      message: `event ${row}`,
    }) as const;

  const copyOf = (from: string): string => {
    const made = join(folder(), "data");
    mkdirSync(made);
    for (const name of readdirSync(from)) copyFileSync(join(from, name), join(made, name));
    return made;
  };

  const rowsIn = (dataDir: string, file: string): number => {
    const database = new Sqlite(join(dataDir, file), { readonly: true });
    try {
      return database.prepare(`select count(*) from ${COUNTS[file]}`).pluck().get() as number;
    } finally {
      database.close();
    }
  };

  /** Rows that lie on each page of the table's leaves, by SQLite's own account of the undamaged file. */
  function rowsByPage(file: string): Map<number, number> {
    const database = new Sqlite(join(closed, file), { readonly: true });
    const found = database
      .prepare("select pageno, ncell from dbstat where name = ? and pagetype = 'leaf'")
      .raw()
      .all(COUNTS[file]) as [number, number][];
    database.close();
    return new Map(found);
  }

  async function repaired(
    dataDir: string,
  ): Promise<{ problems: readonly string[]; setAside: string | undefined; incomplete: readonly string[] }> {
    const report = await checkDataDir(dataDir, "sqlite");
    const problems = report.files.flatMap(({ problems: found }) => found);
    if (problems.length === 0) return { problems, setAside: undefined, incomplete: [] };
    const [outcome] = await repairDamaged(report, Date.now());
    const again = await checkDataDir(dataDir, "sqlite");
    expect(again.files.flatMap((each) => each.problems)).to.deep.equal([]);
    const incomplete = outcome?.tables.filter(({ isWhole }) => !isWhole).map(({ name }) => name) ?? [];
    return { problems, setAside: outcome?.setAside, incomplete };
  }

  const flip = (path: string, at: number, bit: number): void => {
    const bytes = readFileSync(path);
    bytes[at] = (bytes[at] as number) ^ (1 << bit);
    writeFileSync(path, bytes);
  };

  it("in the folder of the archive is repaired in its place, and set aside under the same path", async () => {
    const dataDir = copyOf(closed);
    const path = "events/20251124T000000000Z-0a1b2c3d.db";
    mkdirSync(join(dataDir, "events"));
    renameSync(join(dataDir, "events.db"), join(dataDir, path));
    for (let at = 0; at < 100; at += 1) flip(join(dataDir, path), 3 * PAGE + at, 3);
    const { problems, setAside } = await repaired(dataDir);
    expect(problems).to.not.deep.equal([]);
    expect(existsSync(join(setAside as string, path))).to.equal(true);
    const archive = openSqliteArchive(join(dataDir, "events.db"));
    const scope = { organizationId: "default", actor: "test", permissions: [] };
    expect((await archive.search(scope, { limit: 1000 })).records.length).to.be.above(ROWS / 2);
    await archive.close();
  });

  for (const file of ["queue.db", "events.db"]) {
    it(`gives back every row of ${file} outside of the page in which bytes changed, for ${SEEDS} seeds`, async () => {
      const onPage = rowsByPage(file);
      let damages = 0;
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        const random = randomOf(seed);
        const dataDir = copyOf(closed);
        const page = random(statSync(join(dataDir, file)).size / PAGE);
        // The head of a page says what lies on it; a byte within a row is for whoever reads the row.
        for (let bytes = 0; bytes < 8; bytes += 1) flip(join(dataDir, file), page * PAGE + random(16), random(8));
        const { problems, setAside } = await repaired(dataDir);
        const lost = ROWS - rowsIn(dataDir, file);
        expect(lost, `seed ${seed}, page ${page + 1}: ${problems}`).to.be.at.most(onPage.get(page + 1) ?? 0);
        if (problems.length === 0) continue;
        damages += 1;
        expect(existsSync(join(setAside as string, file)), "the damaged file is kept").to.equal(true);
      }
      expect(damages).to.be.above(SEEDS / 3);
    });

    it(`gives back every row of ${file} before the place where it was cut, for ${SEEDS} seeds`, async () => {
      const onPage = rowsByPage(file);
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        const dataDir = copyOf(closed);
        const bytes = PAGE + randomOf(seed)(statSync(join(dataDir, file)).size - PAGE);
        truncateSync(join(dataDir, file), bytes);
        const { problems } = await repaired(dataDir);
        expect(problems.join(), `seed ${seed}`).to.match(/bytes are missing at its end/);
        const kept = [...onPage].reduce((sum, [page, rows]) => sum + (page * PAGE <= bytes ? rows : 0), 0);
        expect(rowsIn(dataDir, file), `seed ${seed}, cut at ${bytes}`).to.be.at.least(kept);
      }
    });
  }

  it(`of the database is repaired with the tables named that lost rows, or is left with advice, for ${SEEDS} seeds`, async () => {
    const onPage = rowsByPage("tocsin.db");
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const random = randomOf(seed);
      const dataDir = copyOf(closed);
      const page = random(statSync(join(dataDir, "tocsin.db")).size / PAGE);
      for (let bytes = 0; bytes < 8; bytes += 1) flip(join(dataDir, "tocsin.db"), page * PAGE + random(16), random(8));
      const before = readFileSync(join(dataDir, "tocsin.db"));
      try {
        const { problems, setAside, incomplete } = await repaired(dataDir);
        if (problems.length > 0)
          expect(readFileSync(join(setAside as string, "tocsin.db")).equals(before)).to.equal(true);
        const lost = ROWS - rowsIn(dataDir, "tocsin.db");
        expect(lost === 0 || incomplete.includes("consumer"), `seed ${seed}: what is lost is named`).to.equal(true);
        expect(lost, `seed ${seed}, page ${page + 1}: ${problems}`).to.be.at.most(onPage.get(page + 1) ?? 0);
      } catch (error) {
        expect((error as Error).message, `seed ${seed}`).to.match(/can't be repaired.+Restore a backup/);
        expect(readFileSync(join(dataDir, "tocsin.db")).equals(before)).to.equal(true);
      }
    }
  });

  it(`with a WAL in which a frame is damaged gives back what later frames hold, and counts the commits, for ${SEEDS} seeds`, async () => {
    let damages = 0;
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const random = randomOf(seed);
      const dataDir = copyOf(killed);
      const wal = join(dataDir, "queue.db-wal");
      flip(wal, random(statSync(wal).size), random(8));
      const { problems } = await repaired(dataDir);
      if (problems.length > 0) {
        damages += 1;
        expect(problems.join()).to.match(/SQLite would drop \d+ commits \(\d+ bytes\)/);
      }
      expect(ROWS - rowsIn(dataDir, "queue.db"), `seed ${seed}: ${problems}`).to.be.at.most(1);
    }
    expect(damages).to.be.above(SEEDS / 2);
  });

  it(`with a WAL that was cut opens with the commits before the cut, for ${SEEDS} seeds`, async () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const dataDir = copyOf(killed);
      const wal = join(dataDir, "queue.db-wal");
      truncateSync(wal, randomOf(seed)(statSync(wal).size));
      const { problems } = await repaired(dataDir);
      expect(problems).to.deep.equal([]);
      const queue = openEmbeddedQueue({ path: join(dataDir, "queue.db"), clock: { now: Date.now }, bytesMax: 2 ** 30 });
      await queue.append([batchOf(["after"])]);
      queue.close();
    }
  });

  it("is looked for in the database first, then in the queue and in the newest segments", () => {
    const dataDir = copyOf(closed);
    mkdirSync(join(dataDir, "events"));
    const segments = ["20251123T000000000Z-0a1b2c3d.db", "20251124T000000000Z-0a1b2c3d.db"];
    for (const name of segments) copyFileSync(join(closed, "events.db"), join(dataDir, "events", name));
    const unread: unknown[] = [];
    const logger = { ...silentLogger, info: (_: string, fields?: Fields) => void unread.push(fields?.["files"]) };
    refuseDamagedFiles(dataDir, "sqlite", logger, 0);
    expect(unread).to.deep.equal([
      ["tocsin.db", "queue.db", `events/${segments[1]}`, `events/${segments[0]}`, "events.db"],
    ]);
  });

  it("isn't seen where a kill left whole WALs", async () => {
    const report = await checkDataDir(copyOf(killed), "sqlite");
    expect(report.files.map(({ problems, notes }) => [...problems, ...notes])).to.deep.equal([[], [], []]);
    expect(report.files.every(({ isComplete }) => isComplete)).to.equal(true);
  });
});
