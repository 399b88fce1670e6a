import { rmSync } from "node:fs";
import { expect } from "chai";
import { core, ingest, temporaryFolder } from "../support/daemon.ts";
import { startDaemonProcess } from "../support/process.ts";
import { drained } from "../support/stored-counts.ts";
import { log } from "../support/telemetry.ts";
import { waitFor } from "../support/wait.ts";

/** Run by every thread before the daemon's own code: telemetry of a service makes the worker's thread go wrong. */
const STRAY = `
  import { workerData } from "node:worker_threads";
  const { trim } = String.prototype;
  const lost = () => { throw Object.assign(new Error("lost"), { code: "ECONNRESET" }); };
  const faults = {
    "rejects": () => void Promise.reject(new Error("nobody awaits this")),
    "loses-a-connection": () => void setImmediate(lost),
    "throws": () => void setImmediate(() => { throw new Error("a mistake"); }),
  };
  if (workerData?.role === "worker")
    String.prototype.trim = function () {
      faults[String(this)]?.();
      return trim.call(this);
    };
`;
const INJECTED = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(STRAY)}` };

describe("an error in a worker's thread that nothing handles", function () {
  this.timeout(60_000);
  const dataDir = temporaryFolder();
  after(() => rmSync(dataDir, { recursive: true, force: true }));

  it("is logged where it is a rejection or a lost connection, and the process goes on", async () => {
    const daemon = await startDaemonProcess(dataDir, INJECTED);
    for (const service of ["rejects", "loses-a-connection"])
      expect((await ingest(daemon, "/events/logs", log({ service }))).status).to.equal(202);
    await waitFor(
      () => daemon.output().includes("Unhandled rejection") && daemon.output().includes("Unhandled connection loss"),
      { what: "both to be logged" },
    );
    await drained(daemon);
    expect((await core(daemon, "/events/dead-letters")).json()).to.deep.equal([]);
    expect(await daemon.end("SIGTERM")).to.equal(0);
  });

  it("ends the process where it is a mistake, and the next start stores the event", async () => {
    const broken = await startDaemonProcess(dataDir, INJECTED);
    expect((await ingest(broken, "/events/logs", log({ service: "throws" }))).status).to.equal(202);
    expect(await broken.exited).to.equal(1);
    expect(broken.output()).to.contain("The worker thread ended").and.contain("a mistake");
    const mended = await startDaemonProcess(dataDir);
    await drained(mended);
    expect((await core(mended, "/events/search?service=throws")).json()).to.have.lengthOf(1);
    expect(await mended.end("SIGTERM")).to.equal(0);
  });
});
