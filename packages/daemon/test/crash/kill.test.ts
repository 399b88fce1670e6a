import { rmSync } from "node:fs";
import { expect } from "chai";
import { temporaryFolder } from "../support/daemon.ts";
import { startLoad } from "../support/load.ts";
import { startDaemonProcess } from "../support/process.ts";
import { request } from "../support/request.ts";
import { compare, drained, storedCounts } from "../support/stored-counts.ts";
import { mintToken } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

const KILLS = 20;
const SENDERS = 4;

// Told to end, a daemon that isn't done after nine seconds ends with 1: an end with 0 was in time.
describe("a daemon under load", function () {
  this.timeout(300_000);
  let dataDir = "";
  beforeEach(() => {
    dataDir = temporaryFolder();
  });
  afterEach(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Starts a daemon on the directory, kills it at a random moment, again and again; then reads what it holds. */
  async function survives(folder: string, kills: number): Promise<void> {
    const load = startLoad(SENDERS);
    for (let kill = 0; kill < kills; kill++) {
      const daemon = await startDaemonProcess(folder);
      const before = load.acknowledged.size;
      const until = before + 1 + Math.floor(Math.random() * 2_000);
      load.target(daemon.ingest);
      await waitFor(() => load.acknowledged.size >= until, { within: 20_000, what: "the moment to kill" });
      expect(await daemon.end("SIGKILL")).to.equal(null);
    }
    load.target(undefined);
    await load.stop();
    const daemon = await startDaemonProcess(folder);
    await drained(daemon);
    const { warnings = [] } = (await request(`${daemon.core}/health/ready`)).json<{ warnings?: string[] }>();
    expect(warnings, "no file looks lost").to.deep.equal([]);
    const counts = await storedCounts(daemon);
    await daemon.end("SIGTERM");
    expect(load.acknowledged.size, "events answered 202").to.be.above(kills);
    expect(compare(load.acknowledged, counts)).to.deep.equal({ missing: 0, doubled: 0 });
    expect([...load.refused.keys()].filter((status) => status !== 0 && status !== 503)).to.deep.equal([]);
  }

  it(`killed ${KILLS} times at random moments holds every event that it answered 202, once`, async () => {
    // Two at a time: most of a round is the start, which keeps one core busy.
    const second = temporaryFolder();
    try {
      await Promise.all([survives(dataDir, KILLS / 2), survives(second, KILLS / 2)]);
    } finally {
      rmSync(second, { recursive: true, force: true });
    }
  });

  it("told to end by SIGTERM answers or refuses what is under way, ends with 0 within 10 s and loses nothing", async () => {
    const load = startLoad(SENDERS);
    for (let round = 0; round < 2; round++) {
      const daemon = await startDaemonProcess(dataDir);
      const before = load.acknowledged.size;
      load.target(daemon.ingest);
      await waitFor(() => load.acknowledged.size > before + 500, { within: 20_000, what: "events under way" });
      expect(await daemon.end("SIGTERM"), daemon.output()).to.equal(0);
      expect(daemon.output()).to.not.match(/"level":(50|60)/);
    }
    load.target(undefined);
    await load.stop();
    const daemon = await startDaemonProcess(dataDir);
    await drained(daemon);
    expect(compare(load.acknowledged, await storedCounts(daemon))).to.deep.equal({ missing: 0, doubled: 0 });
    expect([...load.refused.keys()].filter((status) => status !== 0 && status !== 503)).to.deep.equal([]);
    expect(await daemon.end("SIGTERM")).to.equal(0);
  });

  it("ends within 10 s of SIGTERM with a stream open, a body half sent and a connection idle", async () => {
    const daemon = await startDaemonProcess(dataDir);
    const stream = await fetch(`${daemon.core}/incidents/stream`, {
      headers: { authorization: `Bearer ${mintToken()}` },
    });
    expect(stream.status).to.equal(200);
    const never = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from("[")) });
    const half = fetch(`${daemon.ingest}/events/logs/batch`, {
      method: "POST",
      body: never,
      duplex: "half",
      headers: { "content-type": "application/json" },
    } as RequestInit).then(
      () => undefined,
      () => undefined,
    );
    await request(`${daemon.ingest}/health/live`);
    expect(await daemon.end("SIGTERM"), daemon.output()).to.equal(0);
    await half;
    await stream.body?.cancel().catch(() => undefined);
  });
});
