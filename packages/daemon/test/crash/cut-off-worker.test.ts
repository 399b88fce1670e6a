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

describeDaemonGroup("A worker that gets no answer of PostgreSQL for longer than its leases last", (start, database) => {
  const held = async ({ core: address }: DaemonProcess): Promise<number> =>
    Number(/^tocsin_partitions_held (\d+)/m.exec((await request(`${address}/metrics`)).text)?.[1] ?? Number.NaN);

  it("gives its partitions up to another one, and nothing is lost, doubled or opened twice", async () => {
    const proxy = await openProxy(database().url);
    try {
      const accepting = await start("ingest,core");
      const cutOff = await start("worker", { settings: { TOCSIN_DATABASE_URL: proxy.url } });
      const other = await start("worker");
      const load = startLoad(2, { services: SERVICES, pauseMs: 20 });
      load.aim(accepting.ingest);
      await waitFor(async () => (await held(cutOff)) === (await held(other)), { within: 20_000, what: "equal shares" });
      await waitFor(() => load.acknowledged.size > 300, { within: 20_000, what: "events before" });

      // Its statements still arrive: what it commits now is committed, and it never hears of it.
      proxy.hush();
      await request(`${accepting.ingest}/events/logs/batch`, {
        body: SERVICES.map((service) => ({ service, level: "fatal", message: "out of memory" })),
      });
      await waitFor(async () => (await held(cutOff)) === 0, { within: 40_000, what: "it to give its leases up" });
      const meanwhile = [...load.acknowledged];
      const stored = async () => storedCounts(accepting, null);
      await waitFor(async () => compare(new Set(meanwhile), await stored()).missing === 0, {
        within: 40_000,
        what: "the other one to process all that was accepted",
      });
      proxy.restore();
      await waitFor(async () => (await held(cutOff)) === (await held(other)), { within: 30_000, what: "equal shares" });

      load.aim(undefined);
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
});
