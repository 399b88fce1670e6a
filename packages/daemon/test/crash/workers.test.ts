import { rmSync } from "node:fs";
import { expect } from "chai";
import { type Fresh, onPostgres } from "../store/engines.ts";
import { core, temporaryFolder } from "../support/daemon.ts";
import { type Load, startLoad } from "../support/load.ts";
import { type DaemonProcess, startDaemonProcess } from "../support/process.ts";
import { hasRabbit, openRabbit, type Rabbit } from "../support/rabbit.ts";
import { request } from "../support/request.ts";
import { SECRET_KEY } from "../support/secret-key.ts";
import { compare, storedCounts } from "../support/stored-counts.ts";
import { mintToken } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

const PARTITIONS = 8;
const SERVICES = Array.from({ length: 40 }, (_, index) => `service-${index}`);
const REBALANCED_MS_MAX = 5_000;

onPostgres("Workers that share the partitions", (fresh) => {
  let rabbit: Rabbit | undefined;
  let store: Fresh | undefined;
  let load: Load;
  const folders: string[] = [];
  const running = new Set<DaemonProcess>();
  before(async function () {
    this.timeout(120_000);
    if (!hasRabbit()) return this.skip();
    rabbit = await openRabbit();
    await rabbit.start();
    store = await fresh();
  });
  after(async function () {
    this.timeout(60_000);
    await load?.stop();
    for (const each of running) await each.end("SIGTERM");
    await store?.drop();
    rabbit?.remove();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  const start = async (roles: string): Promise<DaemonProcess> => {
    const { target } = store as Fresh;
    const folder = temporaryFolder();
    folders.push(folder);
    const daemon = await startDaemonProcess(folder, {
      TOCSIN_DATABASE_URL: target.kind === "postgres" ? target.url : "",
      TOCSIN_AMQP_URL: (rabbit as Rabbit).url,
      TOCSIN_AMQP_PARTITIONS: String(PARTITIONS),
      TOCSIN_SECRET_KEY: SECRET_KEY,
      TOCSIN_ROLES: roles,
    });
    running.add(daemon);
    return daemon;
  };
  const end = async (daemon: DaemonProcess, signal: NodeJS.Signals): Promise<void> => {
    running.delete(daemon);
    await daemon.end(signal);
  };
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
    load.aim(interfaces.ingest);
    await fatal(interfaces);
    await sharing([first, PARTITIONS]);

    const second = await start("worker");
    await sharing([first, 4], [second, 4]);
    await fatal(interfaces);

    await end(first, "SIGTERM");
    await sharing([second, PARTITIONS]);
    await fatal(interfaces);

    const third = await start("worker");
    await sharing([second, 4], [third, 4]);
    await end(second, "SIGKILL");
    await sharing([third, PARTITIONS]);
    await fatal(interfaces);

    load.aim(undefined);
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
