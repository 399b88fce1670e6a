import { closeSync, openSync, rmSync } from "node:fs";
import { expect } from "chai";
import { type BrokerProxy, openProxy } from "../broker/proxy.ts";
import { ingest, temporaryFolder } from "../support/daemon.ts";
import { createOwnDatabase, type OwnDatabase } from "../support/database.ts";
import { runDaemon, type SpawnedDaemon, spawnDaemon, untilReady } from "../support/process.ts";
import { type Answer, request } from "../support/request.ts";
import { freePort } from "../support/server-process.ts";
import { amqpUrl, postgresUrl } from "../support/services.ts";
import { log } from "../support/telemetry.ts";
import { waitFor } from "../support/wait.ts";

const { url: server, reason } = await postgresUrl();

interface Ports {
  readonly core: string;
  readonly ingest: string;
  readonly settings: Readonly<Record<string, string>>;
}

async function fixedPorts(): Promise<Ports> {
  const [corePort, ingestPort] = [await freePort(), await freePort()];
  return {
    core: `http://127.0.0.1:${corePort}`,
    ingest: `http://127.0.0.1:${ingestPort}`,
    settings: { TOCSIN_CORE_PORT: String(corePort), TOCSIN_INGEST_PORT: String(ingestPort) },
  };
}

const answering = (url: string): Promise<Answer> =>
  waitFor(() => request(url).catch(() => undefined), { within: 10_000, what: `${url} to answer` });

describe(`a daemon that starts while PostgreSQL is away${server === undefined ? ` (${reason})` : ""}`, function () {
  this.timeout(90_000);
  const dataDir = temporaryFolder();
  let database: OwnDatabase;
  let proxy: BrokerProxy;
  let ports: Ports;
  let daemon: SpawnedDaemon | undefined;
  const start = (): SpawnedDaemon => {
    daemon = spawnDaemon(dataDir, { ...ports.settings, TOCSIN_DATABASE_URL: proxy.url });
    return daemon;
  };
  before(async function () {
    if (server === undefined) this.skip();
    database = await createOwnDatabase(server);
    proxy = await openProxy(database.url);
    ports = await fixedPorts();
  });
  beforeEach(() => proxy.restore());
  afterEach(() => daemon?.end("SIGKILL"));
  after(async () => {
    await proxy?.close();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  for (const [how, fault] of [
    ["refuses connections", () => proxy.cut()],
    ["gives no answer", () => proxy.hush()],
  ] as const) {
    it(`waits while the server ${how}, is live and not ready, and becomes ready by itself`, async () => {
      fault();
      const waiting = start();
      for (const address of [ports.core, ports.ingest]) {
        expect((await answering(`${address}/health/live`)).status).to.equal(200);
        const ready = await request(`${address}/health/ready`);
        expect(ready.status).to.equal(503);
        expect(ready.text).to.contain("worker is starting");
        expect((await request(`${address}/metrics`)).status).to.equal(200);
      }
      const refused = await ingest({ ingest: ports.ingest }, "/events/logs", log({ service: "shop" }));
      expect(refused.status).to.equal(503);
      // Far less than the five seconds for which a program that ends waits for its last events.
      expect(refused.headers.get("retry-after")).to.equal("1");
      await waitFor(() => waiting.output().includes("Storage is unreachable; the start waits"), {
        within: 20_000,
        what: "the log to say what is waited for",
      });
      expect((await request(`${ports.core}/health/ready`)).text).to.contain("waiting for storage");
      proxy.restore();
      await untilReady(waiting);
      expect((await request(`${ports.core}/health/ready`)).status).to.equal(200);
      const taken = await ingest({ ingest: ports.ingest }, "/events/logs", log({ service: "shop" }));
      expect(taken.status).to.equal(202);
      expect(await waiting.end("SIGTERM")).to.equal(0);
    });
  }

  it("logs the same problem once, not with each try", async () => {
    proxy.cut();
    const waiting = start();
    await answering(`${ports.core}/health/live`);
    const tries = proxy.refused();
    await waitFor(() => proxy.refused() > tries + 4, { within: 20_000, what: "some tries" });
    const lines = waiting.output().split("\n");
    const problems = lines
      .filter((line) => line.includes("the start waits"))
      .map((line) => (JSON.parse(line) as { problem: string }).problem);
    expect(problems).to.have.lengthOf.above(0);
    expect(problems).to.have.lengthOf(new Set(problems).size);
  });

  it("ends in order by SIGTERM while it waits", async () => {
    proxy.cut();
    const waiting = start();
    await waitFor(() => waiting.output().includes("the start waits"), { within: 10_000, what: "waiting" });
    expect(await waiting.end("SIGTERM")).to.equal(0);
  });

  it("is refused in one line where the database doesn't exist", () => {
    const absent = new URL(database.url);
    absent.pathname = "/tocsin_no_such_database";
    const { code, stderr } = runDaemon(dataDir, { TOCSIN_DATABASE_URL: absent.toString() });
    expect(code, stderr).to.equal(2);
    expect(stderr.trimEnd().split("\n")).to.have.lengthOf(1);
    expect(stderr).to.contain("tocsin_no_such_database").and.contain("TOCSIN_DATABASE_URL");
  });
});

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
