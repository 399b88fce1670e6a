import { expect } from "chai";
import { createFamilyStore, createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { createRule } from "../../src/correlate/correlation-rule.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import { unmerge } from "../../src/incident/unmerge.ts";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { AFFECTED_SERVICES_MAX } from "../../src/model/record-limits.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { builtInCorrelationWorld } from "./built-in-correlation-world.ts";
import { onEachEngine } from "./engines.ts";
import { ACME, incident, OTHER } from "./samples.ts";

onEachEngine("Limits of the built-in correlation", (fresh) => {
  const world = builtInCorrelationWorld(fresh);

  it("keeps environments and organizations apart, and what known calls don't join", async () => {
    await world.calls("shop", ["payments"]);
    await world.calls("wiki", ["search"]);
    await world.detect([
      world.signal("shop"),
      world.signal("shop", "Slow", { environment: "staging" }),
      world.signal("shop", "Full", { organizationId: OTHER.organizationId }),
      world.signal("search"),
    ]);
    expect((await world.decisions()).map(({ action }) => action)).to.deep.equal(["none", "none", "none"]);
    world.now += MINUTE_MS;
    await world.detect([world.signal("shop", "Late", { environment: " PROD " })]);
    expect((await world.decisions())[0]).to.include({ action: "merge" });
  });

  it("leaves to rules what they match, and what people open", async () => {
    const conditions = { matchFields: ["service"], timeWindowMinutes: 5 } as const;
    const given = { name: "link", description: "", conditions, action: "group" } as const;
    const { id } = await createRule(createRuleStore(world.database), ACME, given, world.now);
    await world.detect([world.signal("shop"), world.signal("shop", "Slow")]);
    expect((await world.decisions())[0]).to.include({ action: "group", ruleId: id, ruleName: "link" });
    world.now += HOUR_MS;
    const manual = incident({ ruleId: null, signalType: "manual", primaryService: "wiki", affectedServices: ["wiki"] });
    await createIncidentStore(world.database, { now: () => world.now }, { builtIn: "merge" }).create(ACME, manual, []);
    await world.detect([world.signal("wiki")]);
    expect((await world.decisions()).slice(0, 2).map(({ action }) => action)).to.deep.equal(["none", "none"]);
  });

  it("merges into nothing that is over", async () => {
    await world.detect([world.signal("shop")]);
    const { id } = await world.byTitle("Errors in shop");
    await changeStatus(world.incidents(), ACME, id, "RESOLVED", world.now);
    world.now += MINUTE_MS;
    await world.detect([world.signal("shop", "Slow")]);
    expect(await world.byTitle("Slow in shop")).to.include({ parentIncidentId: null, groupId: null });
  });

  it("never joins again what a person took apart, in whichever order and however often the alarms ring anew", async () => {
    await world.detect([world.signal("shop"), world.signal("shop", "Slow")]);
    const child = await world.byTitle("Slow in shop");
    await unmerge(createFamilyStore(world.database, { now: () => world.now }), ACME, child.id);
    await world.detect([world.signal("shop", "Slow")]);
    expect(await world.byTitle("Slow in shop")).to.include({ id: child.id, parentIncidentId: null });
    for (const names of [
      ["Errors", "Slow", "Full"],
      ["Slow", "Errors"],
      ["Errors", "Slow"],
    ]) {
      for (const { id } of await world.all()) await changeStatus(world.incidents(), ACME, id, "CLOSED", world.now);
      world.now += 2 * HOUR_MS;
      await world.detect(names.map((name) => world.signal("shop", name)));
      expect(await world.byTitle("Slow in shop")).to.include({
        createdAt: world.now,
        parentIncidentId: null,
        groupId: null,
      });
      expect(await world.byTitle("Errors in shop")).to.include({ parentIncidentId: null, groupId: null });
    }
    // It may be either's.
    expect((await world.byTitle("Full in shop")).parentIncidentId).to.be.a("string");
  });

  it("opens anew what was merged into a parent that was closed since, and joins it again later", async () => {
    await world.detect([world.signal("shop"), world.signal("shop", "Slow")]);
    const child = await world.byTitle("Slow in shop");
    await changeStatus(world.incidents(), ACME, child.id, "RESOLVED", world.now);
    await changeStatus(world.incidents(), ACME, child.parentIncidentId ?? "", "CLOSED", world.now);
    world.now += MINUTE_MS;
    await world.detect([world.signal("shop", "Slow")]);
    const [, , again] = await world.all();
    expect(again).to.include({ title: "Slow in shop", status: "OPEN", parentIncidentId: null });
    await changeStatus(world.incidents(), ACME, again?.id ?? "", "RESOLVED", world.now);
    world.now += 2 * HOUR_MS;
    await world.detect([world.signal("shop"), world.signal("shop", "Slow")]);
    const [parent, joined] = (await world.all()).slice(3);
    expect(joined).to.include({ title: "Slow in shop", parentIncidentId: parent?.id });
  });

  it("merges what is more severe, and the parent shows its severity and its title", async () => {
    await world.calls("shop", ["payments"]);
    await world.detect([world.signal("shop", "Odd", { severity: "LOW" })]);
    await world.detect([world.signal("shop", "Fatal", { severity: "CRITICAL" })]);
    const [parent, fatal] = await world.all();
    expect(fatal).to.include({ parentIncidentId: parent?.id, severity: "CRITICAL" });
    expect(parent).to.include({ severity: "CRITICAL", title: "Fatal in shop" });
    await world.detect([world.signal("payments", "Down", { severity: "HIGH" })]);
    const [still, , down] = await world.all();
    expect(down?.parentIncidentId).to.equal(parent?.id);
    expect(still).to.include({
      severity: "CRITICAL",
      title: "payments degraded for 2 services: Down in payments",
    });
  });

  it("lets a parent be found by the services that are merged into it, up to a bound", async () => {
    await world.calls("hub", ["leaf", "surplus"]);
    const others = Array.from({ length: AFFECTED_SERVICES_MAX - 2 }, (_, index) => `other-${index}`);
    const services = ["hub", ...others];
    const broad = incident({ primaryService: "hub", affectedServices: services, createdAt: world.now });
    await world.incidents().create(ACME, broad, []);
    await world.detect([world.signal("leaf"), world.signal("surplus")]);
    const [parent, ...children] = await world.all();
    expect(parent?.affectedServices).to.deep.equal([...services, "leaf"]);
    expect(children.map(({ parentIncidentId }) => parentIncidentId)).to.deep.equal([parent?.id, null]);
    const filter = { service: "leaf", deduplicated: true, sortBy: "recency", limit: 10 } as const;
    const found = (await world.incidents().list(ACME, filter)).incidents;
    expect(found.map(({ id }) => id)).to.deep.equal([parent?.id]);
  });
});
