import { rmSync } from "node:fs";
import { expect } from "chai";
import { type BrokerProxy, openProxy } from "../broker/proxy.ts";
import { ingest, temporaryFolder } from "../support/daemon.ts";
import { createOwnDatabase, type OwnDatabase } from "../support/database.ts";
import { type DaemonProcess, startDaemonProcess } from "../support/process.ts";
import { hasRabbit, openRabbit, type Rabbit } from "../support/rabbit.ts";
import { request } from "../support/request.ts";
import { log } from "../support/telemetry.ts";
import { becomes, isLost, reason, server } from "./readiness-samples.ts";

const live = async (address: string): Promise<number> => (await request(`${address}/health/live`)).status;

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
