import { rmSync } from "node:fs";
import { expect } from "chai";
import { core, temporaryFolder } from "../support/daemon.ts";
import { type DaemonProcess, startDaemonProcess } from "../support/process.ts";
import { waitFor } from "../support/wait.ts";

/**
 * Run by every thread of the daemon before its own code: its worker ends the process the moment it is about to tell of
 * this stage of a diagnosis, in the middle of the transaction that does.
 */
const killedAt = (stage: string) => {
  const code = `
    import { workerData } from "node:worker_threads";
    const { stringify } = JSON;
    if (workerData?.role === "worker")
      JSON.stringify = (value, ...more) => {
        if (value?.stage === "${stage}") process.kill(process.pid, "SIGKILL");
        return stringify(value, ...more);
      };
  `;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
};

interface Stands {
  readonly diagnosisStatus: string;
  readonly diagnosis: object | null;
}

describe("a diagnosis whose worker is killed, on the embedded database", function () {
  this.timeout(120_000);
  let dataDir = "";
  beforeEach(() => {
    dataDir = temporaryFolder();
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  /** An incident whose diagnosis waits for a worker. */
  async function asked(): Promise<string> {
    const daemon = await startDaemonProcess(dataDir, { TOCSIN_ROLES: "ingest,core" });
    const body = { title: "Checkout fails", description: "none", severity: "HIGH", affectedServices: ["checkout"] };
    const { id } = (await core(daemon, "/incidents", { body })).json<{ id: string }>();
    expect((await core(daemon, `/incidents/${id}/diagnose`, { method: "POST" })).status).to.equal(200);
    await daemon.end("SIGTERM");
    return id;
  }
  /** Starts a daemon that is killed at the stage, and waits for its end; that may come before it is ready. */
  async function dies(stage: string): Promise<void> {
    const daemon = await startDaemonProcess(dataDir, killedAt(stage)).catch((error: Error) => {
      expect(error.message).to.match(/^The daemon ended with null/);
    });
    expect((await daemon?.exited) ?? null).to.equal(null);
  }
  const ended = (daemon: DaemonProcess, id: string): Promise<Stands> =>
    waitFor(
      async () => {
        const incident = (await core(daemon, `/incidents/${id}`)).json<Stands>();
        return ["COMPLETED", "INCONCLUSIVE", "FAILED"].includes(incident.diagnosisStatus) && incident;
      },
      { within: 20_000, what: "the end of the diagnosis" },
    );
  const types = async (daemon: DaemonProcess, id: string): Promise<string[]> =>
    (await core(daemon, `/incidents/${id}/events`))
      .json<{ type: string }[]>()
      .map(({ type }) => type)
      .filter((type) => type.startsWith("diagnosis_"));

  for (const stage of ["gathering", "analysing", "finished"]) {
    it(`at the stage ${stage} is made by the next one, begun and completed once`, async () => {
      const id = await asked();
      await dies(stage);
      const daemon = await startDaemonProcess(dataDir);
      expect((await ended(daemon, id)).diagnosis).to.be.an("object");
      expect(await types(daemon, id)).to.deep.equal(["diagnosis_started", "diagnosis_completed"]);
      expect(await daemon.end("SIGTERM")).to.equal(0);
    });
  }

  it("three times fails, and says so; the fourth start is not killed by it", async () => {
    const id = await asked();
    for (let deaths = 0; deaths < 3; deaths++) await dies("analysing");
    const daemon = await startDaemonProcess(dataDir, killedAt("analysing"));
    expect(await ended(daemon, id)).to.deep.include({ diagnosisStatus: "FAILED", diagnosis: null });
    expect(await types(daemon, id)).to.deep.equal(["diagnosis_started", "diagnosis_failed"]);
    expect(await daemon.end("SIGTERM")).to.equal(0);
  });
});
