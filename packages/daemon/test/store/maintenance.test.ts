import { expect } from "chai";
import { createRule } from "../../src/correlate/correlation-rule.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { HELD_CANDIDATES_MAX } from "../../src/maintenance/held-candidate.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { resolveQuiet, resolvingAt } from "../support/listening.ts";
import { onEachEngine } from "./engines.ts";
import { heldWorld, nothing, RESOLVE_AFTER_MS } from "./held-world.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("Maintenance", (fresh) => {
  const world = heldWorld(fresh);

  it("holds what would open for its services, and no other's", async () => {
    const { id } = await world.schedule();
    await world.schedule({ services: ["pay"] }, { ...OTHER, actor: "Eve" });
    await world.fire(
      world.seen(),
      world.seen({ service: "pay", deduplicationKey: "pay" }),
      world.seen({ organizationId: "other" }),
    );
    expect((await world.all()).map(({ primaryService }) => primaryService)).to.deep.equal(["pay"]);
    expect(await world.counts(id)).to.deep.equal([1, 0, 0]);
    expect(await world.announced()).to.equal(1);
    const theirs = await world.incidents.list(OTHER, { deduplicated: false, sortBy: "recency", limit: 5 });
    expect(theirs.total).to.equal(1);
  });

  it("keeps a key once, with all that was observed, the gravest and when it came last", async () => {
    const { id } = await world.schedule();
    await world.fire(
      world.seen({ observations: 2, severity: "CRITICAL", title: "grave" }),
      world.seen({ deduplicationKey: "second" }),
    );
    world.now += MINUTE_MS;
    await world.fire(world.seen({ observations: 5, severity: "LOW", title: "mild" }));
    const [second, first] = await world.heldBy(id);
    expect(second?.candidate.deduplicationKey).to.equal("second");
    expect(first).to.include({ windowId: id, heldSince: NOW, lastSeenAt: world.now });
    expect(first?.candidate).to.include({
      title: "grave",
      severity: "CRITICAL",
      observations: 7,
      observedAt: world.now,
    });
    expect(await world.counts(id)).to.deep.equal([2, 0, 0]);
  });

  it("holds nothing before it begins and once it is over", async () => {
    const { id } = await world.schedule({ startsAt: NOW + MINUTE_MS });
    await world.fire(world.seen({ deduplicationKey: "before" }));
    world.now = NOW + HOUR_MS;
    await world.fire(world.seen({ deduplicationKey: "after" }));
    expect(await world.all()).to.have.length(2);
    expect(await world.counts(id)).to.deep.equal([0, 0, 0]);
  });

  it("lets what is open count on, resolve as quiet, and holds what would reopen it", async () => {
    await world.fire(world.seen());
    const [before] = await world.all();
    const { id } = await world.schedule();
    world.now += MINUTE_MS;
    await world.fire(world.seen({ observations: 3 }));
    expect((await world.all())[0]).to.include({ duplicateCount: 3, lastSeenAt: world.now });
    world.now += RESOLVE_AFTER_MS;
    await resolveQuiet(world.database, world.now, 10, resolvingAt(world.now, NOW));
    await world.fire(world.seen());
    expect((await world.all()).map(({ status }) => status)).to.deep.equal(["RESOLVED"]);
    expect(await world.counts(id)).to.deep.equal([1, 0, 0]);
    await world.end(id);
    expect(await world.release()).to.deep.equal([{ organizationId: "acme", windowId: id, opened: 1, dropped: 0 }]);
    expect((await world.all()).map(({ status, id: same }) => [status, same])).to.deep.equal([["OPEN", before?.id]]);
    expect((await world.types(before?.id)).slice(-3)).to.deep.equal(["duplicate_observed", "status_changed", "note"]);
  });

  it("lets correlation see it when it opens, and not before", async () => {
    const conditions = { matchFields: ["service" as const], timeWindowMinutes: 10 };
    const rule = { name: "one", description: "", action: "merge" as const, conditions };
    await createRule(createRuleStore(world.database), ACME, rule, NOW);
    const { id } = await world.schedule();
    await world.fire(world.seen(), world.seen({ deduplicationKey: "consequence" }));
    world.now = NOW + RESOLVE_AFTER_MS - 1;
    await world.end(id);
    await world.release();
    const [child, parent] = await world.all();
    expect(child).to.include({ deduplicationKey: "consequence", parentIncidentId: parent?.id, createdAt: world.now });
    expect(await world.types(child?.id)).to.deep.equal(["incident_created", "note", "merged"]);
    expect(await world.counts(id)).to.deep.equal([0, 2, 0]);
  });

  it("holds nothing of a round that is taken back", async () => {
    const { id } = await world.schedule();
    await world.commitBatches.dryRun({ ...nothing, candidates: [world.seen()] }, openIncidents, world.now);
    expect(await world.counts(id)).to.deep.equal([0, 0, 0]);
    expect(await world.heldBy(id)).to.deep.equal([]);
  });

  it("opens what comes beyond the most that an organization may have held, and still counts on what is held", async () => {
    const { id } = await world.schedule();
    await world.fire(world.seen());
    await world.database.write((transaction) =>
      transaction.query(`update maintenance_window set held_count = ${HELD_CANDIDATES_MAX} where id = '${id}'`),
    );
    await world.fire(world.seen(), world.seen({ deduplicationKey: "one too many" }));
    expect((await world.all()).map(({ deduplicationKey }) => deduplicationKey)).to.deep.equal(["one too many"]);
    expect((await world.heldBy(id))[0]?.candidate.observations).to.equal(2);
  });
});
