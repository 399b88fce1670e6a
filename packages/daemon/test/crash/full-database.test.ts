import { expect } from "chai";
import { type DaemonGroup, openDaemonGroup } from "../support/daemon-group.ts";
import { startLoad } from "../support/load.ts";
import { answersPostgres, hasPostgres, openPostgresServer, type PostgresServer } from "../support/postgres-server.ts";
import { hasRabbit } from "../support/rabbit.ts";
import { request } from "../support/request.ts";
import { mountSmallDisk, type SmallDisk } from "../support/small-disk.ts";
import { compare, storedCounts } from "../support/stored-counts.ts";
import { waitFor } from "../support/wait.ts";

const DISK_BYTES = 256 * 1024 * 1024;
const SENDERS = 4;

describe("A disk of PostgreSQL that is full", function () {
  this.timeout(240_000);
  let disk: SmallDisk | undefined;
  let server: PostgresServer;
  let group: DaemonGroup;
  before(async function () {
    disk = hasPostgres() && hasRabbit() ? mountSmallDisk(DISK_BYTES) : undefined;
    if (disk === undefined) {
      this.test?.parent?.tests.forEach((test) => {
        test.title += " (pending: no PostgreSQL, no RabbitMQ, or this user may not mount a small disk)";
      });
      return this.skip();
    }
    server = await openPostgresServer(disk.folder);
    await server.start();
    group = await openDaemonGroup(server.url);
  });
  after(async () => {
    if (disk === undefined) return;
    await group.close();
    server.remove();
    disk.remove();
  });

  it("ends no process, and loses and doubles nothing once there is room", async () => {
    const accepting = await group.start("ingest,core");
    const worker = await group.start("worker");
    const load = startLoad(SENDERS, { pauseMs: 2 });
    load.target(accepting.ingest);
    await waitFor(() => load.acknowledged.size > 500, { within: 20_000, what: "events before" });

    (disk as SmallDisk).fill();
    await waitFor(async () => (await request(`${worker.core}/health/ready`)).status === 503, {
      within: 60_000,
      what: "a worker that isn't ready",
    });
    const before = load.acknowledged.size;
    await waitFor(() => load.acknowledged.size > before + 500, { within: 30_000, what: "events meanwhile" });
    (disk as SmallDisk).free();
    // PostgreSQL ends where its write-ahead log finds no room.
    await answersPostgres(server.url).catch(() => server.start());

    const after = load.acknowledged.size;
    await waitFor(() => load.acknowledged.size > after + 500, { within: 30_000, what: "events after" });
    load.target(undefined);
    await load.stop();
    const result = async () => compare(load.acknowledged, await storedCounts(accepting));
    await waitFor(async () => (await result()).missing === 0, { within: 90_000, what: "every event to be stored" });
    expect(await result()).to.deep.equal({ missing: 0, doubled: 0 });
    expect((await request(`${worker.core}/health/ready`)).status).to.equal(200);
    for (const each of [worker, accepting]) expect(await each.end("SIGTERM"), each.output().slice(-2_000)).to.equal(0);
    console.log(`        ${load.acknowledged.size} events, 0 lost, 0 doubled`);
  });
});
