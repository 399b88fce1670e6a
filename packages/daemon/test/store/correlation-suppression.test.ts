import { expect } from "chai";
import { updateRule } from "../../src/correlate/correlation-rule.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { correlationWorld } from "./correlation-world.ts";
import { onEachEngine } from "./engines.ts";
import { ACME } from "./samples.ts";

onEachEngine("Suppression by correlation rules", (fresh) => {
  const world = correlationWorld(fresh);

  it("stores nothing of what it suppresses but the decision", async () => {
    const { id: ruleId } = await world.rule("suppress");
    const first = await world.open();
    const again = await world.create();
    const [decision] = await world.decisions();
    expect(again).to.deep.equal({ outcome: "suppressed", ruleId, decisionId: decision?.id });
    expect(decision).to.include({ action: "suppress", relatedIncidentId: first.id, repeats: 0, lastAt: world.now });
    const { incidents: all } = await world.incidents.list(ACME, { deduplicated: false, sortBy: "recency", limit: 9 });
    expect(all.map(({ id }) => id)).to.deep.equal([first.id]);
    expect(await world.announced()).to.have.length(1);
  });

  it("counts a suppressed signal that goes on in one decision, and begins another when it paused for an hour", async () => {
    const conditions = { matchFields: ["service"], timeWindowMinutes: 300 } as const;
    await world.rule("suppress", { conditions });
    await world.open();
    const began = world.now;
    for (let minute = 0; minute < 90; minute++) {
      await world.signal({});
      world.now += MINUTE_MS;
    }
    const reported = async () =>
      (await world.decisions()).map(({ action, repeats, lastAt }) => [action, repeats, lastAt - began]);
    expect(await reported()).to.deep.equal([
      ["suppress", 89, 89 * MINUTE_MS],
      ["none", 0, 0],
    ]);
    await world.signal({ deduplicationKey: "another" });
    world.now += HOUR_MS;
    await world.signal({});
    expect((await reported()).map(([action, repeats]) => `${action} ${repeats}`)).to.deep.equal([
      "suppress 0",
      "suppress 0",
      "suppress 89",
      "none 0",
    ]);
  });

  it("neither merges into nor suppresses beside what is over", async () => {
    const { id } = await world.rule("merge");
    const first = await world.open();
    await changeStatus(world.incidents, ACME, first.id, "RESOLVED", world.now);
    const second = await world.open();
    expect(second.parentIncidentId).to.equal(null);
    await updateRule(createRuleStore(world.database), ACME, id, { action: "suppress" }, world.now);
    await changeStatus(world.incidents, ACME, second.id, "CLOSED", world.now);
    expect((await world.create()).outcome).to.equal("opened");
  });
});
