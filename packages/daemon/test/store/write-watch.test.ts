import { expect } from "chai";
import { createWriteWatch } from "../../src/store/sql/write-watch.ts";
import { onPostgres } from "./engines.ts";

const failing = (code: string): Promise<never> => Promise.reject(Object.assign(new Error("refused"), { code }));

describe("the watch over writes", () => {
  for (const code of ["SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_READONLY", "53100", "25006"]) {
    it(`says that nothing can be written after ${code}, until a write succeeds`, async () => {
      const writes = createWriteWatch();
      await writes.watch(failing(code)).catch(() => undefined);
      expect(writes.problem()).to.be.a("string");
      await writes.watch(Promise.resolve());
      expect(writes.problem()).to.equal(undefined);
    });
  }
  for (const code of ["SQLITE_BUSY", "40001", "23505", "22P05"]) {
    it(`says nothing after ${code}`, async () => {
      const writes = createWriteWatch();
      await writes.watch(failing(code)).catch(() => undefined);
      expect(writes.problem()).to.equal(undefined);
    });
  }
  it("forgets a refusal after which nobody wrote", async () => {
    let now = 0;
    const writes = createWriteWatch(() => now);
    await writes.watch(failing("53100")).catch(() => undefined);
    expect(writes.problem()).to.be.a("string");
    now = 15_000;
    expect(writes.problem()).to.equal(undefined);
  });
});

onPostgres("The database after a write that found no room", (fresh) => {
  it("is unwritable until the next write succeeds", async () => {
    const made = await fresh();
    const database = await made.openDatabase();
    const full = "do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$";
    await database.write((transaction) => transaction.query(full)).catch(() => undefined);
    expect(database.unwritable()).to.equal("the database refused the last write");
    await database.write((transaction) => transaction.query("select 1"));
    expect(database.unwritable()).to.equal(undefined);
    await made.drop();
  });
});
