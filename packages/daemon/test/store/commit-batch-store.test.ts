import { expect } from "chai";
import { createCommitBatchStore, createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { incidentStats } from "../../src/incident/incident-stats.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { CommitBatchStore } from "../../src/pipeline/commit-batch.ts";
import { createIncidentSumStore } from "../../src/store/incidents/incident-sums.ts";
import { createStreamStore } from "../../src/store/incidents/stream-store.ts";
import { createDeadLetterStore } from "../../src/store/queue/dead-letter-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, candidate, deadLetter, NOW, round } from "./samples.ts";

const decisions = openIncidents;

onEachEngine("The effects of a batch", (fresh) => {
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
    const words = (n: number): string =>
      ["a", "b", "c", "d", "e", "f"].map((deadLetter) => `${deadLetter}${n}`).join(" ");
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
});
