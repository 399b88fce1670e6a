import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import { close, hoursAgo, incidents, send, sender } from "../http/taught.ts";
import { startTestDaemon } from "../support/daemon.ts";
import { describeDaemonGroup } from "../support/daemon-group.ts";
import { waitFor } from "../support/wait.ts";

const LEARNED = "Detection learned the past from the archive";
const { latency, logs } = sender(hoursAgo(5));
const past = [...latency(0, 60, 120), ...latency(60, 10, 1300), ...latency(70, 60, 120)];
/** By their keys, since a family has a title of its own. */
const opened = (found: readonly { readonly deduplicationKey: string }[], rule = "golden-signals"): number =>
  found.filter(({ deduplicationKey }) => deduplicationKey.startsWith(`${rule}:checkout-api`)).length;

describe("A detection state that was lost", function () {
  this.timeout(60_000);

  it("is learned from the archive in the background, without an incident, and a gross shift opens at once", async () => {
    let daemon = await startTestDaemon();
    await send(daemon, "/events/metrics", past);
    await send(
      daemon,
      "/events/logs",
      logs(0, 130, () => ({ level: "info", message: "order accepted" }), 2),
    );
    const before = await incidents(daemon);
    expect(opened(before)).to.equal(1);
    for (const { id } of before) await close(daemon, id);
    const sentAt = Date.now();
    daemon = await daemon.restart({}, () => {
      const file = new Database(join(daemon.dataDir, "tocsin.db"));
      file.exec("delete from detection_state");
      file.close();
    });
    // The clocks of ingest processes may differ by a second, so that what came within it isn't the past.
    await waitFor(() => Date.now() > sentAt + 1100, { what: "a second to pass" });
    await send(daemon, "/events/metrics", latency(131, 1, 120));
    const line = await waitFor(
      () => daemon.log.find(({ message, fields }) => message === LEARNED && Number(fields["events"]) > past.length),
      { what: "the past to be learned" },
    );
    expect(line.fields["services"]).to.be.at.least(1);
    expect((await incidents(daemon)).length).to.equal(before.length);

    const failing = (nth: number) => ({ level: nth % 2 ? "error" : "info", message: `order ${nth} handled` });
    await send(daemon, "/events/metrics", latency(132, 5, 4800));
    await send(daemon, "/events/logs", logs(132, 6, failing, 20));
    expect(opened(await incidents(daemon))).to.equal(2);
    expect(opened(await incidents(daemon), "log-error-rate")).to.equal(1);
    await daemon.stop();
  });
});

describeDaemonGroup("A detection state that was lost on PostgreSQL and RabbitMQ", (start, database) => {
  it("is learned by the worker that holds the partition of the service", async () => {
    const interfaces = await start("ingest,core");
    const first = await start("worker");
    await send(interfaces, "/events/metrics", latency(0, 60, 120));
    await first.end("SIGTERM");
    await database().ask("delete from detection_state returning 1 as answer");
    const workers = [await start("worker"), await start("worker")];
    await send(interfaces, "/events/metrics", latency(60, 2, 120));
    await waitFor(() => workers.some((worker) => worker.output().includes(LEARNED)), {
      what: "a worker to learn the past",
    });
    await send(interfaces, "/events/metrics", latency(62, 5, 4800));
    await waitFor(async () => opened(await incidents(interfaces)) === 1, { what: "the incident" });
  }).timeout(120_000);
});
