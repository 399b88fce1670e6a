import { expect } from "chai";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { waitFor } from "../support/wait.ts";
import { close, hoursAgo, incidents, judge, repetitions, send, sender, type TaughtIncident } from "./taught.ts";

/** The engine holds repetitions back for up to 40 seconds. */
const HELD_MS = 45_000;

describe("Feedback", function () {
  this.timeout(120_000);
  let daemon: TestDaemon;
  beforeEach(async () => {
    daemon = await startTestDaemon();
  });
  afterEach(() => daemon.stop());

  it("makes a latency normal, across a restart, and twice of it opens again", async () => {
    const { latency } = sender(hoursAgo(5.5));
    await send(daemon, "/events/metrics", [...latency(0, 60, 120), ...latency(60, 10, 1300)]);
    const [first] = await incidents(daemon);
    expect(first?.title).to.contain("Latency of checkout-api rose");
    await judge(daemon, first?.id as string, "noise");
    await close(daemon, first?.id as string);

    daemon = await daemon.restart();
    await send(daemon, "/events/metrics", [...latency(70, 50, 120), ...latency(120, 10, 1300)]);
    const known = async () => (await repetitions(daemon, first?.id as string)).some((text) => text.includes("normal"));
    await waitFor(known, { within: HELD_MS, what: "the repetition of what is normal" });
    expect((await incidents(daemon)).map(({ status }) => status)).to.deep.equal(["CLOSED"]);

    await send(daemon, "/events/metrics", [...latency(130, 50, 120), ...latency(180, 10, 2600)]);
    const opened = async () => (await incidents(daemon)).filter(({ status }) => status === "OPEN").length === 1;
    await waitFor(opened, { within: HELD_MS, what: "the incident of twice the latency" });
  });

  it("opens the same latency again after the opposite verdict", async () => {
    const { latency } = sender(hoursAgo(5.5));
    await send(daemon, "/events/metrics", [...latency(0, 60, 120), ...latency(60, 10, 1300)]);
    const id = (await incidents(daemon))[0]?.id as string;
    await judge(daemon, id, "noise");
    await judge(daemon, id, "useful");
    await close(daemon, id);
    await send(daemon, "/events/metrics", [...latency(70, 50, 120), ...latency(120, 10, 1300)]);
    const opened = async () => (await incidents(daemon)).filter(({ status }) => status === "OPEN").length === 1;
    await waitFor(opened, { within: HELD_MS, what: "the incident of the same latency" });
  });

  it("makes a new error known", async () => {
    const { logs } = sender(hoursAgo(5.5));
    const fine = () => ({ level: "info", message: "order accepted" });
    const mixed = (nth: number) => (nth % 12 === 5 ? { level: "error", message: "ledger is out of balance" } : fine());
    await send(daemon, "/events/logs", [...logs(0, 90, fine), ...logs(90, 10, mixed)]);
    const isNew = ({ deduplicationKey }: TaughtIncident) => deduplicationKey.startsWith("log-new-pattern:");
    const opened = async () => (await incidents(daemon)).some(isNew);
    await waitFor(opened, { within: HELD_MS, what: "the incident of the new error" });
    const found = (await incidents(daemon)).find(isNew);
    expect(found?.title).to.contain("ledger is out of balance");
    await judge(daemon, found?.id as string, "noise");
    await close(daemon, found?.id as string);
    await send(daemon, "/events/logs", logs(100, 20, mixed));
    const known = async () => (await repetitions(daemon, found?.id as string)).some((text) => text.includes("normal"));
    await waitFor(known, { within: HELD_MS, what: "the repetition of the known error" });
    const open = (await incidents(daemon)).filter(({ status }) => status === "OPEN");
    expect(open.filter(isNew)).to.deep.equal([]);
  });
});
