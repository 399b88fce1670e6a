import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type BrokerProxy, openProxy } from "../broker/proxy.ts";
import { ingest, temporaryFolder } from "../support/daemon.ts";
import { createOwnDatabase, type OwnDatabase } from "../support/database.ts";
import { type DaemonProcess, spawnDaemon, startDaemonProcess, untilReady } from "../support/process.ts";
import { hasRabbit, openRabbit, type Rabbit } from "../support/rabbit.ts";
import { request } from "../support/request.ts";
import { freePort } from "../support/server-process.ts";
import { postgresUrl } from "../support/services.ts";
import { mountSmallDisk, type SmallDisk } from "../support/small-disk.ts";
import { log } from "../support/telemetry.ts";
import { waitFor } from "../support/wait.ts";

const ANSWER_MS_MAX = 1_000;

/** The status of readiness and its reasons, answered in time. */
async function readiness(address: string): Promise<string> {
  const began = performance.now();
  const { status, text } = await request(`${address}/health/ready`);
  expect(performance.now() - began, "milliseconds to the answer").to.be.below(ANSWER_MS_MAX);
  return `${status} ${text}`;
}

const becomes = (address: string, what: string, within = 15_000): Promise<unknown> =>
  waitFor(async () => (await readiness(address)).includes(what), { within, what: `readiness to say ${what}` });

const isLost = async (address: string, reason: string): Promise<void> => {
  await becomes(address, reason, ANSWER_MS_MAX);
  expect(await readiness(address)).to.match(/^503 /);
};

const live = async (address: string): Promise<number> => (await request(`${address}/health/live`)).status;

const { url: server, reason } = await postgresUrl();

describe(`readiness while PostgreSQL is away${server === undefined ? ` (${reason})` : ""}`, function () {
  this.timeout(60_000);
  const dataDir = temporaryFolder();
  let database: OwnDatabase;
  let proxy: BrokerProxy;
  let daemon: DaemonProcess;
  before(async function () {
    if (server === undefined) this.skip();
    database = await createOwnDatabase(server);
    proxy = await openProxy(database.url);
    daemon = await startDaemonProcess(dataDir, { TOCSIN_DATABASE_URL: proxy.url });
  });
  after(async () => {
    await daemon?.end("SIGKILL");
    await proxy?.close();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it("says within a second that the database hangs, on both interfaces, and that it is back", async () => {
    for (const address of [daemon.core, daemon.ingest]) {
      await becomes(address, "200");
      proxy.hush();
      await isLost(address, "the database gives no answer");
      expect(await live(address)).to.equal(200);
      proxy.restore();
      await becomes(address, "200");
    }
  });

  it("says within a second that the database is away, and that it is back", async () => {
    await becomes(daemon.core, "200");
    proxy.cut();
    await isLost(daemon.core, "the database is away");
    expect(await live(daemon.core)).to.equal(200);
    proxy.restore();
    await becomes(daemon.core, "200");
  });
});

const installed = hasRabbit() ? "" : " (pending: the package rabbitmq-server is not installed)";

describe(`readiness of a worker while RabbitMQ is away${installed}`, function () {
  this.timeout(120_000);
  const dataDir = temporaryFolder();
  let rabbit: Rabbit;
  let proxy: BrokerProxy;
  let daemon: DaemonProcess;
  before(async function () {
    if (!hasRabbit()) this.skip();
    rabbit = await openRabbit();
    await rabbit.start();
    proxy = await openProxy(rabbit.url);
    daemon = await startDaemonProcess(dataDir, { TOCSIN_AMQP_URL: proxy.url });
  });
  after(async () => {
    await daemon?.end("SIGKILL");
    await proxy?.close();
    rabbit?.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });

  for (const [how, fault, says] of [
    ["hangs", () => proxy.hush(), "the broker gives no answer to the worker"],
    ["is away", () => proxy.cut(), "the broker is away from the worker"],
  ] as const) {
    it(`says within a second that the broker ${how}, and that it is back`, async () => {
      await becomes(daemon.core, "200");
      fault();
      await isLost(daemon.core, says);
      expect(await live(daemon.core)).to.equal(200);
      expect((await ingest(daemon, "/events/logs", log({ service: "shop" }))).status, "it is spooled").to.equal(202);
      proxy.restore();
      await becomes(daemon.core, "200");
    });
  }
});

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
