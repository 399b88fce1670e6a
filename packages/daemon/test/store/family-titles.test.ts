import { expect } from "chai";
import { createFamilyStore } from "../../src/app/wiring/incident-wiring.ts";
import { createRule } from "../../src/correlate/correlation-rule.ts";
import { unmerge } from "../../src/incident/unmerge.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Incident } from "../../src/model/incident.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { createServiceIncidents } from "../../src/store/signals/service-incidents.ts";
import { builtInCorrelationWorld } from "./built-in-correlation-world.ts";
import { onEachEngine } from "./engines.ts";
import { ACME, incident } from "./samples.ts";

onEachEngine("The title of a stored family", (fresh) => {
  const world = builtInCorrelationWorld(fresh);
  const CAUSE = "connection refused to orders-db";
  const failing = (service: string) =>
    world.signal(service, "Errors", { description: `60 errors. Most frequent (95 % of them): ${CAUSE}` });
  const parent = async (): Promise<Incident> => (await world.all())[0] as Incident;

  it("follows the services that join, within one transaction and later", async () => {
    await world.detect([failing("cart"), failing("shop"), failing("checkout")]);
    expect((await parent()).title).to.equal(`3 services failing: ${CAUSE}`);
    world.now += MINUTE_MS;
    await world.detect([failing("mails")]);
    expect((await parent()).title).to.equal(`4 services failing: ${CAUSE}`);
    const found = await world.incidents().list(ACME, {
      ...{ search: "4 failing refused", deduplicated: true, sortBy: "recency", limit: 10 },
    });
    expect(found.incidents.map(({ id }) => id)).to.deep.equal([(await parent()).id]);
  });

  it("is led by the worst member, however a milder parent was raised by it", async () => {
    const severe = { severity: "HIGH", description: "" } as const;
    const mild = { severity: "LOW", description: "" } as const;
    await world.detect([world.signal("cart", "Disk writes", mild)]);
    await world.detect([world.signal("cart", "Refusals", severe)]);
    await world.detect([world.signal("cart", "Busy threads", mild)]);
    expect(await parent()).to.include({ title: "Refusals in cart", severity: "HIGH" });
    await world.detect([world.signal("cart", "Disk writes", { ...severe, severity: "CRITICAL" })]);
    await world.detect([world.signal("cart", "Open files", mild)]);
    expect(await parent()).to.include({ title: "Disk writes in cart", severity: "CRITICAL" });
  });

  it("gives way to its own one when the last child is detached, which correlation went by all along", async () => {
    await world.detect([failing("cart"), failing("shop")]);
    const own = "Errors in cart";
    const newest = await createServiceIncidents(world.database).newest(ACME, "cart", 0, 9);
    expect(newest.map(({ title }) => title)).to.deep.equal([own]);
    const child = await world.byTitle("Errors in shop");
    const detached = await unmerge(createFamilyStore(world.database, { now: () => world.now }), ACME, child.id);
    expect(detached.title).to.equal("Errors in shop");
    expect((await parent()).title).to.equal(own);
    await world.detect([failing("checkout")]);
    expect((await parent()).title).to.match(/failing: connection refused to orders-db$/);
  });

  it("stays where a person wrote it", async () => {
    const manual = incident({ ruleId: null, title: "Orders fail", primaryService: "cart", affectedServices: ["cart"] });
    await world.incidents().create(ACME, manual, []);
    const conditions = { matchFields: ["service"], timeWindowMinutes: 60 } as const;
    const rule = { name: "one", description: "", conditions, action: "merge" } as const;
    await createRule(createRuleStore(world.database), ACME, rule, world.now);
    await world.detect([failing("cart")]);
    expect(await parent()).to.include({ title: "Orders fail", duplicateCount: 1 });
  });

  it("survives changes of the parent that know nothing of it", async () => {
    await world.detect([failing("cart"), failing("shop")]);
    world.now += MINUTE_MS;
    const again = { ...failing("cart"), observations: 5 };
    await world.detect([again]);
    const { title, duplicateCount } = await parent();
    expect({ title, duplicateCount }).to.deep.equal({ title: `2 services failing: ${CAUSE}`, duplicateCount: 6 });
    const child = await world.byTitle("Errors in shop");
    await unmerge(createFamilyStore(world.database, { now: () => world.now }), ACME, child.id);
    expect((await parent()).title).to.equal("Errors in cart");
  });
});
