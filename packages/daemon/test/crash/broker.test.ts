import { rmSync } from "node:fs";
import { expect } from "chai";
import { temporaryFolder } from "../support/daemon.ts";
import { startLoad } from "../support/load.ts";
import { type DaemonProcess, startDaemonProcess } from "../support/process.ts";
import { describeOnRabbit } from "../support/rabbit.ts";
import { compare, storedCounts } from "../support/stored-counts.ts";
import { waitFor } from "../support/wait.ts";

const SENDERS = 4;

describeOnRabbit("a daemon on RabbitMQ under load", 180_000, (rabbit) => {
  const dataDir = temporaryFolder();
  after(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });

  it("loses and doubles nothing when the broker is killed and comes back, and the daemon is killed too", async () => {
    const broker = rabbit();
    const start = (): Promise<DaemonProcess> => startDaemonProcess(dataDir, { TOCSIN_AMQP_URL: broker.url });
    const load = startLoad(SENDERS);
    const more = (count: number, what: string): Promise<unknown> => {
      const until = load.acknowledged.size + count;
      return waitFor(() => load.acknowledged.size >= until, { within: 30_000, what });
    };
    let daemon = await start();
    load.target(daemon.ingest);
    await more(500, "events before");
    await broker.kill();
    await more(500, "events while the broker is away");
    await broker.start();
    await more(500, "events after the broker came back");
    await daemon.end("SIGKILL");
    daemon = await start();
    load.target(daemon.ingest);
    await more(500, "events after the daemon came back");
    load.target(undefined);
    await load.stop();

    const result = (): Promise<{ missing: number; doubled: number }> =>
      storedCounts(daemon).then((counts) => compare(load.acknowledged, counts));
    await waitFor(async () => (await result()).missing === 0, { within: 90_000, what: "every event to be stored" });
    expect(await result()).to.deep.equal({ missing: 0, doubled: 0 });
    expect([...load.refused.keys()].filter((status) => status !== 0 && status !== 503)).to.deep.equal([]);
    await daemon.end("SIGTERM");
  });
});
