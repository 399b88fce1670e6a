import { expect } from "chai";
import { openIncidents } from "../../src/incident/open-incident.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import type { DeploymentEvent } from "../../src/model/telemetry.ts";
import type { CommitBatch } from "../../src/pipeline/commit-batch.ts";
import { onEachEngine } from "./engines.ts";
import { ACME, log, metric, NOW, OTHER } from "./samples.ts";
import { roundOf, telemetryCountWorld } from "./telemetry-count-world.ts";

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

onEachEngine("What rounds count", (fresh) => {
  const world = telemetryCountWorld(fresh);

  it("adds up over rounds, by service and organization, and is answered for several spans at once", async () => {
    const lines = [
      log(),
      log({ level: "error" }),
      log({ service: "cart" }),
      log({ organizationId: "other" }),
      metric(),
    ];
    await world.commit(lines);
    await world.commit(lines.map((line) => ({ ...line, timestamp: NOW - 5 * HOUR_MS })));
    expect(await world.sum(NOW, NOW)).to.deep.equal({ events: 3, logs: 2, errors: 1 });
    expect(await world.sum(NOW, NOW, ["checkout", "cart", "nobody"])).to.deep.equal({ events: 4, logs: 3, errors: 1 });
    expect(await world.sum(NOW, NOW, ["checkout"], OTHER)).to.deep.equal({ events: 1, logs: 1, errors: 0 });
    const spans = [
      { from: NOW - 10 * HOUR_MS, to: NOW },
      { from: NOW - 10 * HOUR_MS, to: NOW - HOUR_MS },
      { from: NOW - HOUR_MS, to: NOW - MINUTE_MS },
    ];
    expect((await world.counts.sums(ACME, ["checkout"], spans, NOW)).map(({ events }) => events)).to.deep.equal([
      6, 3, 0,
    ]);
    expect(await world.counts.sums(ACME, [], spans, NOW)).to.deep.equal(
      spans.map(() => ({ events: 0, logs: 0, errors: 0 })),
    );
  });

  it("finds a minute by any span that touches it, and backfill of long ago by its hour", async () => {
    const old = NOW - 100 * DAY_MS;
    await world.commit([log({ timestamp: NOW + 30_000 }), log({ timestamp: old + 30 * MINUTE_MS })]);
    const events = async (from: number, to: number) => (await world.sum(from, to)).events;
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
    await world.commitBatches.dryRun(roundOf(telemetry, moved), openIncidents, NOW);
    expect((await world.sum(NOW, NOW)).events, "a rehearsal").to.equal(0);
    expect(await world.commit(telemetry, moved)).to.equal("stored");
    expect(await world.commit(telemetry, moved), "the position has moved").to.equal("already_consumed");
    const batch = { progress: { batches: ["one"] } };
    expect([await world.commit([log()], batch), await world.commit([log()], batch)]).to.deep.equal([
      "stored",
      "already_consumed",
    ]);
    const lost = { leases: [{ partition: 0, epoch: 7 }] };
    expect(await world.commit([log()], lost)).to.equal("lease_lost");
    const twice = { deadLetters: [{ id: null }] } as unknown as Partial<CommitBatch>;
    expect(await world.commit([log(), deployment()], twice).catch(() => "failed")).to.equal("failed");
    expect(await world.sum(NOW, NOW)).to.deep.equal({ events: 3, logs: 2, errors: 0 });
    expect(await world.deployed(NOW, NOW)).to.have.lengthOf(1);
  });

  it("loses nothing of workers that add to the same buckets at the same time", async () => {
    const services = Array.from({ length: 50 }, (_, index) => `service-${index}`);
    const batch = (worker: number) =>
      (worker % 2 === 0 ? services : [...services].reverse()).map((service) => log({ service }));
    await Promise.all(Array.from({ length: 20 }, (_, worker) => world.commit(batch(worker))));
    expect((await world.sum(NOW, NOW, services)).events).to.equal(1000);
  });

  it("takes a round of ten thousand buckets", async () => {
    const telemetry = Array.from({ length: 10_000 }, (_, index) => log({ service: `service ${index}` }));
    await world.commit(telemetry);
    await world.commit(telemetry);
    expect((await world.sum(NOW, NOW, ["service 0", "service 9999"])).events).to.equal(4);
  });
});
