import { expect } from "chai";
import { migrate } from "../../src/store/migrations/migrate.ts";
import { onEachEngine } from "./engines.ts";

onEachEngine("A database whose schema is of a later version", (fresh) => {
  it("is refused before anything is changed, with the migration that this version doesn't know", async () => {
    const { target, openDatabase, drop } = await fresh();
    const database = await openDatabase();
    await database.write((transaction) =>
      transaction.query("insert into migrations (timestamp, name) values (1999999999999, 'Later1999999999999')"),
    );
    const refusal = await migrate(target).then(
      () => "migrated",
      (error: Error) => error.message,
    );
    expect(refusal).to.match(/schema of a later version \(Later1999999999999\).+Install the later version/);
    await drop();
  });
});
