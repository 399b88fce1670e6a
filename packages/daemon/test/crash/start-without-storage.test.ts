import { rmSync } from "node:fs";
import { expect } from "chai";
import { type BrokerProxy, openProxy } from "../broker/proxy.ts";
import { ingest, temporaryFolder } from "../support/daemon.ts";
import { createOwnDatabase, type OwnDatabase } from "../support/database.ts";
import { runDaemon, type SpawnedDaemon, spawnDaemon, untilReady } from "../support/process.ts";
import { type Answer, request } from "../support/request.ts";
import { postgresUrl } from "../support/services.ts";
import { log } from "../support/telemetry.ts";
import { waitFor } from "../support/wait.ts";
import { fixedPorts, type Ports } from "./start-without-storage-samples.ts";

const { url: server, reason } = await postgresUrl();

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
