import { expect } from "chai";
import { createCommitBatchStore } from "../../src/app/wiring/incident-wiring.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import { countTelemetry, deploymentsIn } from "../../src/ingest/count-telemetry.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import type { DeploymentEvent, Telemetry } from "../../src/model/telemetry.ts";
import type { Counts } from "../../src/model/telemetry-count.ts";
import type { CommitBatch, CommitBatchStore, CommitOutcome } from "../../src/pipeline/commit-batch.ts";
import type { Deployment, DeploymentStore } from "../../src/signal/service-history.ts";
import type { TelemetryCounts } from "../../src/signal/telemetry-counts.ts";
import { createDeploymentStore } from "../../src/store/signals/deployment-store.ts";
import { tidyCounts } from "../../src/store/signals/telemetry-counts.ts";
import { createTelemetryCounts } from "../../src/store/signals/telemetry-sums.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, log, metric, NOW, OTHER } from "./samples.ts";

const deployment = (given: Partial<DeploymentEvent> = {}): DeploymentEvent => ({
  kind: "deployment",
  id: uuidv7(NOW),
  organizationId: "acme",
  receivedAt: NOW,
  timestamp: NOW,
  service: "checkout",
  version: "1.2.3",
  environment: "production",
  ...given,
});

/** The round that the worker makes of it. */
const roundOf = (telemetry: readonly Telemetry[], given: Partial<CommitBatch> = {}): CommitBatch => ({
  progress: null,
  candidates: [],
  states: [],
  leases: [],
  deadLetters: [],
  replayed: [],
  counts: countTelemetry(telemetry, NOW),
  deployments: deploymentsIn(telemetry, NOW),
  ...given,
});

onEachEngine("What rounds count", (fresh) => {
  let store: Fresh;
  let database: Database;
  let commitBatches: CommitBatchStore;
  let counts: TelemetryCounts;
  let deployments: DeploymentStore;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    commitBatches = createCommitBatchStore(database);
    counts = createTelemetryCounts(database);
    deployments = createDeploymentStore(database);
  });
  afterEach(() => store.drop());

  const commit = (
    telemetry: readonly Telemetry[],
    given: Partial<CommitBatch> = {},
    open = openIncidents,
  ): Promise<CommitOutcome> => commitBatches.commit(roundOf(telemetry, given), open, NOW);
  const sum = async (from: number, to: number, services = ["checkout"], scope = ACME): Promise<Counts> =>
    (await counts.sums(scope, services, [{ from, to }], NOW))[0] as Counts;
  const deployed = async (from: number, to: number, most = 10, services = ["checkout"]): Promise<string[]> =>
    (await deployments.between(ACME, services, from, to, most)).map(({ version }) => version);

  it("adds up over rounds, by service and organization, and is answered for several spans at once", async () => {
    const lines = [
      log(),
      log({ level: "error" }),
      log({ service: "cart" }),
      log({ organizationId: "other" }),
      metric(),
    ];
    await commit(lines);
    await commit(lines.map((line) => ({ ...line, timestamp: NOW - 5 * HOUR_MS })));
    expect(await sum(NOW, NOW)).to.deep.equal({ events: 3, logs: 2, errors: 1 });
    expect(await sum(NOW, NOW, ["checkout", "cart", "nobody"])).to.deep.equal({ events: 4, logs: 3, errors: 1 });
    expect(await sum(NOW, NOW, ["checkout"], OTHER)).to.deep.equal({ events: 1, logs: 1, errors: 0 });
    const spans = [
      { from: NOW - 10 * HOUR_MS, to: NOW },
      { from: NOW - 10 * HOUR_MS, to: NOW - HOUR_MS },
      { from: NOW - HOUR_MS, to: NOW - MINUTE_MS },
    ];
    expect((await counts.sums(ACME, ["checkout"], spans, NOW)).map(({ events }) => events)).to.deep.equal([6, 3, 0]);
    expect(await counts.sums(ACME, [], spans, NOW)).to.deep.equal(spans.map(() => ({ events: 0, logs: 0, errors: 0 })));
  });

  it("finds a minute by any span that touches it, and backfill of long ago by its hour", async () => {
    const old = NOW - 100 * DAY_MS;
    await commit([log({ timestamp: NOW + 30_000 }), log({ timestamp: old + 30 * MINUTE_MS })]);
    const events = async (from: number, to: number) => (await sum(from, to)).events;
    expect(await events(NOW - HOUR_MS, NOW)).to.equal(1);
    expect(await events(NOW + 59_999, NOW + HOUR_MS)).to.equal(1);
    expect(await events(NOW - HOUR_MS, NOW - 1)).to.equal(0);
    expect(await events(NOW + MINUTE_MS, NOW + HOUR_MS)).to.equal(0);
    expect(await events(old + 59 * MINUTE_MS, old + HOUR_MS)).to.equal(1);
    expect(await events(old - HOUR_MS, old - 1)).to.equal(0);
    expect(await events(old + HOUR_MS, old + 2 * HOUR_MS)).to.equal(0);
  });

  it("counts once where a round is stale, comes again, fails or is rehearsed", async () => {
    const telemetry = [log(), deployment()];
    const moved = { progress: { consumers: [{ consumer: "embedded", from: 0, position: 5 }] } } as const;
    await commitBatches.dryRun(roundOf(telemetry, moved), openIncidents, NOW);
    expect((await sum(NOW, NOW)).events, "a rehearsal").to.equal(0);
    expect(await commit(telemetry, moved)).to.equal("stored");
    expect(await commit(telemetry, moved), "the position has moved").to.equal("already_consumed");
    const batch = { progress: { batches: ["one"] } };
    expect([await commit([log()], batch), await commit([log()], batch)]).to.deep.equal(["stored", "already_consumed"]);
    const lost = { leases: [{ partition: 0, epoch: 7 }] };
    expect(await commit([log()], lost)).to.equal("lease_lost");
    const twice = { deadLetters: [{ id: null }] } as unknown as Partial<CommitBatch>;
    expect(await commit([log(), deployment()], twice).catch(() => "failed")).to.equal("failed");
    expect(await sum(NOW, NOW)).to.deep.equal({ events: 3, logs: 2, errors: 0 });
    expect(await deployed(NOW, NOW)).to.have.lengthOf(1);
  });

  it("loses nothing of workers that add to the same buckets at the same time", async () => {
    const services = Array.from({ length: 50 }, (_, index) => `service-${index}`);
    const batch = (worker: number) =>
      (worker % 2 === 0 ? services : [...services].reverse()).map((service) => log({ service }));
    await Promise.all(Array.from({ length: 20 }, (_, worker) => commit(batch(worker))));
    expect((await sum(NOW, NOW, services)).events).to.equal(1000);
  });

  it("takes a round of ten thousand buckets", async () => {
    const telemetry = Array.from({ length: 10_000 }, (_, index) => log({ service: `service ${index}` }));
    await commit(telemetry);
    await commit(telemetry);
    expect((await sum(NOW, NOW, ["service 0", "service 9999"])).events).to.equal(4);
  });

  it("forgets minutes after three days, hours and deployments after 400, in steps, and sums stay", async () => {
    const ages = [HOUR_MS, 2 * DAY_MS, 3 * DAY_MS, 20 * DAY_MS, 400 * DAY_MS];
    await commit(ages.map((age) => log({ timestamp: NOW - age })));
    await commit([deployment({ timestamp: NOW - 400 * DAY_MS, version: "old" }), deployment({ version: "new" })]);
    const rows = async () =>
      ((await database.reader.query("select span, start from telemetry_count")) as unknown[]).length;
    const before = await rows();
    expect(await tidyCounts(database, NOW)).to.equal(0);
    // The minute that is 3 days old, the hours and the deployment that are 400 days old.
    expect(await tidyCounts(database, NOW + 2 * HOUR_MS)).to.equal(3);
    expect(await rows()).to.equal(before - 2);
    expect(
      (await counts.sums(ACME, ["checkout"], [{ from: NOW - 30 * DAY_MS, to: NOW }], NOW + 2 * HOUR_MS))[0]?.logs,
    ).to.equal(4);
    expect(await deployed(0, NOW)).to.deep.equal(["new"]);
    const many = Array.from({ length: 6_000 }, (_, index) => log({ service: `service ${index}` }));
    await commit(many);
    expect(await tidyCounts(database, NOW + 4 * DAY_MS)).to.be.at.least(6_000);
    expect((await sum(NOW, NOW, ["service 7"])).events, "the hour stays").to.equal(0);
    expect((await counts.sums(ACME, ["service 7"], [{ from: NOW, to: NOW }], NOW + 4 * DAY_MS))[0]?.events).to.equal(1);
  });

  it("keeps deployments, newest first, bounded, each once, and shows another organization none", async () => {
    const made = [1, 2, 3, 4].map((hour) =>
      deployment({ version: `v${hour}`, timestamp: NOW - hour * HOUR_MS, gitHash: `hash ${hour}` }),
    );
    await commit([...made, deployment({ service: "cart", version: "cart" }), deployment({ organizationId: "other" })]);
    await commit(made);
    expect(await deployed(NOW - 3 * HOUR_MS, NOW)).to.deep.equal(["v1", "v2", "v3"]);
    expect(await deployed(0, NOW, 2, ["checkout", "cart", "checkout"])).to.deep.equal(["cart", "v1"]);
    expect(await deployments.between(ACME, [], 0, NOW, 5)).to.deep.equal([]);
    const [newest] = await deployments.between(ACME, ["checkout"], 0, NOW, 1);
    const expected: Deployment = {
      id: made[0]?.id as string,
      service: "checkout",
      version: "v1",
      environment: "production",
      gitHash: "hash 1",
      at: NOW - HOUR_MS,
    };
    expect(newest).to.deep.equal(expected);
  });

  it("finds the newest deployments among those of many services", async () => {
    const services = Array.from({ length: 250 }, (_, index) => `service-${index}`);
    await commit(services.map((service, index) => deployment({ service, version: service, timestamp: NOW - index })));
    expect(await deployed(0, NOW, 3, [...services].reverse())).to.deep.equal(services.slice(0, 3));
  });
});
