import { join } from "node:path";
import { expect } from "chai";
import { ingest } from "../support/daemon.ts";
import { spawnDaemon, startDaemonProcess, untilReady } from "../support/process.ts";
import { request } from "../support/request.ts";
import { freePort } from "../support/server-process.ts";
import { mountSmallDisk, type SmallDisk } from "../support/small-disk.ts";
import { log } from "../support/telemetry.ts";
import { waitFor } from "../support/wait.ts";
import { becomes, isLost } from "./readiness-samples.ts";

const live = async (address: string): Promise<number> => (await request(`${address}/health/live`)).status;

const DISK_BYTES = 64 * 1024 * 1024;

describe("readiness on a disk that is full", function () {
  this.timeout(60_000);
  let disk: SmallDisk | undefined;
  before(function () {
    disk = mountSmallDisk(DISK_BYTES);
    if (disk === undefined) {
      this.test?.parent?.tests.forEach((test) => {
        test.title += " (pending: this user may not mount a small disk)";
      });
      this.skip();
    }
  });
  after(() => disk?.remove());

  it("says so within a second, refuses telemetry with 503, and goes on by itself when there is room", async () => {
    const { folder, fill, free } = disk as SmallDisk;
    const daemon = await startDaemonProcess(join(folder, "data"));
    await becomes(daemon.core, "200");
    fill();
    await isLost(daemon.core, "the disk of the data directory is full");
    expect(await live(daemon.core)).to.equal(200);
    await waitFor(async () => (await ingest(daemon, "/events/logs", log({ service: "shop" }))).status === 503, {
      what: "telemetry to be refused",
    });
    free();
    await becomes(daemon.core, "200");
    expect((await ingest(daemon, "/events/logs", log({ service: "shop" }))).status).to.equal(202);
    expect(await daemon.end("SIGTERM")).to.equal(0);
  });

  it("holds up a start, which is live meanwhile and goes on by itself when there is room", async () => {
    const { folder, fill, free } = disk as SmallDisk;
    await (await startDaemonProcess(join(folder, "data"))).end("SIGTERM");
    fill();
    const port = await freePort();
    const daemon = spawnDaemon(join(folder, "data"), { TOCSIN_CORE_PORT: String(port) });
    const address = `http://127.0.0.1:${port}`;
    await waitFor(() => live(address).catch(() => undefined), { what: "it to be live" });
    await becomes(address, "waiting for storage");
    expect(await live(address)).to.equal(200);
    free();
    await untilReady(daemon);
    await becomes(address, "200");
    expect(await daemon.end("SIGTERM")).to.equal(0);
  });
});
