import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect } from "chai";
import { temporaryFolder } from "../support/daemon.ts";
import { describeDaemonGroup } from "../support/daemon-group.ts";
import type { DaemonProcess } from "../support/process.ts";
import { request } from "../support/request.ts";

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

  it("keeps its backlog there where the installation has another organization", async () => {
    const other = await startDaemon("ingest");
    for (const organization of ["quiet", "loud"]) await post(other, organization, 1);
    const dataDir = temporaryFolder();
    const loud = await startDaemon("ingest", { dataDir });
    for (let batch = 0; batch < BATCHES; batch += 1) await post(loud, "loud", EVENTS_IN_BATCH);
    const queue = new Sqlite(join(dataDir, "queue.db"), { readonly: true });
    const waiting = queue.prepare("select sum(events) from batch").pluck().get();
    queue.close();
    // The broker takes one batch of each: no worker has given anything out.
    expect(waiting).to.equal((BATCHES - 1) * EVENTS_IN_BATCH);
  }).timeout(60_000);
});
