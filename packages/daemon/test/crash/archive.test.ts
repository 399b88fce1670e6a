import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { openSqliteArchive } from "../../src/store/telemetry/sqlite/sqlite-archive.ts";
import { ACME, idsOf, NOW } from "../store/samples.ts";
import { BATCH_RECORDS, KEPT_FROM, numberedBatch } from "../support/archive-writer.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { waitFor } from "../support/wait.ts";

const WRITER = fileURLToPath(new URL("../support/archive-writer.ts", import.meta.url));
const KILLS = 8;

describe("the archive of a process that is killed", function () {
  this.timeout(120_000);
  let folder: string;
  before(() => {
    folder = temporaryFolder();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Writes from this batch on until it is killed; resolves with the last batch that was stored for certain. */
  async function writeUntilKilled(path: string, first: number, batches: number): Promise<number> {
    const child = spawn(process.execPath, ["--conditions=tocsin-source", WRITER, path, String(first)]);
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
    const lines = (): string[] => output.split("\n").slice(0, -1);
    await waitFor(() => lines().length >= batches, { within: 30_000, what: "the batches" });
    child.kill("SIGKILL");
    await once(child, "exit");
    return Number(lines().at(-1));
  }

  it("holds every record once after the last batches were handed over again, whenever it was killed", async () => {
    const path = join(folder, "events.db");
    let next = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const stored = await writeUntilKilled(path, next, 3 + (kill % 5));
      // As the queue does: from the last position that was committed, which may lie before what is stored.
      next = Math.max(0, stored - 1);
    }
    const archive = openSqliteArchive(path, { clock: { now: () => NOW }, segmentBytes: 1 });
    await archive.add(numberedBatch(next));
    await archive.add(numberedBatch(next + 1));
    while ((await archive.removeBefore(KEPT_FROM, 1000)) > 0);
    const ids: string[] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined; ) {
      const page = await archive.search(ACME, { limit: 1000, ...(cursor === "" ? {} : { cursor }) });
      ids.push(...idsOf(page.records));
      cursor = page.cursor;
    }
    await archive.close();
    const records = Array.from({ length: next + 2 }, (_, batch) => numberedBatch(batch)).flat();
    const kept = records.filter(({ timestamp }) => timestamp >= KEPT_FROM).map(({ id }) => id);
    // The batch that was being written when the process was killed may be there, too.
    const known = new Set(kept);
    const beyond = ids.filter((id) => !known.has(id));
    expect(beyond.length).to.be.at.most(2 * BATCH_RECORDS);
    expect(new Set(ids).size, "none is held twice").to.equal(ids.length);
    expect(ids.filter((id) => known.has(id)).sort()).to.deep.equal(kept.sort());
    const names = readdirSync(join(folder, "events"));
    expect(names.length).to.be.above(10);
    expect(names.filter((name) => !/^\d{8}T\d{9}Z-[0-9a-f]{8}\.db$/.test(name))).to.deep.equal([]);
  });
});
