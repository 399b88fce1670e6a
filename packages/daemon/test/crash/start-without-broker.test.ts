import { closeSync, openSync, rmSync } from "node:fs";
import { expect } from "chai";
import { type BrokerProxy, openProxy } from "../broker/proxy.ts";
import { ingest, temporaryFolder } from "../support/daemon.ts";
import { spawnDaemon, untilReady } from "../support/process.ts";
import { type Answer, request } from "../support/request.ts";
import { amqpUrl } from "../support/services.ts";
import { log } from "../support/telemetry.ts";
import { waitFor } from "../support/wait.ts";
import { fixedPorts } from "./start-without-storage-samples.ts";

const answering = (url: string): Promise<Answer> =>
  waitFor(() => request(url).catch(() => undefined), { within: 10_000, what: `${url} to answer` });

describe("a daemon that starts while RabbitMQ is away", function () {
  this.timeout(60_000);
  const dataDir = temporaryFolder();
  after(() => rmSync(dataDir, { recursive: true, force: true }));

  it("takes telemetry into its own queue, and says that the broker is away", async () => {
    const daemon = spawnDaemon(dataDir, { TOCSIN_AMQP_URL: "amqp://guest:guest@127.0.0.1:1" });
    const addresses = await untilReady(daemon);
    expect((await ingest(addresses, "/events/logs", log({ service: "shop" }))).status).to.equal(202);
    await waitFor(() => daemon.output().includes("The broker is away"), { what: "the log to say so" });
    expect((await request(`${addresses.core}/health/ready`)).text).to.contain("the broker is away from the worker");
    expect(await daemon.end("SIGTERM")).to.equal(0);
  });
});

const { url: broker, reason: brokerReason } = await amqpUrl();

describe(`a daemon that starts while RabbitMQ gives no answer${broker === undefined ? ` (${brokerReason})` : ""}`, function () {
  this.timeout(60_000);
  let proxy: BrokerProxy;
  let dataDir: string;
  beforeEach(async function () {
    if (broker === undefined) this.skip();
    dataDir = temporaryFolder();
    proxy = await openProxy(broker);
    proxy.hush();
  });
  afterEach(async () => {
    await proxy?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Milliseconds that its start takes, and the connections to the broker that it opened until then. */
  const start = async (roles: string): Promise<{ ms: number; opened: number }> => {
    const began = performance.now();
    const daemon = spawnDaemon(dataDir, { TOCSIN_AMQP_URL: proxy.url, TOCSIN_ROLES: roles });
    await untilReady(daemon);
    const measured = { ms: performance.now() - began, opened: proxy.opened() };
    expect(await daemon.end("SIGTERM")).to.equal(0);
    return measured;
  };

  it("asks it once, for some seconds, where it publishes or consumes, and never where it does neither", async () => {
    const { ms } = await start("ingest,core,worker");
    const before = proxy.opened();
    const alone = await start("core");
    expect(alone.opened).to.equal(before);
    expect(ms - alone.ms, "milliseconds that the broker held up the start").to.be.below(9_000);
  });
});

describe("a daemon whose log can't be written", function () {
  this.timeout(60_000);
  const dataDir = temporaryFolder();
  after(() => rmSync(dataDir, { recursive: true, force: true }));

  it("starts, takes telemetry, and stops in order", async () => {
    const ports = await fixedPorts();
    const full = openSync("/dev/full", "w");
    const daemon = spawnDaemon(dataDir, { ...ports.settings, TOCSIN_LOG_LEVEL: "debug" }, { stdout: full });
    closeSync(full);
    await waitFor(async () => (await answering(`${ports.core}/health/ready`)).status === 200, {
      within: 20_000,
      what: "readiness",
    });
    expect((await ingest({ ingest: ports.ingest }, "/events/logs", log({ service: "shop" }))).status).to.equal(202);
    expect(await daemon.end("SIGTERM"), daemon.output()).to.equal(0);
  });
});
