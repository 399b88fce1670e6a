import { expect } from "chai";
import { createUnits } from "../../src/app/wiring/incident-wiring.ts";
import {
  type CorrelationAction,
  type CorrelationRule,
  createRule,
  type RuleStore,
  updateRule,
} from "../../src/correlate/correlation-rule.ts";
import { type AutoApplied, autoApply, recommendations } from "../../src/correlate/tuning.ts";
import { DAY_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { Scope } from "../../src/model/scope.ts";
import { correlationDecisionTable, type DecisionRow } from "../../src/store/correlation/correlation-tables.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { createTuningStore } from "../../src/store/correlation/tuning-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { ACME, incident, NOW, OTHER } from "./samples.ts";

/** Longer ago than a rule is left alone. */
const EARLIER = NOW - 2 * DAY_MS;

onEachEngine("The tuning of correlation rules", (fresh) => {
  let store: Fresh;
  let database: Database;
  let rules: RuleStore;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    rules = createRuleStore(database);
  });
  afterEach(() => store.drop());

  const ruleOf = async (action: CorrelationAction, given: Partial<CorrelationRule> = {}, scope = ACME) => {
    const { createdAt = EARLIER, name = action, priority = 10, enabled = true } = given;
    const conditions = { matchFields: ["service"], timeWindowMinutes: 30 } as const;
    return createRule(rules, scope, { name, description: "", conditions, action, priority, enabled }, createdAt);
  };
  const stored = async (given: Partial<Incident> = {}): Promise<Incident> => {
    const made = incident(given);
    await createUnits(database).run(made.organizationId, (unit) => unit.incidents.insert(made));
    return made;
  };
  const decide = (rule: CorrelationRule, given: readonly Partial<DecisionRow>[]): Promise<void> =>
    database.write((transaction) =>
      insertRows(
        transaction,
        correlationDecisionTable,
        given.map((each) => ({
          id: uuidv7(NOW),
          organizationId: rule.organizationId,
          incidentId: uuidv7(NOW),
          relatedIncidentId: null,
          ruleId: rule.id,
          ruleName: rule.name,
          action: rule.action,
          compared: {},
          gapMinutes: 1,
          reason: "Same service, 1 minute apart.",
          createdAt: NOW - MINUTE_MS,
          ...each,
        })),
      ),
    );
  /** As many decisions about so many incidents in turn, all of which ended well or badly: none is there any more. */
  const decideOften = async (rule: CorrelationRule, times: number, well: boolean, incidents = 5): Promise<void> => {
    const { organizationId } = rule;
    const ids: string[] = [];
    for (let n = 0; n < incidents; n++) {
      ids.push(well ? (await stored({ organizationId, status: "RESOLVED" })).id : uuidv7(NOW));
    }
    await decide(
      rule,
      Array.from({ length: times }, (_, n) => ({ incidentId: ids[n % incidents] as string })),
    );
  };
  const countsOf = async (scope: Scope = ACME, days = 30): Promise<Record<string, readonly [number, number]>> => {
    const listed = await recommendations(createTuningStore(database), scope, days, NOW);
    return Object.fromEntries(listed.map(({ name, usageCount, resolvedCount }) => [name, [usageCount, resolvedCount]]));
  };
  const apply = (now = NOW, scope = ACME): Promise<AutoApplied> =>
    autoApply(createTuningStore(database), scope, 30, now);
  const reasonOf = async (now = NOW): Promise<string> => {
    const outcome = await apply(now);
    if (outcome.applied) throw new Error(`The priority of ${outcome.name} was changed.`);
    return outcome.reason;
  };
  const priorityOf = async ({ id }: CorrelationRule): Promise<number> => (await rules.get(ACME, id)).priority;
  const ledger = (): Promise<DecisionRow[]> => database.reader.findBy(correlationDecisionTable, { action: "none" });

  it("counts a merge as well ended when its parent is over, and as badly ended when it was undone", async () => {
    const rule = await ruleOf("merge");
    const [over, open] = [await stored({ status: "CLOSED" }), await stored()];
    const children = [
      await stored({ parentIncidentId: over.id }),
      await stored({ parentIncidentId: open.id, status: "RESOLVED" }),
      await stored({ parentIncidentId: null, status: "RESOLVED" }),
    ];
    await decide(
      rule,
      children.map(({ id }) => ({ incidentId: id, relatedIncidentId: over.id })),
    );
    expect(await countsOf()).to.deep.equal({ merge: [3, 1] });
  });

  it("counts a suppressed one by the incident that stands for it, and a grouped one by itself", async () => {
    const [suppress, group] = [await ruleOf("suppress"), await ruleOf("group")];
    const [over, open] = [await stored({ status: "RESOLVED" }), await stored()];
    await decide(suppress, [{ relatedIncidentId: over.id }, { relatedIncidentId: open.id }]);
    await decide(group, [
      { incidentId: over.id, relatedIncidentId: open.id },
      { incidentId: open.id, relatedIncidentId: over.id },
      { incidentId: over.id, relatedIncidentId: open.id },
    ]);
    expect(await countsOf()).to.deep.equal({ group: [3, 2], suppress: [2, 1] });
  });

  it("counts what was decided in those days, by rules that are still there, whatever their action was", async () => {
    const rule = await ruleOf("group");
    const { id: incidentId } = await stored({ status: "RESOLVED" });
    await decide(rule, [
      { incidentId, createdAt: NOW - 7 * DAY_MS },
      { incidentId, createdAt: NOW - 7 * DAY_MS - 1 },
      { incidentId, action: "suppress", relatedIncidentId: incidentId },
      { incidentId, action: "none" },
    ]);
    const gone = await ruleOf("group", { name: "gone" });
    await decide(gone, [{ incidentId }]);
    await rules.remove(ACME, gone.id);
    expect(await countsOf(ACME, 7)).to.deep.equal({ group: [2, 2] });
    expect(await countsOf()).to.deep.equal({ group: [3, 3] });
    expect(await countsOf(OTHER)).to.deep.equal({});
  });

  it("counts page after page, also of decisions of one moment", async () => {
    const rule = await ruleOf("group");
    await decideOften(rule, 1203, true);
    expect(await countsOf()).to.deep.equal({ group: [1203, 1203] });
  });

  it("lists changes first, those with the most decisions before others", async () => {
    const made = [
      ["unclear", 3, false],
      ["good", 30, true],
      ["bad", 60, false],
      ["better", 61, true],
    ] as const;
    for (const [name, times, well] of made) await decideOften(await ruleOf("group", { name }), times, well);
    await decideOften(await ruleOf("group", { name: "highest", priority: 100 }), 900, true);
    expect(Object.keys(await countsOf())).to.deep.equal(["better", "bad", "good", "highest", "unclear"]);
  });

  it("applies the first that no guardrail stops, and says so in the ledger", async () => {
    await decideOften(await ruleOf("group", { name: "off", enabled: false }), 60, true);
    await decideOften(await ruleOf("group", { name: "weaker" }), 30, true);
    const safe = await ruleOf("group", { name: "safe" });
    await decideOften(safe, 40, true);
    await decideOften(safe, 2, false);
    const change = { previousPriority: 10, appliedPriority: 15 };
    const named = { ruleId: safe.id, name: "safe" };
    expect(await apply()).to.deep.equal({
      applied: true,
      lookbackDays: 30,
      ...named,
      ...change,
      recommendation: "increase",
    });
    expect(await rules.get(ACME, safe.id)).to.deep.equal({ ...safe, priority: 15, updatedAt: NOW });
    const [line, ...others] = await ledger();
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
    expect(await reasonOf()).to.equal("No rule decided about an incident in the last 30 days.");
    const rule = await ruleOf("group", { name: "mine" });
    await decideOften(rule, 5, true);
    expect(await reasonOf()).to.match(
      /^The rule "mine" keeps its priority\. 5 of 5 decisions .+ so the priority stays\.$/,
    );
    await decideOften(rule, 14, true);
    expect(await reasonOf()).to.equal('The rule "mine" decided 19 times, and 20 are asked for.');
    await decideOften(rule, 1, true);
    await updateRule(rules, ACME, rule.id, { enabled: false }, EARLIER);
    expect(await reasonOf()).to.equal('The rule "mine" is not enabled.');
    expect(await ledger()).to.deep.equal([]);
  });

  it("takes one long outage for one piece of evidence", async () => {
    await decideOften(await ruleOf("group", { name: "mine" }), 30, true, 4);
    const asked = "4 of the 5 that are asked for";
    expect(await reasonOf()).to.equal(`The rule "mine" decided about too few different incidents, ${asked}.`);
  });

  it("holds nothing against a rule while what it merged is still open", async () => {
    const [rule, parent] = [await ruleOf("merge"), await stored()];
    const child = await stored({ parentIncidentId: parent.id });
    await decide(
      rule,
      Array.from({ length: 30 }, () => ({ incidentId: child.id, relatedIncidentId: parent.id })),
    );
    expect(await reasonOf()).to.contain("0 of 30 decisions ended well (0 %), 30 haven't ended.");
  });

  it("leaves a priority alone for a day after a person set it", async () => {
    const rule = await ruleOf("group", { name: "mine" });
    await decideOften(rule, 30, true);
    await updateRule(rules, ACME, rule.id, { priority: 50 }, NOW - DAY_MS + 1);
    expect(await reasonOf()).to.equal(
      'The rule "mine" was changed at 2026-11-20T12:00:00.001Z, and a rule is left alone for 24 hours after a change.',
    );
    expect(await apply(NOW + 1)).to.include({ applied: true, previousPriority: 50 });
  });

  it("changes a rule once a day, also after a restart", async () => {
    const rule = await ruleOf("group");
    await decideOften(rule, 30, false);
    expect(await apply()).to.include({ applied: true, recommendation: "decrease", appliedPriority: 5 });
    database = await store.openDatabase();
    expect(await apply(NOW + DAY_MS - 1)).to.include({ applied: false });
    expect(await apply(NOW + DAY_MS)).to.include({ applied: true, appliedPriority: 0 });
    expect(await reasonOf(NOW + 2 * DAY_MS)).to.match(/but tuning goes no further than 0\.$/);
    expect(await ledger()).to.have.length(2);
  });

  it("changes a rule once, however many ask at the same time", async () => {
    const rule = await ruleOf("group");
    await decideOften(rule, 30, true);
    const elsewhere = await store.openDatabase();
    const stores = Array.from({ length: 10 }, (_, index) => createTuningStore(index % 2 === 0 ? database : elsewhere));
    const outcomes = await Promise.all(stores.map((each) => autoApply(each, ACME, 30, NOW)));
    expect(outcomes.filter(({ applied }) => applied)).to.have.length(1);
    expect(await priorityOf(rule)).to.equal(15);
    expect(await ledger()).to.have.length(1);
  });

  it("changes nothing where somebody changed the rule since it was read", async () => {
    const rule = await ruleOf("group");
    await decideOften(rule, 30, true);
    const tuning = createTuningStore(database);
    const [read] = await tuning.evidence(ACME, 0);
    if (!read) throw new Error("The rule decided.");
    await updateRule(rules, ACME, rule.id, { priority: 70 }, NOW);
    const [decision] = await database.reader.find(correlationDecisionTable, { take: 1 });
    expect(await tuning.retune(ACME, read.rule, 15, decision as DecisionRow)).to.equal(false);
    expect(await priorityOf(rule)).to.equal(70);
  });

  it("changes no rule of another organization", async () => {
    const rule = await ruleOf("group");
    await decideOften(rule, 30, true);
    expect(await apply(NOW, OTHER)).to.include({ applied: false });
    expect(await priorityOf(rule)).to.equal(10);
  });
});
