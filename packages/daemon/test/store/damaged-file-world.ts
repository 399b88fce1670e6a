import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect } from "chai";
import { checkDataDir } from "../../src/app/commands/check/check-data.ts";
import { repairDamaged } from "../../src/app/commands/check/repair-damaged.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import { migrate } from "../../src/store/migrations/migrate.ts";
import { openEmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { openSqliteArchive } from "../../src/store/telemetry/sqlite/sqlite-archive.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { batchOf } from "../support/worker.ts";

export const ROWS = 400;

const COUNTS: Readonly<Record<string, string>> = {
  "queue.db": "batch",
  "tocsin.db": "consumer",
  "events.db": "record",
};

/** The stores and helpers of the tests about a damaged file. */
export function damagedFileWorld() {
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

  return {
    copyOf,
    flip,
    repaired,
    rowsByPage,
    rowsIn,
    get closed() {
      return closed;
    },
    get killed() {
      return killed;
    },
  };
}
