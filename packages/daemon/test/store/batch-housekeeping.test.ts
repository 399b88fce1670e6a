import { expect } from "chai";
import { createCommitBatchStore, createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { DAY_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { CommitBatchStore } from "../../src/pipeline/commit-batch.ts";
import { createStreamStore } from "../../src/store/incidents/stream-store.ts";
import { createDeadLetterStore } from "../../src/store/queue/dead-letter-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { resolveQuiet, resolvingAt } from "../support/listening.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, candidate, deadLetter, NOW, round } from "./samples.ts";

const decisions = openIncidents;

onEachEngine("Tidying after batches", (fresh) => {
  let store: Fresh;
  let database: Database;
  let commitBatches: CommitBatchStore;
  let incidents: IncidentStore;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    commitBatches = createCommitBatchStore(database);
    incidents = createIncidentStore(database, { now: () => NOW });
  });
  afterEach(() => store.drop());

  const all = async (): Promise<readonly Incident[]> =>
    (await incidents.list(ACME, { deduplicated: false, sortBy: "recency", limit: 50 })).incidents;

  it("keeps dead letters for thirty days, and says how many it removes", async () => {
    await commitBatches.commit(round({ deadLetters: [deadLetter(), deadLetter()] }), decisions, NOW);
    expect(await commitBatches.tidy(NOW + 29 * DAY_MS)).to.equal(0);
    expect(await commitBatches.tidy(NOW + 31 * DAY_MS)).to.equal(2);
    expect((await createDeadLetterStore(database).list(ACME, 10)).deadLetters).to.deep.equal([]);
  });

  it("takes no transaction for what could not be heard, and doesn't let it hold up what is due", async () => {
    const patient = Array.from({ length: 3 }, (_, n) =>
      candidate({ deduplicationKey: `patient ${n}`, resolveAfterMs: 30 * MINUTE_MS }),
    );
    await commitBatches.commit(round({ candidates: patient }), decisions, NOW);
    await commitBatches.commit(round({ candidates: [candidate()] }), decisions, NOW + 29 * MINUTE_MS);
    let writes = 0;
    const counted: Database = {
      ...database,
      write(work) {
        writes += 1;
        return database.write(work);
      },
    };
    const at = NOW + 31 * MINUTE_MS;
    expect(await resolveQuiet(counted, at, 2, resolvingAt(at, at - 30_000))).to.equal(0);
    expect(writes).to.equal(0);
    expect(await resolveQuiet(counted, at, 2, resolvingAt(at, at - MINUTE_MS))).to.equal(1);
    expect(writes).to.equal(1);
    const open = (await all()).filter(({ status }) => status === "OPEN");
    expect(open.map(({ deduplicationKey }) => deduplicationKey).sort()).to.deep.equal([
      "patient 0",
      "patient 1",
      "patient 2",
    ]);
  });

  it("keeps the stream's newest ten thousand changes", async function () {
    this.timeout(60_000);
    const open = (from: number, most: number) =>
      Array.from({ length: most }, (_, n) =>
        candidate({ deduplicationKey: `key ${from + n}`, title: "t", description: "d" }),
      );
    await commitBatches.commit(round({ candidates: open(0, 50) }), decisions, NOW);
    await database.write(async (transaction) => {
      const filler = Array.from({ length: 12_000 }, (_, n) => `('acme', ${51 + n}, 'x')`);
      for (let start = 0; start < filler.length; start += 1000) {
        await transaction.query(
          `insert into stream_change (organization_id, seq, data) values ${filler.slice(start, start + 1000).join(",")}`,
        );
      }
      await transaction.query("update stream_head set seq = 12050");
    });
    await commitBatches.tidy(NOW);
    expect(await createStreamStore(database).oldest(ACME)).to.equal(2051);
    await commitBatches.commit(round({ candidates: open(50, 1) }), decisions, NOW);
    expect((await createStreamStore(database).heads(["acme"])).get("acme")).to.equal(12_051);
  });
});
