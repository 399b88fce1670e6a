import { expect } from "chai";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import { createChannelStore } from "../../src/store/notifications/channel-store.ts";
import { builtInCorrelationWorld } from "./built-in-correlation-world.ts";
import { channel } from "./channel-sample.ts";
import { onEachEngine } from "./engines.ts";
import { ACME } from "./samples.ts";

onEachEngine("The built-in correlation of stored incidents", (fresh) => {
  const world = builtInCorrelationWorld(fresh);

  it("merges what the catalog joins by one call, and says so everywhere", async () => {
    await world.calls("shop", ["payments"]);
    await world.detect([world.signal("payments")]);
    world.now += 2 * MINUTE_MS;
    await world.detect([world.signal("shop", "Timeouts")]);
    const [parent, child] = await world.all();
    expect(child).to.include({ parentIncidentId: parent?.id });
    expect(parent).to.include({ parentIncidentId: null, duplicateCount: 1 });
    const [decision, first] = await world.decisions();
    const reason = "shop and payments are one call from each other, 2 minutes apart.";
    expect(decision).to.include({ action: "merge", ruleId: null, ruleName: "built-in", gapMinutes: 2, reason });
    expect(decision).to.include({ incidentId: child?.id, relatedIncidentId: parent?.id });
    expect(decision?.compared).to.deep.equal({ by: "calls", service: "shop", relatedService: "payments" });
    expect(first).to.include({ action: "none", ruleId: null, ruleName: null });
    expect(first?.reason).to.equal(
      "No correlation rule is enabled. The built-in correlation found no fault that it belongs to.",
    );
    const [, merged] = await world.incidents().timeline(ACME, child?.id ?? "");
    expect(merged).to.include({ type: "merged", detail: `By the built-in correlation: ${reason}` });
  });

  it("makes one line of a storm that opens in one round, over several calls", async () => {
    await world.calls("shop", ["cart"]);
    await world.calls("cart", ["store"]);
    await world.detect([
      world.signal("store", "Full"),
      world.signal("cart"),
      world.signal("shop"),
      world.signal("shop", "Slow"),
    ]);
    const [parent, ...children] = await world.all();
    expect(children.map(({ parentIncidentId }) => parentIncidentId)).to.deep.equal(Array(3).fill(parent?.id));
  });

  it("links what is likely and not sure, and joins what comes then with the same fault", async () => {
    await world.detect([world.signal("shop", "Slow")]);
    world.now += 0.5 * MINUTE_MS;
    await world.detect([world.signal("wiki", "Disk is full")]);
    world.now += 0.5 * MINUTE_MS;
    await world.detect([world.signal("wiki", "Errors")]);
    const [shop, wiki, errors] = await world.all();
    expect(shop).to.include({ parentIncidentId: null, groupId: shop?.id });
    expect(wiki).to.include({ parentIncidentId: null, groupId: shop?.id });
    expect(errors).to.include({ parentIncidentId: wiki?.id });
    expect((await world.decisions()).map(({ action }) => action)).to.deep.equal(["merge", "group", "none"]);
  });

  it("only links where that is all it may do, and does nothing where it is off", async () => {
    await world.detect([world.signal("shop"), world.signal("shop", "Slow")], "group");
    expect((await world.all()).map(({ parentIncidentId }) => parentIncidentId)).to.deep.equal([null, null]);
    expect((await world.decisions())[0]).to.include({ action: "group", ruleName: "built-in" });
    world.now += HOUR_MS;
    await world.detect([world.signal("wiki"), world.signal("wiki", "Slow")], "off");
    expect((await world.decisions()).slice(0, 2).map(({ action }) => action)).to.deep.equal(["none", "none"]);
  });

  it("merges what a service shows an hour into its fault and raises it, unless the fault was LOW or an event", async () => {
    const longer = async (first: Partial<Candidate>, second: Partial<Candidate>) => {
      const service = `shop-${(await world.all()).length}`;
      const condition = world.signal(service, "Slow", first);
      for (let minute = 0; minute <= 60; minute += 10) {
        await world.detect([{ ...condition, at: world.now, observedAt: world.now }]);
        world.now += 10 * MINUTE_MS;
      }
      await world.detect([world.signal(service, "Errors", second)]);
      const { parentIncidentId } = await world.byTitle(`Errors in ${service}`);
      return (await world.all()).find(({ id }) => id === parentIncidentId)?.severity ?? "alone";
    };
    expect(await longer({ severity: "HIGH" }, { severity: "MEDIUM" })).to.equal("HIGH");
    expect(await longer({ severity: "MEDIUM" }, { severity: "HIGH" })).to.equal("HIGH");
    expect(await longer({ severity: "LOW" }, { severity: "HIGH" })).to.equal("alone");
    expect(await longer({ severity: "HIGH", resolveAfterMs: 24 * HOUR_MS }, { severity: "MEDIUM" })).to.equal("alone");
    expect(
      (await world.decisions()).filter(({ action }) => action === "merge").map(({ reason }) => reason),
    ).to.deep.equal([
      "Same service shop-2, whose incident of 70 minutes ago goes on.",
      "Same service shop-0, whose incident of 70 minutes ago goes on.",
    ]);
  });

  it("tells a channel of a storm once, and those of a service when the storm reaches it", async () => {
    await world.calls("shop", ["payments"]);
    const channels = createChannelStore(world.database);
    for (const [name, services] of [
      ["all", []],
      ["payments", ["payments"]],
      ["wiki", ["wiki"]],
    ] as const) {
      await channels.add(ACME, channel({ name, services }));
    }
    await world.detect([
      world.signal("shop"),
      world.signal("shop", "Slow"),
      world.signal("payments"),
      world.signal("payments", "Slow"),
    ]);
    const parent = await world.byTitle("payments degraded for 2 services: Errors in payments");
    const { deliveries } = await channels.deliveries(ACME, { limit: 100 });
    const reported = deliveries
      .toReversed()
      .map(({ channelName, event, incidentId }) => [channelName, event, incidentId]);
    expect(reported).to.have.deep.members([
      ["all", "incident_created", parent.id],
      ["all", "merged", parent.id],
      ["payments", "incident_created", parent.id],
    ]);
  });

  it("lets a group last for an hour, too", async () => {
    for (let index = 0; index < 18; index += 1) {
      await world.detect([world.signal("shop", `Trouble ${index}`)], "group");
      world.now += 4 * MINUTE_MS;
    }
    const groups = (await world.all()).map(({ groupId }) => groupId);
    const [first, next] = [await world.byTitle("Trouble 0 in shop"), await world.byTitle("Trouble 16 in shop")];
    expect(groups).to.deep.equal([...Array(16).fill(first.id), next.id, next.id]);
  });
});
