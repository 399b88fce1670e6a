import { expect } from "chai";
import { createCommitBatchStore, createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import { incidentStats } from "../../src/incident/incident-stats.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { DAY_MS, MINUTE_MS, toIso } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { CommitBatchStore } from "../../src/pipeline/commit-batch.ts";
import { createIncidentSumStore } from "../../src/store/incidents/incident-sums.ts";
import { createStreamStore } from "../../src/store/incidents/stream-store.ts";
import { createPartitionLeaseStore } from "../../src/store/partitions/partition-leases.ts";
import { createDeadLetterStore } from "../../src/store/queue/dead-letter-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { resolveQuiet, resolvingAt } from "../support/listening.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, candidate, deadLetter, NOW, round } from "./samples.ts";

const decisions = openIncidents;

onEachEngine("The round store", (fresh) => {
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

  it("stores a round's effects and its progress together", async () => {
    const key = { organizationId: "acme", service: "checkout" };
    await commitBatches.commit(
      round({
        progress: { consumers: [{ consumer: "embedded", from: 0, position: 7 }] },
        candidates: [candidate(), candidate({ deduplicationKey: "other", severity: "LOW" })],
        states: [{ ...key, state: "{}", wakeAt: NOW + 5 }],
        deadLetters: [deadLetter()],
      }),
      decisions,
      NOW,
    );
    expect((await commitBatches.positions("embedded")).get("") ?? 0).to.equal(7);
    expect((await commitBatches.positions("another")).get("") ?? 0).to.equal(0);
    expect(await all()).to.have.length(2);
    expect(await commitBatches.states([key, { ...key, service: "x" }])).to.deep.equal([
      { key, state: "{}" },
      { key: { ...key, service: "x" }, state: null },
    ]);
    expect((await createDeadLetterStore(database).list(ACME, 10)).deadLetters).to.have.length(1);
  });

  it("writes what is about all incidents once for a round", async () => {
    const written: string[] = [];
    const watched = createCommitBatchStore({
      ...database,
      write: (work) =>
        database.write((transaction) => {
          const query = transaction.query.bind(transaction);
          transaction.query = ((sql: string, parameters: unknown[]) => {
            const [, table] = /^(?:insert into|update) (\w+)/.exec(sql) ?? [];
            if (table !== undefined) written.push(table);
            return query(sql, parameters);
          }) as typeof transaction.query;
          return work(transaction);
        }),
    });
    const candidates = Array.from({ length: 30 }, (_, n) => candidate({ deduplicationKey: `key ${n}` }));
    await watched.commit(round({ candidates }), decisions, NOW);
    const ofEach = ["correlation_decision", "incident", "stream_change", "timeline_event"];
    expect(written.filter((table) => ofEach.includes(table))).to.have.length(ofEach.length * candidates.length);
    expect(written.filter((table) => !ofEach.includes(table)).toSorted()).to.deep.equal([
      "incident_period",
      "incident_posting",
      "incident_service",
      "incident_service_hour",
      "incident_tally",
      // The lock, and the last number.
      "stream_head",
      "stream_head",
    ]);
  });

  it("opens more than is kept to be written at its end", async () => {
    const words = (n: number): string => ["a", "b", "c", "d", "e", "f"].map((letter) => `${letter}${n}`).join(" ");
    const candidates = Array.from({ length: 900 }, (_, n) =>
      candidate({ deduplicationKey: `key ${n}`, service: `s${n}`, title: words(n) }),
    );
    await commitBatches.commit(round({ candidates }), decisions, NOW);
    const list = (search: string) =>
      incidents.list(ACME, { search, deduplicated: false, sortBy: "recency", limit: 50 });
    for (const n of [0, 449, 899]) {
      expect((await list(`a${n} f${n}`)).incidents.map(({ primaryService }) => primaryService)).to.deep.equal([
        `s${n}`,
      ]);
    }
    expect(await list("usual")).to.include({ total: 900, totalIsExact: true });
    expect(await incidents.countOpen()).to.include({ HIGH: 900 });
    const stats = await incidentStats(createIncidentSumStore(database), ACME, undefined, NOW);
    expect(stats).to.include({ activeCount: 900, totalCount: 900 });
    expect(await createStreamStore(database).heads(["acme"])).to.deep.equal(new Map([["acme", 900]]));
  });

  it("leaves nothing of a round whose decision fails", async () => {
    const failing = async (...given: Parameters<typeof openIncidents>): Promise<void> => {
      await openIncidents(...given);
      throw new Error("bad decision");
    };
    const whole = round({
      progress: { consumers: [{ consumer: "embedded", from: 0, position: 9 }] },
      candidates: [candidate()],
      states: [{ organizationId: "acme", service: "checkout", state: "x", wakeAt: null }],
      deadLetters: [deadLetter()],
    });
    const error = await commitBatches.commit(whole, failing, NOW).then(
      () => "",
      (thrown: Error) => thrown.message,
    );
    expect(error).to.equal("bad decision");
    expect((await commitBatches.positions("embedded")).get("") ?? 0).to.equal(0);
    expect(await all()).to.deep.equal([]);
    expect(await createStreamStore(database).after(ACME, 0, 10)).to.deep.equal([]);
    expect((await createDeadLetterStore(database).list(ACME, 10)).deadLetters).to.deep.equal([]);
    await commitBatches.commit(whole, decisions, NOW);
    expect(await all()).to.have.length(1);
  });

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

  it("keeps dead letters for thirty days, and says how many it removes", async () => {
    await commitBatches.commit(round({ deadLetters: [deadLetter(), deadLetter()] }), decisions, NOW);
    expect(await commitBatches.tidy(NOW + 29 * DAY_MS)).to.equal(0);
    expect(await commitBatches.tidy(NOW + 31 * DAY_MS)).to.equal(2);
    expect((await createDeadLetterStore(database).list(ACME, 10)).deadLetters).to.deep.equal([]);
  });

  it("counts the same trouble on the incident that is open, and worsens it", async () => {
    await commitBatches.commit(
      round({ candidates: [candidate({ severity: "LOW" }), candidate({ severity: "CRITICAL" })] }),
      decisions,
      NOW,
    );
    await commitBatches.commit(round({ candidates: [candidate({ severity: "MEDIUM" })] }), decisions, NOW + 1000);
    const [only, ...others] = await all();
    expect(others).to.deep.equal([]);
    expect(only).to.include({ duplicateCount: 2, lastSeenAt: NOW + 1000, severity: "CRITICAL" });
    expect(await incidents.countOpen()).to.include({ LOW: 0, CRITICAL: 1 });
    const types = (await incidents.timeline(ACME, only?.id as string)).map(({ type }) => type);
    expect(types).to.deep.equal(["incident_created", "duplicate_observed", "duplicate_observed"]);
  });

  it("opens one incident a key, however many workers find it at once", async () => {
    await Promise.all(
      Array.from({ length: 20 }, () => commitBatches.commit(round({ candidates: [candidate()] }), decisions, NOW)),
    );
    const found = await all();
    expect(found.map(({ duplicateCount }) => duplicateCount)).to.deep.equal([19]);
  });

  const resolve = (now: number, listeningSince = 0, most = 10): Promise<number> =>
    resolveQuiet(database, now, most, resolvingAt(now, listeningSince));

  it("resolves what stayed quiet, reopens it within the hour, and opens anew later", async () => {
    await commitBatches.commit(
      round({ candidates: [candidate(), candidate({ organizationId: "other" })] }),
      decisions,
      NOW,
    );
    expect(await resolve(NOW + 59_999)).to.equal(0);
    expect(await resolve(NOW + 60_000)).to.equal(2);
    expect(await resolve(NOW + 60_000)).to.equal(0);
    expect((await all())[0]).to.include({ status: "RESOLVED", resolvedAt: NOW + 60_000 });
    await commitBatches.commit(
      round({ candidates: [candidate({ observedAt: NOW + 30 * MINUTE_MS })] }),
      decisions,
      NOW + 30 * MINUTE_MS,
    );
    expect((await all()).map(({ status, resolvedAt }) => [status, resolvedAt])).to.deep.equal([["OPEN", null]]);
    await resolve(NOW + 32 * MINUTE_MS);
    await commitBatches.commit(round({ candidates: [candidate()] }), decisions, NOW + 200 * MINUTE_MS);
    expect((await all()).map(({ status }) => status)).to.deep.equal(["OPEN", "RESOLVED"]);
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

  it("comes to nothing with what was observed before somebody resolved the incident", async () => {
    await commitBatches.commit(round({ candidates: [candidate()] }), decisions, NOW - 2000);
    const [{ id }] = (await all()) as [Incident];
    await changeStatus(incidents, ACME, id, "RESOLVED", NOW);
    const late = round({ candidates: [candidate({ observedAt: NOW - 1000 })] });
    expect(await commitBatches.commit(late, decisions, NOW + 3000)).to.equal("stored");
    expect((await all()).map(({ status, duplicateCount }) => [status, duplicateCount])).to.deep.equal([
      ["RESOLVED", 0],
    ]);
    await commitBatches.commit(round({ candidates: [candidate({ observedAt: NOW + 1 })] }), decisions, NOW + 3000);
    expect((await all()).map(({ status }) => status)).to.deep.equal(["OPEN"]);
  });

  it("tells in one entry of the timeline that the same goes on, until something else happens", async () => {
    const types = async (id: string): Promise<string[]> =>
      (await incidents.timeline(ACME, id)).map(({ type, metadata }) =>
        `${type} ${metadata["observations"] ?? ""}`.trim(),
      );
    const say = (minute: number, given = {}) =>
      commitBatches.commit(
        round({ candidates: [candidate({ observations: 2, description: `said in minute ${minute}`, ...given })] }),
        decisions,
        NOW + minute * MINUTE_MS,
      );
    for (let minute = 0; minute <= 100; minute++) await say(minute);
    const [{ id }] = (await all()) as [Incident];
    expect(await types(id)).to.deep.equal(["incident_created", "duplicate_observed 200"]);
    const lasting = (await incidents.timeline(ACME, id))[1];
    expect(lasting).to.include({ createdAt: NOW + MINUTE_MS, title: "Seen 200 more times" });
    expect(lasting?.detail).to.contain("said in minute 100");
    expect(lasting?.metadata).to.include({ lastSeenAt: toIso(NOW + 100 * MINUTE_MS), duplicateCount: 200 });
    await changeStatus(incidents, ACME, id, "INVESTIGATING", NOW + 101 * MINUTE_MS);
    await say(102);
    await say(103, { severity: "CRITICAL" });
    await say(104);
    expect((await types(id)).slice(2)).to.deep.equal([
      "status_changed",
      "duplicate_observed 2",
      "duplicate_observed 2",
      "duplicate_observed 2",
    ]);
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
