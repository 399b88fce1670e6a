import { expect } from "chai";
import { openProxy } from "../broker/proxy.ts";
import { core } from "../support/daemon.ts";
import { describeDaemonGroup } from "../support/daemon-group.ts";
import { startLoad } from "../support/load.ts";
import type { DaemonProcess } from "../support/process.ts";
import { request } from "../support/request.ts";
import { compare, storedCounts } from "../support/stored-counts.ts";
import { waitFor } from "../support/wait.ts";

const SERVICES = Array.from({ length: 40 }, (_, index) => `service-${index}`);

const held = async ({ core: address }: DaemonProcess): Promise<number> =>
  Number(/^tocsin_partitions_held (\d+)/m.exec((await request(`${address}/metrics`)).text)?.[1] ?? Number.NaN);

/** A pool closes an idle connection after 10 s, and gives up one that is silent in a statement after 30 s. */
const GIVEN_UP_AFTER_MS = 45_000;

describeDaemonGroup("A worker that gets no answer of PostgreSQL for longer than its leases last", (start, database) => {
  it("gives its partitions up to another one, and nothing is lost, doubled or opened twice", async () => {
    const proxy = await openProxy(database().url);
    try {
      const accepting = await start("ingest,core");
      const cutOff = await start("worker", { settings: { TOCSIN_DATABASE_URL: proxy.url } });
      const other = await start("worker");
      const load = startLoad(2, { services: SERVICES, pauseMs: 100 });
      load.target(accepting.ingest);
      await waitFor(async () => (await held(cutOff)) === (await held(other)), { within: 20_000, what: "equal shares" });
      await waitFor(() => load.acknowledged.size > 300, { within: 20_000, what: "events before" });

      // Its statements still arrive: what it commits now is committed, and it never hears of it.
      proxy.hush();
      await request(`${accepting.ingest}/events/logs/batch`, {
        body: SERVICES.map((service) => ({ service, level: "fatal", message: "out of memory" })),
      });
      await waitFor(() => cutOff.output().includes("Partition leases given up"), {
        within: 40_000,
        what: "it to give its leases up",
      });
      const meanwhile = [...load.acknowledged];
      const stored = async () => storedCounts(accepting, null);
      await waitFor(async () => compare(new Set(meanwhile), await stored()).missing === 0, {
        within: 60_000,
        what: "the other one to process all that was accepted",
      });
      proxy.restore();
      await waitFor(async () => (await held(cutOff)) === (await held(other)), { within: 30_000, what: "equal shares" });

      load.target(undefined);
      await load.stop();
      const result = async () => compare(load.acknowledged, await stored());
      await waitFor(async () => (await result()).missing === 0, { within: 60_000, what: "every event to be stored" });
      expect(await result()).to.deep.equal({ missing: 0, doubled: 0 });
      const keys = (await core(accepting, "/incidents?limit=100"))
        .json<{ deduplicationKey: string }[]>()
        .map(({ deduplicationKey }) => deduplicationKey);
      expect(keys.length).to.be.at.least(SERVICES.length);
      expect(new Set(keys).size, "each incident once").to.equal(keys.length);
      for (const each of [cutOff, other, accepting])
        expect(await each.end("SIGTERM"), each.output().slice(-2_000)).to.equal(0);
      console.log(`        ${load.acknowledged.size} events, 0 lost, 0 doubled`);
    } finally {
      await proxy.close();
    }
  }).timeout(240_000);

  it("goes on by new connections where those that it had die silently", async () => {
    const proxy = await openProxy(database().url);
    try {
      const accepting = await start("ingest,core");
      const worker = await start("worker", { settings: { TOCSIN_DATABASE_URL: proxy.url } });
      await waitFor(async () => (await held(worker)) > 0, { within: 20_000, what: "a share" });
      const load = startLoad(2, { services: SERVICES, pauseMs: 50 });
      load.target(accepting.ingest);
      await waitFor(() => load.acknowledged.size > 100, { within: 20_000, what: "events before" });
      proxy.freeze();
      const givenUpAt = Date.now() + GIVEN_UP_AFTER_MS;
      const before = load.acknowledged.size;
      await waitFor(() => load.acknowledged.size > before + 200, { within: 20_000, what: "events after" });
      load.target(undefined);
      await load.stop();
      const result = async () => compare(load.acknowledged, await storedCounts(accepting, null));
      await waitFor(async () => (await result()).missing === 0, { within: 90_000, what: "every event to be stored" });
      expect(await result()).to.deep.equal({ missing: 0, doubled: 0 });
      await waitFor(() => Date.now() > givenUpAt, { within: GIVEN_UP_AFTER_MS, what: "no silent connection" });
      for (const each of [worker, accepting])
        expect(await each.end("SIGTERM"), each.output().slice(-2_000)).to.equal(0);
    } finally {
      await proxy.close();
    }
  }).timeout(180_000);
});

describeDaemonGroup("A worker that is cut off from RabbitMQ alone", (start, _database, rabbit) => {
  it("leaves its partitions to another one within ten seconds, and takes its share again", async () => {
    const proxy = await openProxy(rabbit().url);
    try {
      const accepting = await start("ingest,core");
      const other = await start("worker");
      const cutOff = await start("worker", { settings: { TOCSIN_AMQP_URL: proxy.url } });
      await waitFor(async () => (await held(cutOff)) === (await held(other)), { within: 20_000, what: "equal shares" });
      const all = 2 * (await held(other));
      proxy.cut();
      await waitFor(async () => (await held(other)) === all, { within: 10_000, what: "the other one to hold all" });
      const load = startLoad(2, { services: SERVICES, pauseMs: 20 });
      load.target(accepting.ingest);
      await waitFor(() => load.acknowledged.size > 300, { within: 20_000, what: "events" });
      load.target(undefined);
      await load.stop();
      const result = async () => compare(load.acknowledged, await storedCounts(accepting, null));
      await waitFor(async () => (await result()).missing === 0, { within: 20_000, what: "every event to be stored" });
      expect(await result()).to.deep.equal({ missing: 0, doubled: 0 });
      proxy.restore();
      await waitFor(async () => (await held(cutOff)) === (await held(other)), { within: 30_000, what: "equal shares" });
      for (const each of [cutOff, other, accepting])
        expect(await each.end("SIGTERM"), each.output().slice(-2_000)).to.equal(0);
    } finally {
      await proxy.close();
    }
  }).timeout(180_000);
});
