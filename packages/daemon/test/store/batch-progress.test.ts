import { expect } from "chai";
import { createCommitBatchStore, createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { CommitBatchStore } from "../../src/pipeline/commit-batch.ts";
import { createPartitionLeaseStore } from "../../src/store/partitions/partition-leases.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, candidate, NOW, round } from "./samples.ts";

const decisions = openIncidents;

onEachEngine("The progress of a partition", (fresh) => {
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

  it("moves a position on from where it stood, and refuses a round that began elsewhere", async () => {
    const move = (from: number, position: number) =>
      commitBatches.commit(round({ progress: { consumers: [{ consumer: "one", from, position }] } }), decisions, NOW);
    expect([await move(0, 5), await move(0, 7), await move(5, 9)]).to.deep.equal([
      "stored",
      "already_consumed",
      "stored",
    ]);
    expect((await commitBatches.positions("one")).get("") ?? 0).to.equal(9);
  });

  it("leaves nothing of a rehearsal", async () => {
    const batches = [uuidv7(NOW)];
    await commitBatches.dryRun(round({ progress: { batches }, candidates: [candidate()] }), decisions, NOW);
    expect(await all()).to.deep.equal([]);
    expect((await commitBatches.consumed(batches)).size).to.equal(0);
  });

  it("knows consumed batches, and refuses to consume one twice", async () => {
    const batches = Array.from({ length: 1500 }, () => uuidv7(NOW));
    await commitBatches.commit(round({ progress: { batches } }), decisions, NOW);
    expect((await commitBatches.consumed([...batches.slice(0, 3), uuidv7(NOW)])).size).to.equal(3);
    expect((await commitBatches.consumed([])).size).to.equal(0);
    const again = round({ progress: { batches: batches.slice(0, 1) }, candidates: [candidate()] });
    expect(await commitBatches.commit(again, decisions, NOW)).to.equal("already_consumed");
    expect(await all()).to.deep.equal([]);
    await commitBatches.tidy(NOW + 2 * DAY_MS);
    expect((await commitBatches.consumed(batches.slice(0, 3))).size).to.equal(0);
  });

  it("stores nothing of a round whose lease another worker has taken over", async () => {
    const leases = createPartitionLeaseStore(database, { now: () => NOW });
    await leases.heartbeat("one", [], 2);
    const [lease] = await leases.acquire("one", [0]);
    const key = { organizationId: "acme", service: "checkout" };
    const state = (text: string) => [{ ...key, state: text, wakeAt: null }];
    const held = round({ leases: lease ? [lease] : [], states: state("1") });
    expect(await commitBatches.commit(held, decisions, NOW)).to.equal("stored");
    await leases.release("one", lease ? [lease] : []);
    await leases.acquire("two", [0]);
    const late = round({ leases: lease ? [lease] : [], states: state("2"), candidates: [candidate()] });
    expect(await commitBatches.commit(late, decisions, NOW)).to.equal("lease_lost");
    expect(await commitBatches.states([key])).to.deep.equal([{ key, state: "1" }]);
    expect(await all()).to.deep.equal([]);
  });

  it("says which states are due, the longest waiting first", async () => {
    const state = (service: string, wakeAt: number | null, text = "1") => ({
      organizationId: "acme",
      service,
      state: text,
      wakeAt,
    });
    await commitBatches.commit(
      round({ states: [state("a", NOW), state("b", NOW - 5), state("c", null), state("d", NOW + 1)] }),
      decisions,
      NOW,
    );
    expect((await commitBatches.due(NOW, 10)).map(({ service }) => service)).to.deep.equal(["b", "a"]);
    await commitBatches.commit(round({ states: [state("b", null, "2")] }), decisions, NOW);
    expect((await commitBatches.due(NOW, 10)).map(({ service }) => service)).to.deep.equal(["a"]);
    expect((await commitBatches.states([{ organizationId: "acme", service: "b" }]))[0]?.state).to.equal("2");
  });
});
