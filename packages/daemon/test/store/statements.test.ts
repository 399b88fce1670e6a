import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { expect } from "chai";
import { migrate } from "../../src/store/migrations/migrate.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { createDepartureStore } from "../../src/store/team/departure-store.ts";

describe("statements of the embedded database", () => {
  const folder = mkdtempSync(join(tmpdir(), "tocsin-statements-"));
  const { prepare } = SqliteDatabase.prototype;
  let database: Database;
  let prepared: string[] = [];
  before(async () => {
    const target = { kind: "sqlite", path: join(folder, "tocsin.db") } as const;
    await migrate(target);
    database = await openDatabase(target);
    SqliteDatabase.prototype.prepare = function (this: SqliteDatabase.Database, sql: string) {
      prepared.push(sql);
      return prepare.call(this, sql);
    } as typeof prepare;
  });
  beforeEach(() => {
    prepared = [];
  });
  after(async () => {
    SqliteDatabase.prototype.prepare = prepare;
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("are compiled once, whatever time they ask for", async () => {
    const departures = createDepartureStore(database);
    for (const now of [1_700_000_000_000, 1_700_000_000_001, 1_700_000_000_002]) await departures.due(now, 10);
    expect(prepared).to.have.lengthOf(1);
  });

  for (const number of [0, -1, 7, 2 ** 40, Number.MAX_SAFE_INTEGER, 0.25, 1e300]) {
    it(`give ${number} the type and value that it has as a literal`, async () => {
      const [row] = await database.reader
        .createQueryBuilder()
        .select(":number", "bound")
        .addSelect("typeof(:number)", "type")
        .addSelect(":number / 2", "half")
        .from("(select 1)", "one")
        .setParameters({ number })
        .getRawMany();
      const literal = new SqliteDatabase(":memory:")
        .prepare(`select ${number} as bound, typeof(${number}) as type, ${number} / 2 as half`)
        .get();
      expect(row).to.deep.equal(literal);
    });
  }
});
