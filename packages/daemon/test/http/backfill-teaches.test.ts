import { expect } from "chai";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { hoursAgo, incidents, send, sender } from "./taught.ts";

const MINUTES = 60;

describe("A backfilled day", function () {
  this.timeout(60_000);
  let daemon: TestDaemon;
  beforeEach(async () => {
    daemon = await startTestDaemon();
  });
  afterEach(() => daemon.stop());

  it("opens nothing, and teaches, so that a shift in the first live minutes opens", async () => {
    const day = sender(hoursAgo(30));
    const past = day.latency(0, 23 * MINUTES, 120).filter((_, nth) => nth % 5 === 0);
    const outage = day.latency(10 * MINUTES, 15, 4800);
    await send(
      daemon,
      "/events/metrics",
      [...past, ...outage].sort((one, other) => (one.timestamp < other.timestamp ? -1 : 1)),
    );
    const logs = day.logs(0, 23 * MINUTES, () => ({ level: "info", message: "order accepted" }), 1);
    await send(daemon, "/events/logs", logs);
    expect(await incidents(daemon)).to.deep.equal([]);

    const live = sender(hoursAgo(0.5));
    await send(daemon, "/events/metrics", live.latency(0, 5, 2400));
    const failing = (nth: number) => ({ level: nth % 2 ? "error" : "info", message: `order ${nth} handled` });
    await send(daemon, "/events/logs", live.logs(0, 6, failing, 30));
    const keys = (await incidents(daemon)).map(({ deduplicationKey }) => deduplicationKey);
    expect(keys.some((key) => key.startsWith("golden-signals:checkout-api"))).to.equal(true);
    expect(keys.some((key) => key.startsWith("log-error-rate:checkout-api"))).to.equal(true);
  });

  it("doesn't open for the same telemetry without the day before", async () => {
    const live = sender(hoursAgo(0.5));
    await send(daemon, "/events/metrics", live.latency(0, 5, 2400));
    expect(await incidents(daemon)).to.deep.equal([]);
  });
});
