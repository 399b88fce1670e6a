import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createUpkeep, type Disk, lowDiskMark, type UpkeepDeps } from "../../src/archive/upkeep.ts";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { core, drained, ingest, type LogLine, search, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { waitFor } from "../support/wait.ts";

const GIB = 1024 ** 3;

/** An archive of ten parts of 100 bytes, whose last one is being written. */
function tenParts() {
  let parts = Array.from({ length: 10 }, (_, day) => ({ bytes: 100, from: day * DAY_MS, to: (day + 1) * DAY_MS }));
  const bytes = (): number => parts.reduce((sum, part) => sum + part.bytes, 0);
  return {
    left: () => parts.length,
    bytes: async () => bytes(),
    async dropOldestOver(most: number) {
      const [oldest, ...others] = parts;
      if (!oldest || others.length === 0 || bytes() <= most) return undefined;
      parts = others;
      return oldest;
    },
  };
}

describe("The upkeep of the archive", () => {
  let archive: ReturnType<typeof tenParts>;
  let lines: LogLine[];
  let reasons: string[];
  let disk: Disk;
  beforeEach(() => {
    archive = tenParts();
    [lines, reasons] = [[], []];
    disk = { totalBytes: 10_000, freeBytes: 5_000 };
  });

  const upkeepWith = (given: Partial<UpkeepDeps>) => {
    const note =
      (level: LogLine["level"]) =>
      (message: string, fields = {}): void =>
        void lines.push({ level, message, fields });
    const logger = { debug: note("debug"), info: note("info"), warn: note("warn"), error: note("error") };
    const common = { archive, bytesMax: 0, disk: async () => disk, freeBytesMin: undefined, logger };
    return createUpkeep({ ...common, dropped: (reason) => void reasons.push(reason), ...given });
  };

  it("knows the sizes before its first run, which comes seconds after a start", async () => {
    const upkeep = upkeepWith({});
    expect([await upkeep.bytes(), await upkeep.freeBytes()]).to.deep.equal([1000, 5000]);
  });

  it("drops nothing while the archive is within its bound and the disk has room", async () => {
    await upkeepWith({ bytesMax: 1000, freeBytesMin: 5000 }).run();
    expect(archive.left()).to.equal(10);
    expect(lines).to.deep.equal([]);
  });

  it("drops the oldest parts of an archive over its bound, and says which and why", async () => {
    const upkeep = upkeepWith({ bytesMax: 750, disk: undefined });
    await upkeep.run();
    expect(archive.left()).to.equal(7);
    expect(reasons).to.deep.equal(["size", "size", "size"]);
    expect(lines.map(({ level, message }) => `${level} ${message}`)).to.deep.equal(
      Array(3).fill("warn The archive exceeds its size bound; oldest telemetry dropped"),
    );
    expect(lines[0]?.fields).to.deep.equal({
      ...{ bytes: 100, bytesMax: 750 },
      ...{ from: "1970-01-01T00:00:00.000Z", to: "1970-01-02T00:00:00.000Z" },
    });
    expect(await upkeep.bytes()).to.equal(700);
  });

  it("drops on a low disk as much as is missing, although a reader still holds the space", async () => {
    disk = { totalBytes: 10_000, freeBytes: 250 };
    await upkeepWith({}).run();
    expect(archive.left(), "250 bytes are missing to 5 % of the disk").to.equal(7);
    expect(reasons).to.deep.equal(["disk", "disk", "disk"]);
    expect(lines[0]).to.deep.include({ level: "warn", message: "The disk is low; oldest telemetry dropped" });
    expect(lines[0]?.fields).to.include({ freeBytes: 250, freeBytesMin: 500 });
  });

  it("says once that the disk is low and nothing is left to drop, and again after it had room", async () => {
    disk = { totalBytes: 10_000, freeBytes: 0 };
    const upkeep = upkeepWith({ freeBytesMin: 9000 });
    for (let runs = 0; runs < 3; runs++) await upkeep.run();
    expect(archive.left()).to.equal(1);
    const said = (): number => lines.filter(({ level }) => level === "error").length;
    expect(said()).to.equal(1);
    disk = { totalBytes: 10_000, freeBytes: 9000 };
    await upkeep.run();
    disk = { totalBytes: 10_000, freeBytes: 0 };
    await upkeep.run();
    expect(said()).to.equal(2);
  });

  it("leaves a full disk alone where the mark is off", async () => {
    disk = { totalBytes: 10_000, freeBytes: 0 };
    await upkeepWith({ freeBytesMin: 0 }).run();
    expect(archive.left()).to.equal(10);
  });

  it("keeps 5 % of a small disk and 1 GiB of a large one free", () => {
    expect(lowDiskMark({ totalBytes: 4 * GIB, freeBytes: 0 })).to.equal(0.2 * GIB);
    expect(lowDiskMark({ totalBytes: 4000 * GIB, freeBytes: 0 })).to.equal(GIB);
  });
});

describe("A daemon whose disk is low", () => {
  let daemon: TestDaemon;
  after(() => daemon.stop());

  it("drops the oldest telemetry, keeps today's, says so in its log and metrics, and stays ready", async function () {
    this.timeout(60_000);
    daemon = await startTestDaemon();
    const sent = [3, 2, 1, 0].map((day) => ({
      ...{ service: "checkout", level: "info", message: "paid" },
      timestamp: new Date(Date.now() - day * DAY_MS).toISOString(),
    }));
    const atStart = (await core(daemon, "/metrics")).text;
    expect(atStart)
      .to.match(/^tocsin_archive_bytes \d/m)
      .and.match(/^tocsin_disk_free_bytes [1-9]/m);
    for (const event of sent) await ingest(daemon, "/events/logs", event);
    await drained(daemon);
    daemon = await daemon.restart({ TOCSIN_DISK_FREE_BYTES_MIN: String(2 ** 49) });
    const left = await waitFor(
      async () => {
        const events = await search(daemon, { service: "checkout" });
        return events.length === 1 ? events : undefined;
      },
      { what: "the oldest telemetry to be dropped", within: 30_000 },
    );
    expect(left[0]?.timestamp).to.equal(sent[3]?.timestamp);
    expect(readdirSync(join(daemon.dataDir, "events")).filter((name) => name.endsWith(".db"))).to.have.length(1);
    expect(daemon.log.filter(({ message }) => message === "The disk is low; oldest telemetry dropped")).to.have.length(
      3,
    );
    const metrics = (await core(daemon, "/metrics")).text;
    expect(metrics).to.contain('tocsin_archive_dropped_segments_total{reason="disk"} 3');
    expect(metrics).to.match(/^tocsin_disk_free_bytes [1-9]/m);
    expect(metrics).to.match(/^tocsin_archive_bytes [1-9]/m);
    expect((await core(daemon, "/health/ready")).status).to.equal(200);
  });
});
