import { rmSync } from "node:fs";
import { expect } from "chai";
import fc from "fast-check";
import { totalConnections } from "../../src/app/backends/database-connections.ts";
import { roles } from "../../src/app/config/setting-values.ts";
import { DATABASE_CONNECTIONS_MIN } from "../../src/model/request-limits.ts";
import { sharesSessions } from "../../src/store/sql/shared-sessions.ts";
import { core, type StoredEvent, temporaryFolder } from "../support/daemon.ts";
import { createOwnDatabase, type OwnDatabase } from "../support/database.ts";
import { startLoad } from "../support/load.ts";
import { hasPgBouncer, openPgBouncer, type PgBouncer } from "../support/pgbouncer.ts";
import { type DaemonProcess, runDaemon, startDaemonProcess } from "../support/process.ts";
import { postgresUrl } from "../support/services.ts";
import { compare, drained, storedCounts } from "../support/stored-counts.ts";
import { waitFor } from "../support/wait.ts";

const { url: server, reason } = await postgresUrl();
const noServer = server === undefined ? ` (pending: ${reason})` : "";

describe("the connections to PostgreSQL of a process", () => {
  it("never add up to more than the setting, whatever the roles", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: DATABASE_CONNECTIONS_MIN, max: 1000 }),
        fc.subarray([...roles], { minLength: 1 }),
        fc.option(fc.constant("amqp://broker"), { nil: undefined }),
        (databaseConnectionsMax, some, amqpUrl) => {
          expect(totalConnections({ databaseConnectionsMax, roles: some, amqpUrl })).to.be.at.most(
            databaseConnectionsMax,
          );
        },
      ),
    );
  });

  it("use all of a tight setting but what can't be shared out", () => {
    const shared = { databaseConnectionsMax: DATABASE_CONNECTIONS_MIN, roles, amqpUrl: "amqp://broker" };
    expect(totalConnections(shared)).to.equal(DATABASE_CONNECTIONS_MIN);
    expect(totalConnections({ ...shared, databaseConnectionsMax: 60 })).to.be.within(50, 60);
  });
});

/** Takes load until this many events are acknowledged; answers what came of them. */
async function takeLoad(daemon: DaemonProcess, events: number): Promise<{ missing: number; doubled: number }> {
  const load = startLoad(4);
  load.target(daemon.ingest);
  await waitFor(() => load.acknowledged.size > events, { within: 30_000, what: "the events to be acknowledged" });
  load.target(undefined);
  await load.stop();
  await drained(daemon);
  return compare(load.acknowledged, await storedCounts(daemon));
}

describe(`a daemon with few connections to PostgreSQL${noServer}`, function () {
  this.timeout(90_000);
  const dataDir = temporaryFolder();
  let database: OwnDatabase;
  before(async function () {
    if (server === undefined) this.skip();
    database = await createOwnDatabase(server);
  });
  after(async () => {
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it("never opens more than the setting says, and loses nothing", async () => {
    const daemon = await startDaemonProcess(dataDir, {
      TOCSIN_DATABASE_URL: database.url,
      TOCSIN_DATABASE_CONNECTIONS_MAX: String(DATABASE_CONNECTIONS_MIN),
    });
    let most = 0;
    let isOver = false;
    const watching = (async () => {
      while (!isOver) most = Math.max(most, await database.sessions());
    })();
    const asking = Promise.all(Array.from({ length: 40 }, () => core(daemon, "/incidents/stats")));
    expect(await takeLoad(daemon, 500)).to.deep.equal({ missing: 0, doubled: 0 });
    await asking;
    isOver = true;
    await watching;
    expect(most).to.be.within(3, DATABASE_CONNECTIONS_MIN);
    expect(await daemon.end("SIGTERM")).to.equal(0);
  });
});

const noPooler = hasPgBouncer() ? noServer : " (pending: the package pgbouncer is not installed)";

describe(`a daemon behind PgBouncer${noPooler}`, function () {
  this.timeout(90_000);
  const dataDir = temporaryFolder();
  const poolers: PgBouncer[] = [];
  let database: OwnDatabase;
  const pooler = async (...given: Parameters<typeof openPgBouncer>): Promise<string> => {
    const opened = await openPgBouncer(...given);
    poolers.push(opened);
    return opened.url;
  };
  before(async function () {
    if (noPooler !== "") this.skip();
    database = await createOwnDatabase(server as string);
  });
  after(async () => {
    for (const each of poolers) each.remove();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it("in session mode stores, searches and starts again as on the server itself", async () => {
    const settings = { TOCSIN_DATABASE_URL: await pooler(database.url, "session") };
    const first = await startDaemonProcess(dataDir, settings);
    expect(await takeLoad(first, 300)).to.deep.equal({ missing: 0, doubled: 0 });
    expect(await first.end("SIGTERM")).to.equal(0);
    const second = await startDaemonProcess(dataDir, settings);
    const found = await core(second, "/events/search?service=load&limit=5");
    expect(found.status, found.text).to.equal(200);
    expect(found.json<StoredEvent[]>()).to.have.lengthOf(5);
    expect(await second.end("SIGTERM")).to.equal(0);
  });

  for (const roundRobin of ["0", "1"]) {
    it(`in transaction mode is refused in one line, server_round_robin being ${roundRobin}`, async () => {
      const url = await pooler(database.url, "transaction", { server_round_robin: roundRobin });
      const { code, stderr } = runDaemon(dataDir, { TOCSIN_DATABASE_URL: url });
      expect(code, stderr).to.equal(2);
      expect(stderr.trimEnd().split("\n")).to.have.lengthOf(1);
      expect(stderr).to.contain("pool_mode=session");
    });
  }

  it("is told apart from the server itself and from session mode", async () => {
    expect(await sharesSessions(database.url)).to.equal(false);
    expect(await sharesSessions(await pooler(database.url, "session"))).to.equal(false);
    expect(await sharesSessions(await pooler(database.url, "transaction"))).to.equal(true);
  });
});
