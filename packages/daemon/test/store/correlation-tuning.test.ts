import { expect } from "chai";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { onEachEngine } from "./engines.ts";
import { ACME, NOW, OTHER } from "./samples.ts";
import { tuningWorld } from "./tuning-world.ts";

onEachEngine("The tuning of correlation rules", (fresh) => {
  const world = tuningWorld(fresh);

  it("counts a merge as well ended when its parent is over, and as badly ended when it was undone", async () => {
    const rule = await world.ruleOf("merge");
    const [over, open] = [await world.stored({ status: "CLOSED" }), await world.stored()];
    const children = [
      await world.stored({ parentIncidentId: over.id }),
      await world.stored({ parentIncidentId: open.id, status: "RESOLVED" }),
      await world.stored({ parentIncidentId: null, status: "RESOLVED" }),
    ];
    await world.decide(
      rule,
      children.map(({ id }) => ({ incidentId: id, relatedIncidentId: over.id })),
    );
    expect(await world.countsOf()).to.deep.equal({ merge: [3, 1] });
  });

  it("counts a suppressed one by the incident that stands for it, and a grouped one by itself", async () => {
    const [suppress, group] = [await world.ruleOf("suppress"), await world.ruleOf("group")];
    const [over, open] = [await world.stored({ status: "RESOLVED" }), await world.stored()];
    await world.decide(suppress, [{ relatedIncidentId: over.id }, { relatedIncidentId: open.id }]);
    await world.decide(group, [
      { incidentId: over.id, relatedIncidentId: open.id },
      { incidentId: open.id, relatedIncidentId: over.id },
      { incidentId: over.id, relatedIncidentId: open.id },
    ]);
    expect(await world.countsOf()).to.deep.equal({ group: [3, 2], suppress: [2, 1] });
  });

  it("counts what was decided in those days, by rules that are still there, whatever their action was", async () => {
    const rule = await world.ruleOf("group");
    const { id: incidentId } = await world.stored({ status: "RESOLVED" });
    await world.decide(rule, [
      { incidentId, createdAt: NOW - 7 * DAY_MS },
      { incidentId, createdAt: NOW - 7 * DAY_MS - 1 },
      { incidentId, action: "suppress", relatedIncidentId: incidentId },
      { incidentId, action: "none" },
    ]);
    const gone = await world.ruleOf("group", { name: "gone" });
    await world.decide(gone, [{ incidentId }]);
    await world.rules.remove(ACME, gone.id);
    expect(await world.countsOf(ACME, 7)).to.deep.equal({ group: [2, 2] });
    expect(await world.countsOf()).to.deep.equal({ group: [3, 3] });
    expect(await world.countsOf(OTHER)).to.deep.equal({});
  });

  it("counts page after page, also of decisions of one moment", async () => {
    const rule = await world.ruleOf("group");
    await world.decideOften(rule, 1203, true);
    expect(await world.countsOf()).to.deep.equal({ group: [1203, 1203] });
  });

  it("lists changes first, those with the most decisions before others", async () => {
    const made = [
      ["unclear", 3, false],
      ["good", 30, true],
      ["bad", 60, false],
      ["better", 61, true],
    ] as const;
    for (const [name, times, well] of made) await world.decideOften(await world.ruleOf("group", { name }), times, well);
    await world.decideOften(await world.ruleOf("group", { name: "highest", priority: 100 }), 900, true);
    expect(Object.keys(await world.countsOf())).to.deep.equal(["better", "bad", "good", "highest", "unclear"]);
  });
});
