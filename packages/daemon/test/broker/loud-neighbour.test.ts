import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect } from "chai";
import { temporaryFolder } from "../support/daemon.ts";
import { describeDaemonGroup } from "../support/daemon-group.ts";
import type { DaemonProcess } from "../support/process.ts";
import { request } from "../support/request.ts";
import { waitFor } from "../support/wait.ts";

const BATCHES = 40;
const EVENTS_IN_BATCH = 500;

describeDaemonGroup("An organization that sends much, alone at its ingest process", (startDaemon) => {
  const post = async ({ ingest }: DaemonProcess, organization: string, events: number): Promise<void> => {
    const { status } = await request(`${ingest}/events/logs/batch`, {
      headers: { "x-organization-id": organization },
      body: Array.from({ length: events }, (_, index) => ({ service: "api", level: "info", message: `done ${index}` })),
    });
    expect(status).to.equal(202);
  };

  /** Events that wait in a process of this data directory. */
  const waitingIn = (dataDir: string): number => {
    const queue = new Sqlite(join(dataDir, "queue.db"), { readonly: true });
    const waiting = queue.prepare("select coalesce(sum(events), 0) from batch").pluck().get() as number;
    queue.close();
    return waiting;
  };

  it("fills the broker where it is the only one, and no more once another one comes at another process", async () => {
    const dataDir = temporaryFolder();
    const loud = await startDaemon("ingest", { dataDir });
    const other = await startDaemon("ingest");
    for (let batch = 0; batch < BATCHES; batch += 1) await post(loud, "loud", EVENTS_IN_BATCH);
    expect(waitingIn(dataDir)).to.equal(0);
    await post(other, "quiet", 1);
    await waitFor(
      async () => {
        await post(loud, "loud", EVENTS_IN_BATCH);
        return waitingIn(dataDir) > 0;
      },
      { what: "its backlog to stay at its process" },
    );
    await loud.end("SIGKILL");
  }).timeout(60_000);

  it("keeps its backlog at its process where the installation has another one", async () => {
    const dataDir = temporaryFolder();
    const loud = await startDaemon("ingest", { dataDir });
    for (let batch = 0; batch < BATCHES; batch += 1) await post(loud, "loud", EVENTS_IN_BATCH);
    // The broker takes one batch: no worker has given anything out.
    expect(waitingIn(dataDir)).to.equal((BATCHES - 1) * EVENTS_IN_BATCH);
  }).timeout(60_000);
});
