import { expect } from "chai";
import { core } from "../support/daemon.ts";
import { describeDaemonGroup } from "../support/daemon-group.ts";
import { type Load, startLoad } from "../support/load.ts";
import type { DaemonProcess } from "../support/process.ts";
import { request } from "../support/request.ts";
import { compare, storedCounts } from "../support/stored-counts.ts";
import { mintToken } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

const PARTITIONS = 8;
const SERVICES = Array.from({ length: 40 }, (_, index) => `service-${index}`);
const REBALANCED_MS_MAX = 5_000;

describeDaemonGroup("Workers that share the partitions", (startDaemon) => {
  let load: Load;
  after(() => load?.stop());

  const start = (roles: string): Promise<DaemonProcess> =>
    startDaemon(roles, { settings: { TOCSIN_AMQP_PARTITIONS: String(PARTITIONS) } });
  const held = async ({ core: address }: DaemonProcess): Promise<number> =>
    Number(/^tocsin_partitions_held (\d+)/m.exec((await request(`${address}/metrics`)).text)?.[1] ?? Number.NaN);
  const sharing = (...given: readonly (readonly [DaemonProcess, number])[]): Promise<unknown> =>
    waitFor(
      async () => {
        const counts = await Promise.all(given.map(([daemon]) => held(daemon)));
        return counts.every((count, index) => count === given[index]?.[1]);
      },
      { within: REBALANCED_MS_MAX, what: `shares of ${given.map(([, count]) => count).join(" and ")} partitions` },
    );
  const fatal = ({ ingest }: DaemonProcess): Promise<unknown> =>
    request(`${ingest}/events/logs/batch`, {
      body: SERVICES.slice(0, 8).map((service) => ({ service, level: "fatal", message: "out of memory" })),
    });

  it("rebalance within five seconds of a join, a leave and a death, and lose, double and open nothing twice", async () => {
    const interfaces = await start("ingest,core");
    const first = await start("worker");
    load = startLoad(2, { services: SERVICES, pauseMs: 20 });
    load.target(interfaces.ingest);
    await fatal(interfaces);
    await sharing([first, PARTITIONS]);

    const second = await start("worker");
    await sharing([first, 4], [second, 4]);
    await fatal(interfaces);

    await first.end("SIGTERM");
    await sharing([second, PARTITIONS]);
    await fatal(interfaces);

    const third = await start("worker");
    await sharing([second, 4], [third, 4]);
    await second.end("SIGKILL");
    await sharing([third, PARTITIONS]);
    await fatal(interfaces);

    load.target(undefined);
    await load.stop();
    const result = async () => compare(load.acknowledged, await storedCounts(interfaces, null));
    await waitFor(async () => (await result()).missing === 0, { within: 60_000, what: "every event to be stored" });
    expect(await result()).to.deep.equal({ missing: 0, doubled: 0 });
    const list = await core(interfaces, "/incidents?limit=100", { token: mintToken() });
    const incidents = list.json<{ deduplicationKey: string; affectedServices: string[] }[]>();
    const keys = incidents.map(({ deduplicationKey }) => deduplicationKey);
    expect(new Set(keys).size, "each incident once").to.equal(keys.length);
    expect(new Set(incidents.flatMap(({ affectedServices }) => affectedServices))).to.include.all.keys(
      ...SERVICES.slice(0, 8),
    );
    expect(load.refused.size, "nothing refused").to.equal(0);
  }).timeout(180_000);
});
