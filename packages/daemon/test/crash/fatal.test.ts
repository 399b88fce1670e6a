import { rmSync } from "node:fs";
import { expect } from "chai";
import { core, ingest, type StoredEvent, temporaryFolder } from "../support/daemon.ts";
import { type DaemonProcess, startDaemonProcess } from "../support/process.ts";
import { drained } from "../support/stored-counts.ts";
import { log } from "../support/telemetry.ts";

/** Run by every thread of the daemon before its own code: events of this service kill the process of the worker. */
const FATAL = "ends-the-process";
const KILLER = `
  import { workerData } from "node:worker_threads";
  const { trim } = String.prototype;
  if (workerData?.role === "worker")
    String.prototype.trim = function () {
      if (String(this) === "${FATAL}") process.kill(process.pid, "SIGKILL");
      return trim.call(this);
    };
`;
const KILLED = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(KILLER)}` };
const DEATHS_MAX = 12;

interface DeadLetter {
  readonly reason: string;
  readonly attempts: number;
  readonly payload: { readonly message: string };
}

describe("an event that kills the daemon, on the embedded queue", function () {
  this.timeout(180_000);
  const dataDir = temporaryFolder();
  after(() => rmSync(dataDir, { recursive: true, force: true }));

  /** The daemon, where it lives long enough to empty its queue. */
  async function startOnce(): Promise<DaemonProcess | undefined> {
    let daemon: DaemonProcess;
    try {
      daemon = await startDaemonProcess(dataDir, KILLED);
    } catch (error) {
      expect((error as Error).message).to.match(/^The daemon ended with null/, (error as Error).message);
      return undefined;
    }
    const lives = await Promise.race([drained(daemon).then(() => true), daemon.exited.then(() => false)]).catch(() =>
      daemon.exited.then(() => false),
    );
    return lives ? daemon : undefined;
  }

  it("is a dead letter after a few starts, and what came before and after it is stored", async () => {
    const accepting = await startDaemonProcess(dataDir, { TOCSIN_ROLES: "ingest,core" });
    for (const [service, message] of [
      ["shop", "before"],
      [FATAL, "fatal"],
      ["shop", "after"],
    ]) {
      const { status } = await ingest(accepting, "/events/logs", log({ service, message }));
      expect(status).to.equal(202);
    }
    await accepting.end("SIGTERM");

    let deaths = 0;
    let daemon = await startOnce();
    while (!daemon && deaths++ < DEATHS_MAX) daemon = await startOnce();
    if (!daemon) throw new Error("It ends at every start.");
    expect(deaths).to.be.above(3);
    const deadLetters = (await core(daemon, "/events/dead-letters")).json<DeadLetter[]>();
    expect(deadLetters.map(({ payload }) => payload.message)).to.deep.equal(["fatal"]);
    expect(deadLetters[0]).to.deep.include({ attempts: 4 });
    expect(deadLetters[0]?.reason).to.contain("ends the daemon");
    const events = (await core(daemon, "/events/search?service=shop")).json<StoredEvent[]>();
    expect(events.map(({ message }) => message).sort()).to.deep.equal(["after", "before"]);
    expect(await daemon.end("SIGTERM")).to.equal(0);
  });
});
