import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { core, startTestDaemon, type TestDaemon, temporaryFolder } from "../support/daemon.ts";
import { runExample } from "./run-example.ts";

describe("The example nightly-export", function () {
  this.timeout(60_000);
  let daemon: TestDaemon;
  let folder: string;
  before(async () => {
    daemon = await startTestDaemon();
    folder = temporaryFolder();
  });
  after(async () => {
    await daemon.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
  const open = async (title: string) => {
    const body = { title, description: "none", severity: "HIGH", affectedServices: ["checkout"] };
    return (await core(daemon, "/incidents", { body })).json<{ id: string }>().id;
  };

  it("writes each past day once, leaves out today, and makes up for what is missing", async () => {
    const [yesterday, earlier, today] = [
      await open('It "fails",\r\nagain'),
      await open("Earlier"),
      await open("Today"),
    ];
    const database = new Database(join(daemon.dataDir, "tocsin.db"));
    const move = (id: string, days: number) =>
      database.prepare("UPDATE incident SET created_at = ? WHERE id = ?").run(Date.now() - days * DAY_MS, id);
    expect([move(yesterday, 1).changes, move(earlier, 3).changes]).to.deep.equal([1, 1]);
    database.close();

    const first = await runExample(daemon, ["nightly-export/export.mjs", folder, "3"]);
    expect(first.code, first.stderr).to.equal(0);
    const names = ["incidents", "remediation"].flatMap((name) => [3, 2, 1].map((n) => `${name}-${dayBefore(n)}.csv`));
    expect(readdirSync(folder).toSorted()).to.deep.equal(names.toSorted());
    const text = (n: number) => readFileSync(join(folder, `incidents-${dayBefore(n)}.csv`), "utf8");
    expect(text(1)).to.include(yesterday).and.include('"It ""fails"",\r\nagain"').and.not.include(today);
    expect(text(3)).to.include(earlier);
    expect(text(2)).to.match(/^id,title,.*\r\n$/);

    writeFileSync(join(folder, `incidents-${dayBefore(1)}.csv`), "kept");
    rmSync(join(folder, `incidents-${dayBefore(3)}.csv`));
    const second = await runExample(daemon, ["nightly-export/export.mjs", folder, "3"]);
    expect(second.stdout).to.equal(`${join(folder, `incidents-${dayBefore(3)}.csv`)} 1\n`);
    expect(text(1)).to.equal("kept");
  });

  it("writes nothing and ends with 1 where it isn't let in", async () => {
    const empty = temporaryFolder();
    const { code, stderr } = await runExample(daemon, ["nightly-export/export.mjs", empty], { TOCSIN_TOKEN: "wrong" });
    expect(code).to.equal(1);
    expect(stderr).to.include("The export failed: ");
    expect(readdirSync(empty)).to.deep.equal([]);
    rmSync(empty, { recursive: true });
  });
});
