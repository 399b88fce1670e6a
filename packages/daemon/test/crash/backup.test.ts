import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import Sqlite from "better-sqlite3";
import { expect } from "chai";
import pg from "pg";
import { type Fresh, onEachEngine } from "../store/engines.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { environmentNumber } from "../support/environment-number.ts";
import { type Load, startLoad } from "../support/load.ts";
import { type DaemonProcess, type Outcome, runCommand, startDaemonProcess } from "../support/process.ts";
import { compare, drained, storedCounts } from "../support/stored-counts.ts";
import { waitFor } from "../support/wait.ts";

const SENDERS = 4;
/** 20 shows what a release promises; one is enough to notice a change. */
const BACKUPS = environmentNumber("TOCSIN_TEST_BACKUPS", 1);

const run = promisify(execFile);

const settingsOf = ({ target }: Fresh): Record<string, string> =>
  target.kind === "postgres" ? { TOCSIN_DATABASE_URL: target.url } : {};

const succeeded = ({ code, stdout, stderr }: Outcome): string => {
  expect(code, stderr).to.equal(0);
  return stdout;
};

/** Events that detection has counted: each once, in the transaction that moves the position on. */
async function countedEvents({ target }: Fresh, dataDir: string): Promise<number> {
  const sql =
    "select max(total) as total from (select sum(logs) as total from telemetry_count where service = 'load' group by span) as spans";
  if (target.kind === "sqlite") {
    const database = new Sqlite(join(dataDir, "tocsin.db"), { readonly: true });
    const total = database.prepare(sql).pluck().get() as number;
    database.close();
    return total;
  }
  const client = new pg.Client({ connectionString: target.url });
  await client.connect();
  const { rows } = await client.query<{ total: string }>(sql);
  await client.end();
  return Number(rows[0]?.total);
}

const more = (load: Load, count: number, what: string): Promise<unknown> => {
  const until = load.acknowledged.size + count;
  return waitFor(() => load.acknowledged.size >= until, { within: 60_000, what });
};

onEachEngine("a backup under load", (fresh) => {
  const folders: string[] = [];
  const databases: Fresh[] = [];
  const folder = (): string => {
    const made = temporaryFolder();
    folders.push(made);
    return made;
  };
  const tidyUp = async (): Promise<void> => {
    for (const database of databases.splice(0)) await database.drop();
    for (const each of folders.splice(0)) rmSync(each, { recursive: true, force: true });
  };
  afterEach(tidyUp);

  const makeDatabase = async (...prepare: Parameters<typeof fresh>): Promise<Fresh> => {
    const database = await fresh(...prepare);
    databases.push(database);
    return database;
  };

  /** The data directory first, then the database by its own tool, as docs/operations.md says. */
  async function takeBackup(from: Fresh, dataDir: string): Promise<{ data: string; dump: string }> {
    const kept = folder();
    const [data, dump] = [join(kept, "data"), join(kept, "tocsin.dump")];
    succeeded(await runCommand(dataDir, settingsOf(from), ["backup", data]));
    if (from.target.kind === "postgres") await run("pg_dump", ["--format=custom", `--file=${dump}`, from.target.url]);
    return { data, dump };
  }

  async function putBack({ data, dump }: { data: string; dump: string }): Promise<{ to: Fresh; dataDir: string }> {
    const to = await makeDatabase(async () => undefined);
    const dataDir = join(folder(), "restored");
    if (to.target.kind === "postgres") {
      await run("pg_restore", ["--no-owner", "--exit-on-error", `--dbname=${to.target.url}`, dump]);
    }
    succeeded(await runCommand(dataDir, settingsOf(to), ["restore", data]));
    return { to, dataDir };
  }

  /** Answers how many events are missing or doubled after one backup and restore. */
  async function backUpAndRestore() {
    const from = await makeDatabase();
    const dataDir = folder();
    const before = await startDaemonProcess(dataDir, settingsOf(from));
    const load = startLoad(SENDERS);
    load.target(before.ingest);
    await more(load, 200 + Math.floor(Math.random() * 2_000), "events before the backup");
    const acknowledgedBefore = new Set(load.acknowledged);
    const backup = await takeBackup(from, dataDir);
    await more(load, 100, "events after the backup");
    load.target(undefined);
    await before.end("SIGKILL");
    const acknowledgedLost = new Set(load.acknowledged);

    const { to, dataDir: restored } = await putBack(backup);
    const after: DaemonProcess = await startDaemonProcess(restored, settingsOf(to));
    load.target(after.ingest);
    await more(load, 500, "events after the restore");
    load.target(undefined);
    await load.stop();
    await drained(after);
    const expected = new Set(
      [...load.acknowledged].filter((id) => acknowledgedBefore.has(id) || !acknowledgedLost.has(id)),
    );
    const counts = await storedCounts(after);
    const result = compare(expected, counts);
    expect(after.output()).to.not.match(/lies behind|lacks the last writes/);
    expect(await after.end("SIGTERM")).to.equal(0);
    const counted = await countedEvents(to, restored);
    return { ...result, acknowledged: expected.size, countedTwice: Math.max(0, counted - counts.size) };
  }

  it(`and its restore lose and double nothing that was acknowledged before the one or after the other, ${BACKUPS} times`, async function () {
    this.timeout(60_000 * BACKUPS);
    let acknowledged = 0;
    for (let time = 0; time < BACKUPS; time += 1) {
      const { acknowledged: events, ...lost } = await backUpAndRestore();
      expect(lost, `after backup ${time + 1}`).to.deep.equal({ missing: 0, doubled: 0, countedTwice: 0 });
      acknowledged += events;
      await tidyUp();
    }
    if (BACKUPS > 1) console.log(`      ${BACKUPS} backups, ${acknowledged} events, 0 lost, 0 doubled`);
  });
});
