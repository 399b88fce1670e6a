import { expect } from "chai";
import { createCommitBatchStore } from "../../src/app/wiring/incident-wiring.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import { DAY_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { ApplicationError } from "../../src/kernel/errors.ts";
import { CORRELATION_RULES_MAX } from "../../src/model/record-limits.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { correlationWorld } from "./correlation-world.ts";
import { onEachEngine } from "./engines.ts";
import { ACME, OTHER } from "./samples.ts";

onEachEngine("Correlation rules", (fresh) => {
  const world = correlationWorld(fresh);

  it("merges a newer incident into the open one, says so at both and shows what is grave", async () => {
    const { id: ruleId } = await world.rule("merge", { name: "One a service" });
    const parent = await world.open({ title: "first", severity: "LOW" });
    world.now += 2.54 * MINUTE_MS;
    const child = await world.open({ title: "second", severity: "CRITICAL" });
    expect(child.parentIncidentId).to.equal(parent.id);
    expect(await world.read(child.id)).to.deep.equal(child);
    expect(await world.read(parent.id)).to.include({
      duplicateCount: 1,
      severity: "CRITICAL",
      lastSeenAt: world.now,
      parentIncidentId: null,
    });
    expect(await world.timeline(child.id)).to.deep.equal(["merged: Merged into: first"]);
    expect(await world.timeline(parent.id)).to.deep.equal([
      "merged: Another incident was merged, now CRITICAL: second",
    ]);
    const [reported] = await world.incidents.timeline(ACME, parent.id);
    const compared = { service: "checkout" };
    expect(reported?.metadata).to.deep.include({ ruleId, compared, gapMinutes: 2.5, severityRaisedTo: "CRITICAL" });
    expect(reported?.metadata).to.include({ ruleName: "One a service", childIncidentId: child.id, duplicateCount: 1 });
    expect(await world.announced()).to.deep.equal(["first", "second", "second"]);
    expect(await world.incidents.countOpen(), "the family is one").to.include({ LOW: 0, CRITICAL: 1 });
    const [decision, none] = await world.decisions();
    expect(decision).to.deep.include({ incidentId: child.id, relatedIncidentId: parent.id, ruleId, compared });
    expect(decision).to.include({ action: "merge", gapMinutes: 2.5, reason: "Same service, 2.5 minutes apart." });
    expect(none).to.include({ incidentId: parent.id, action: "none", ruleId: null, relatedIncidentId: null });
  });

  it("hangs what matches a child on the child's parent, also where the parent is long out of the window", async () => {
    await world.rule("merge");
    const parent = await world.open();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      world.now += 30 * MINUTE_MS;
      const child = await world.open();
      expect(child.parentIncidentId).to.equal(parent.id);
      ids.push(child.id);
    }
    expect((await world.read(parent.id)).duplicateCount).to.equal(3);
    const [last] = await world.decisions();
    expect(last).to.include({ relatedIncidentId: ids[1], gapMinutes: 30 });
    expect(last?.reason).to.contain(parent.id);
    world.now += 30 * MINUTE_MS + 1;
    expect((await world.open()).parentIncidentId).to.equal(null);
  });

  it("links what it groups, over or not, and leaves both as they are", async () => {
    await world.rule("group");
    const first = await world.open({ title: "first" });
    await changeStatus(world.incidents, ACME, first.id, "CLOSED", world.now);
    const closed = await world.read(first.id);
    world.now += MINUTE_MS;
    const second = await world.open({ title: "second" });
    const third = await world.open({ title: "third", severity: "LOW" });
    expect([second.groupId, third.groupId]).to.deep.equal([first.id, first.id]);
    expect(await world.read(first.id), "closed when it was").to.deep.equal({ ...closed, groupId: first.id });
    expect((await world.read(second.id)).duplicateCount).to.equal(0);
    expect((await world.timeline(first.id)).slice(1)).to.deep.equal(["grouped: Linked as related: second"]);
    expect(await world.timeline(second.id)).to.deep.equal([
      "grouped: Linked as related: first",
      "grouped: Linked as related: third",
    ]);
    expect(await world.announced()).to.deep.equal(["first", "first", "second", "first", "third", "second"]);
  });

  it("keeps rules within their number", async () => {
    const rules = createRuleStore(world.database);
    const [first] = await Promise.all(Array.from({ length: CORRELATION_RULES_MAX }, () => world.rule("group")));
    const refusal = await world.rule("group").catch((error: ApplicationError) => error);
    expect(refusal).to.have.property("code", "limit_reached");
    await rules.remove(ACME, first?.id as string);
    await world.rule("group");
    const gone = await rules.get(ACME, first?.id as string).catch((error: ApplicationError) => error);
    expect(gone).to.have.property("code", "correlation_rule_not_found");
    const theirs = (await world.rule("group", {}, OTHER)).id;
    for (const attempt of [() => rules.get(ACME, theirs), () => rules.remove(ACME, theirs)]) {
      expect(await attempt().catch((error: ApplicationError) => error)).to.have.property(
        "code",
        "correlation_rule_not_found",
      );
    }
  });

  it("leaves what a rule decided when the rule goes, for 400 days", async () => {
    const { id } = await world.rule("merge", { name: "gone" });
    const parent = await world.open();
    const child = await world.open();
    await createRuleStore(world.database).remove(ACME, id);
    expect((await world.read(child.id)).parentIncidentId).to.equal(parent.id);
    expect((await world.decisions())[0]).to.include({ ruleId: id, ruleName: "gone" });
    const commitBatches = createCommitBatchStore(world.database);
    await commitBatches.tidy(world.now + 400 * DAY_MS);
    expect(await world.decisions()).to.have.length(2);
    await commitBatches.tidy(world.now + 400 * DAY_MS + 1);
    expect(await world.decisions()).to.have.length(0);
  });
});
