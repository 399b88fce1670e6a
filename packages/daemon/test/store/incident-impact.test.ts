import { expect } from "chai";
import type { Tier } from "../../src/catalog/catalog.ts";
import { putEntry } from "../../src/catalog/change-catalog.ts";
import { BROAD_SERVICES_MIN } from "../../src/incident/impact.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import { ERROR_LOGS, shareLevel } from "../../src/model/condition-level.ts";
import { createCatalogStore } from "../../src/store/catalog/catalog-store.ts";
import { createChannelStore } from "../../src/store/notifications/channel-store.ts";
import { builtInCorrelationWorld } from "./built-in-correlation-world.ts";
import { channel } from "./channel-sample.ts";
import { onEachEngine } from "./engines.ts";
import { ACME } from "./samples.ts";

onEachEngine("The impact of an incident", (fresh) => {
  const world = builtInCorrelationWorld(fresh);
  const put = (service: string, tier: Tier) =>
    putEntry(createCatalogStore(world.database), ACME, service, { ownerTeam: "shop", tier }, world.now);
  const severities = async () => (await world.all()).map(({ severity }) => severity);
  const storm = (count: number, given: Partial<Candidate>): Candidate[] =>
    Array.from({ length: count }, (_, index) => world.signal(`service-${index}`, "Errors", given));

  it("raises what is HIGH in a service of the highest tier, and lowers what is in one of the lowest", async () => {
    await put("payments", "tier-0");
    await put("cart", "tier-1");
    await put("wiki", "tier-3");
    await world.detect([
      world.signal("payments", "Errors", { severity: "HIGH", environment: "production" }),
      world.signal("payments", "Queue", { severity: "MEDIUM", environment: "prod-us" }),
      world.signal("cart", "Slow", { severity: "MEDIUM", environment: "live" }),
      world.signal("wiki", "Full", { severity: "MEDIUM", environment: "prod-eu" }),
    ]);
    expect(await severities()).to.deep.equal(["CRITICAL", "MEDIUM", "MEDIUM", "LOW"]);
    const [{ description } = { description: "" }] = await world.all();
    expect(description).to.match(/^A service of tier-0 makes it CRITICAL instead of HIGH\. /);
  });

  it("raises what burns the error budget fast, once that is sure", async () => {
    const slo = { objectivePct: 99.9, windowDays: 30 };
    await putEntry(
      createCatalogStore(world.database),
      ACME,
      "payments",
      { ownerTeam: "shop", tier: "tier-1", slo },
      world.now,
    );
    const failing = (share: number) => ({ level: shareLevel(ERROR_LOGS, share) });
    await world.detect([
      world.signal("payments", "Errors", { severity: "MEDIUM", ...failing(0.02) }),
      world.signal("payments", "Few", { severity: "MEDIUM", ...failing(0.01) }),
      world.signal("payments", "Brief", { severity: "LOW", ...failing(0.5) }),
      world.signal("cart", "Errors", { severity: "MEDIUM", ...failing(0.02) }),
    ]);
    expect(await severities()).to.deep.equal(["HIGH", "MEDIUM", "LOW", "MEDIUM"]);
    const [{ description } = { description: "" }] = await world.all();
    expect(description).to.match(/^It burns the error budget 20 times as fast as even use: HIGH\. /);
  });

  it("raises nothing that wakes nobody by itself", async () => {
    await put("payments", "tier-0");
    const calm = { severity: "MEDIUM", environment: "staging" } as const;
    await world.detect([world.signal("payments", "Slow", calm)]);
    await world.detect(storm(BROAD_SERVICES_MIN, calm));
    expect(new Set(await severities())).to.deep.equal(new Set(["MEDIUM"]));
  });

  it("raises the parent of a broad family once, and channels are notified as of any raise", async () => {
    const channels = createChannelStore(world.database);
    await channels.add(ACME, channel({ name: "pager", minSeverity: "CRITICAL" }));
    await world.detect(storm(BROAD_SERVICES_MIN - 1, { severity: "HIGH" }));
    expect((await severities())[0]).to.equal("HIGH");
    world.now += MINUTE_MS;
    await world.detect(storm(BROAD_SERVICES_MIN + 3, { severity: "HIGH" }));
    const [parent, ...children] = await world.all();
    expect(parent?.severity).to.equal("CRITICAL");
    expect(new Set(children.map(({ severity, parentIncidentId }) => `${severity} ${parentIncidentId}`))).to.deep.equal(
      new Set([`HIGH ${parent?.id}`]),
    );
    const raised = (await world.incidents().timeline(ACME, parent?.id ?? "")).map(({ title }) => title);
    expect(raised.filter((title) => title.includes("now CRITICAL"))).to.deep.equal([
      `Another incident was merged, now CRITICAL for ${BROAD_SERVICES_MIN} services: Errors in service-${BROAD_SERVICES_MIN - 1}`,
    ]);
    const { deliveries } = await channels.deliveries(ACME, { limit: 100 });
    expect(deliveries.at(-1)).to.include({ event: "incident_created", incidentId: parent?.id });
  });

  it("counts for what becomes more severe in a broad family, in the parent and in a child", async () => {
    await world.detect(storm(BROAD_SERVICES_MIN, { severity: "LOW" }));
    expect((await severities())[0]).to.equal("LOW");
    world.now += MINUTE_MS;
    await world.detect([world.signal("service-1", "Errors", { severity: "HIGH" })]);
    expect((await severities()).slice(0, 3)).to.deep.equal(["CRITICAL", "HIGH", "LOW"]);
  });
});
