import { setTimeout as wait } from "node:timers/promises";
import { expect } from "chai";
import { openProxy } from "../broker/proxy.ts";
import { core } from "../support/daemon.ts";
import { describeDaemonGroup } from "../support/daemon-group.ts";
import { startLoad } from "../support/load.ts";
import { compare, storedCounts } from "../support/stored-counts.ts";
import { waitFor } from "../support/wait.ts";

/** More than a message may come back, so that RabbitMQ gives up what workers would go on taking. */
const RESETS = 30;
const RESET_EVERY_MS = 600;
const SERVICES = Array.from({ length: 40 }, (_, index) => `service-${index}`);

describeDaemonGroup(
  "Two workers that get no answer of PostgreSQL while their connections to RabbitMQ are reset",
  (start, database, rabbit) => {
    it("process all of it afterwards, and put no event with the dead letters", async () => {
      const postgres = await openProxy(database().url);
      const broker = await openProxy(rabbit().url);
      try {
        const accepting = await start("ingest,core");
        const settings = { TOCSIN_DATABASE_URL: postgres.url, TOCSIN_AMQP_URL: broker.url };
        const workers = [await start("worker", { settings }), await start("worker", { settings })];
        const load = startLoad(2, { services: SERVICES, pauseMs: 20 });
        load.target(accepting.ingest);
        await waitFor(() => load.acknowledged.size > 200, { within: 20_000, what: "events before" });

        postgres.hush();
        // The pace is the fault: it is to be faster than any message is processed.
        for (let reset = 0; reset < RESETS; reset += 1) {
          await wait(RESET_EVERY_MS);
          broker.drop();
        }
        load.target(undefined);
        await load.stop();
        postgres.restore();

        const result = async () => compare(load.acknowledged, await storedCounts(accepting, null));
        await waitFor(async () => (await result()).missing === 0, {
          within: 120_000,
          what: "every event to be stored",
        });
        expect(await result()).to.deep.equal({ missing: 0, doubled: 0 });
        expect((await core(accepting, "/events/dead-letters")).json()).to.deep.equal([]);
        const outputs = workers.map(({ output }) => output()).join("");
        expect(outputs).to.not.contain("is refused");
        for (const each of [...workers, accepting])
          expect(await each.end("SIGTERM"), each.output().slice(-2_000)).to.equal(0);
        console.log(`        ${load.acknowledged.size} events, 0 lost, 0 doubled, no dead letter`);
      } finally {
        await postgres.close();
        await broker.close();
      }
    }).timeout(300_000);
  },
);
