import { expect } from "chai";
import { DAY_MS, HOUR_MS } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import type { DeploymentEvent } from "../../src/model/telemetry.ts";
import type { Deployment } from "../../src/signal/service-history.ts";
import { tidyCounts } from "../../src/store/signals/telemetry-counts.ts";
import { onEachEngine } from "./engines.ts";
import { ACME, log, NOW } from "./samples.ts";
import { telemetryCountWorld } from "./telemetry-count-world.ts";

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

onEachEngine("Deployments among counts", (fresh) => {
  const world = telemetryCountWorld(fresh);

  it("forgets minutes after three days, hours and deployments after 400, in steps, and sums stay", async () => {
    const ages = [HOUR_MS, 2 * DAY_MS, 3 * DAY_MS, 20 * DAY_MS, 400 * DAY_MS];
    await world.commit(ages.map((age) => log({ timestamp: NOW - age })));
    await world.commit([deployment({ timestamp: NOW - 400 * DAY_MS, version: "old" }), deployment({ version: "new" })]);
    const rows = async () =>
      ((await world.database.reader.query("select span, start from telemetry_count")) as unknown[]).length;
    const before = await rows();
    expect(await tidyCounts(world.database, NOW)).to.equal(0);
    // The minute that is 3 days old, the hours and the deployment that are 400 days old.
    expect(await tidyCounts(world.database, NOW + 2 * HOUR_MS)).to.equal(3);
    expect(await rows()).to.equal(before - 2);
    expect(
      (await world.counts.sums(ACME, ["checkout"], [{ from: NOW - 30 * DAY_MS, to: NOW }], NOW + 2 * HOUR_MS))[0]?.logs,
    ).to.equal(4);
    expect(await world.deployed(0, NOW)).to.deep.equal(["new"]);
    const many = Array.from({ length: 6_000 }, (_, index) => log({ service: `service ${index}` }));
    await world.commit(many);
    expect(await tidyCounts(world.database, NOW + 4 * DAY_MS)).to.be.at.least(6_000);
    expect((await world.sum(NOW, NOW, ["service 7"])).events, "the hour stays").to.equal(0);
    expect(
      (await world.counts.sums(ACME, ["service 7"], [{ from: NOW, to: NOW }], NOW + 4 * DAY_MS))[0]?.events,
    ).to.equal(1);
  });

  it("keeps deployments, newest first, bounded, each once, and shows another organization none", async () => {
    const made = [1, 2, 3, 4].map((hour) =>
      deployment({ version: `v${hour}`, timestamp: NOW - hour * HOUR_MS, gitHash: `hash ${hour}` }),
    );
    await world.commit([
      ...made,
      deployment({ service: "cart", version: "cart" }),
      deployment({ organizationId: "other" }),
    ]);
    await world.commit(made);
    expect(await world.deployed(NOW - 3 * HOUR_MS, NOW)).to.deep.equal(["v1", "v2", "v3"]);
    expect(await world.deployed(0, NOW, 2, ["checkout", "cart", "checkout"])).to.deep.equal(["cart", "v1"]);
    expect(await world.deployments.between(ACME, [], 0, NOW, 5)).to.deep.equal([]);
    const [newest] = await world.deployments.between(ACME, ["checkout"], 0, NOW, 1);
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
    await world.commit(
      services.map((service, index) => deployment({ service, version: service, timestamp: NOW - index })),
    );
    expect(await world.deployed(0, NOW, 3, [...services].reverse())).to.deep.equal(services.slice(0, 3));
  });
});
