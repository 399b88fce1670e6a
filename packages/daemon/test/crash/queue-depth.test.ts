import { rmSync } from "node:fs";
import { expect } from "chai";
import { ingest, temporaryFolder } from "../support/daemon.ts";
import { describeDaemonGroup } from "../support/daemon-group.ts";
import { type DaemonProcess, startDaemonProcess } from "../support/process.ts";
import { request } from "../support/request.ts";
import { log } from "../support/telemetry.ts";
import { waitFor } from "../support/wait.ts";

const metric = async (address: string, name: string): Promise<number> => {
  const { text } = await request(`${address}/metrics`);
  return Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1] ?? Number.NaN);
};

/** Over all processes, as a dashboard adds it up. */
const depth = async (addresses: readonly string[]): Promise<number> => {
  const each = await Promise.all(addresses.map((address) => metric(address, "tocsin_queue_depth")));
  return each.reduce((sum, value) => sum + value, 0);
};

const becomes = (addresses: readonly string[], events: number): Promise<unknown> =>
  waitFor(async () => (await depth(addresses)) === events, {
    within: 40_000,
    what: `a depth of ${events}, which is ${addresses.length} processes'`,
  });

const send = async (daemon: Pick<DaemonProcess, "ingest">, events: number): Promise<void> => {
  const batch = Array.from({ length: events }, (_, index) => log({ service: `shop-${index % 7}` }));
  expect((await ingest(daemon, "/events/logs/batch", batch)).status).to.equal(202);
};

describe("tocsin_queue_depth with the embedded queue", function () {
  this.timeout(60_000);
  const dataDir = temporaryFolder();
  after(() => rmSync(dataDir, { recursive: true, force: true }));

  it("counts events, beside the age of the oldest, and goes to nothing when a worker comes", async () => {
    const accepting = await startDaemonProcess(dataDir, { TOCSIN_ROLES: "ingest,core" });
    await send(accepting, 50);
    await send(accepting, 3);
    await becomes([accepting.core], 53);
    await waitFor(async () => (await metric(accepting.core, "tocsin_queue_oldest_seconds")) > 1, { what: "it to age" });
    await accepting.end("SIGTERM");
    const whole = await startDaemonProcess(dataDir);
    await becomes([whole.core], 0);
    await waitFor(async () => (await metric(whole.core, "tocsin_queue_oldest_seconds")) === 0, { what: "no age" });
    expect(await whole.end("SIGTERM")).to.equal(0);
  });
});

describeDaemonGroup("tocsin_queue_depth with RabbitMQ", (start, database) => {
  it("counts each event once over two ingest processes, and is exact again when all was quiet after kills", async () => {
    const [one, other] = [await start("ingest"), await start("ingest")];
    const both = [one.ingest, other.ingest];
    await send(one, 50);
    await send(other, 7);
    await becomes(both, 57);
    await waitFor(
      async () => Math.max(...(await Promise.all(both.map((each) => metric(each, "tocsin_queue_oldest_seconds"))))) > 1,
      { what: "it to age" },
    );
    const dataDir = temporaryFolder();
    let worker = await start("worker", { dataDir });
    await becomes(both, 0);

    await worker.end("SIGKILL");
    await send(one, 20);
    await one.end("SIGKILL");
    await send(other, 5);
    await waitFor(async () => (await depth([other.ingest])) > 0, {
      within: 20_000,
      what: "the other process to report that something waits",
    });
    worker = await start("worker", { dataDir });
    await becomes([other.ingest], 0);
    // The counts of both ends may be equal on their way to their last value.
    const settled = "accepted = handled and changed_at < extract(epoch from now()) * 1000 - 3000";
    await waitFor(() => database().ask(`select ${settled} as answer from queue_count`), {
      within: 60_000,
      what: "the counts to begin anew, once all was quiet",
    });
    await worker.end("SIGTERM");
    await send(other, 11);
    await becomes([other.ingest], 11);
    expect(await other.end("SIGTERM")).to.equal(0);
  }).timeout(180_000);
});
