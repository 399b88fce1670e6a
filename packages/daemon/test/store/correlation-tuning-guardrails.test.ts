import { expect } from "chai";
import { updateRule } from "../../src/correlate/correlation-rule.ts";
import { autoApply } from "../../src/correlate/tuning.ts";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { correlationDecisionTable, type DecisionRow } from "../../src/store/correlation/correlation-tables.ts";
import { createTuningStore } from "../../src/store/correlation/tuning-store.ts";
import { onEachEngine } from "./engines.ts";
import { ACME, NOW, OTHER } from "./samples.ts";
import { EARLIER, tuningWorld } from "./tuning-world.ts";

onEachEngine("The guardrails of tuning correlation rules", (fresh) => {
  const world = tuningWorld(fresh);

  it("applies the first that no guardrail stops, and says so in the ledger", async () => {
    await world.decideOften(await world.ruleOf("group", { name: "off", enabled: false }), 60, true);
    await world.decideOften(await world.ruleOf("group", { name: "weaker" }), 30, true);
    const safe = await world.ruleOf("group", { name: "safe" });
    await world.decideOften(safe, 40, true);
    await world.decideOften(safe, 2, false);
    const change = { previousPriority: 10, appliedPriority: 15 };
    const named = { ruleId: safe.id, name: "safe" };
    expect(await world.apply()).to.deep.equal({
      applied: true,
      lookbackDays: 30,
      ...named,
      ...change,
      recommendation: "increase",
    });
    expect(await world.rules.get(ACME, safe.id)).to.deep.equal({ ...safe, priority: 15, updatedAt: NOW });
    const [line, ...others] = await world.ledger();
    expect(others).to.deep.equal([]);
    expect(line).to.deep.include({
      incidentId: null,
      relatedIncidentId: null,
      ruleId: safe.id,
      ruleName: "safe",
      compared: { ...change, usageCount: 42, resolvedCount: 40, successRate: 40 / 42, lookbackDays: 30 },
      createdAt: NOW,
    });
    expect(line?.reason).to.match(/^Priority raised from 10 to 15 by tuning\. 40 of 42 decisions ended well/);
  });

  it("names the guardrail that stopped it", async () => {
    expect(await world.reasonOf()).to.equal("No rule decided about an incident in the last 30 days.");
    const rule = await world.ruleOf("group", { name: "mine" });
    await world.decideOften(rule, 5, true);
    expect(await world.reasonOf()).to.match(
      /^The rule "mine" keeps its priority\. 5 of 5 decisions .+ so the priority stays\.$/,
    );
    await world.decideOften(rule, 14, true);
    expect(await world.reasonOf()).to.equal('The rule "mine" decided 19 times, and 20 are asked for.');
    await world.decideOften(rule, 1, true);
    await updateRule(world.rules, ACME, rule.id, { enabled: false }, EARLIER);
    expect(await world.reasonOf()).to.equal('The rule "mine" is not enabled.');
    expect(await world.ledger()).to.deep.equal([]);
  });

  it("takes one long outage for one piece of evidence", async () => {
    await world.decideOften(await world.ruleOf("group", { name: "mine" }), 30, true, 4);
    const asked = "4 of the 5 that are asked for";
    expect(await world.reasonOf()).to.equal(`The rule "mine" decided about too few different incidents, ${asked}.`);
  });

  it("holds nothing against a rule while what it merged is still open", async () => {
    const [rule, parent] = [await world.ruleOf("merge"), await world.stored()];
    const child = await world.stored({ parentIncidentId: parent.id });
    await world.decide(
      rule,
      Array.from({ length: 30 }, () => ({ incidentId: child.id, relatedIncidentId: parent.id })),
    );
    expect(await world.reasonOf()).to.contain("0 of 30 decisions ended well (0 %), 30 haven't ended.");
  });

  it("leaves a priority alone for a day after a person set it", async () => {
    const rule = await world.ruleOf("group", { name: "mine" });
    await world.decideOften(rule, 30, true);
    await updateRule(world.rules, ACME, rule.id, { priority: 50 }, NOW - DAY_MS + 1);
    expect(await world.reasonOf()).to.equal(
      'The rule "mine" was changed at 2026-11-20T12:00:00.001Z, and a rule is left alone for 24 hours after a change.',
    );
    expect(await world.apply(NOW + 1)).to.include({ applied: true, previousPriority: 50 });
  });

  it("changes a rule once a day, also after a restart", async () => {
    const rule = await world.ruleOf("group");
    await world.decideOften(rule, 30, false);
    expect(await world.apply()).to.include({ applied: true, recommendation: "decrease", appliedPriority: 5 });
    world.database = await world.store.openDatabase();
    expect(await world.apply(NOW + DAY_MS - 1)).to.include({ applied: false });
    expect(await world.apply(NOW + DAY_MS)).to.include({ applied: true, appliedPriority: 0 });
    expect(await world.reasonOf(NOW + 2 * DAY_MS)).to.match(/but tuning goes no further than 0\.$/);
    expect(await world.ledger()).to.have.length(2);
  });

  it("changes a rule once, however many ask at the same time", async () => {
    const rule = await world.ruleOf("group");
    await world.decideOften(rule, 30, true);
    const elsewhere = await world.store.openDatabase();
    const stores = Array.from({ length: 10 }, (_, index) =>
      createTuningStore(index % 2 === 0 ? world.database : elsewhere),
    );
    const outcomes = await Promise.all(stores.map((each) => autoApply(each, ACME, 30, NOW)));
    expect(outcomes.filter(({ applied }) => applied)).to.have.length(1);
    expect(await world.priorityOf(rule)).to.equal(15);
    expect(await world.ledger()).to.have.length(1);
  });

  it("changes nothing where somebody changed the rule since it was read", async () => {
    const rule = await world.ruleOf("group");
    await world.decideOften(rule, 30, true);
    const tuning = createTuningStore(world.database);
    const [read] = await tuning.evidence(ACME, 0);
    if (!read) throw new Error("The rule decided.");
    await updateRule(world.rules, ACME, rule.id, { priority: 70 }, NOW);
    const [decision] = await world.database.reader.find(correlationDecisionTable, { take: 1 });
    expect(await tuning.retune(ACME, read.rule, 15, decision as DecisionRow)).to.equal(false);
    expect(await world.priorityOf(rule)).to.equal(70);
  });

  it("changes no rule of another organization", async () => {
    const rule = await world.ruleOf("group");
    await world.decideOften(rule, 30, true);
    expect(await world.apply(NOW, OTHER)).to.include({ applied: false });
    expect(await world.priorityOf(rule)).to.equal(10);
  });
});
