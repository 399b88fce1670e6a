import { expect } from "chai";
import { unmerge } from "../../src/incident/unmerge.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { ApplicationError } from "../../src/kernel/errors.ts";
import { RELATED_INCIDENTS_MAX } from "../../src/model/record-limits.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { openChildren } from "../../src/store/incidents/incident-repository.ts";
import { incidentTable } from "../../src/store/incidents/incident-tables.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { onEachEngine } from "./engines.ts";
import { familyWorld } from "./family-world.ts";
import { queriesOf } from "./queries.ts";
import { ACME, incident, OTHER } from "./samples.ts";

onEachEngine("Relations of a parent and its children", (fresh) => {
  const world = familyWorld(fresh);

  it("part when somebody unmerges the child, which stays apart", async () => {
    const [parent, child] = await world.family();
    await world.signal("child", { observations: 3 });
    await world.signal("second child");
    expect(await world.read(parent.id)).to.include({ duplicateCount: 5 });
    world.now += MINUTE_MS;
    const detached = await unmerge(world.families, world.ann, child.id);
    expect(detached).to.include({ id: child.id, parentIncidentId: null, duplicateCount: 3 });
    expect(await world.read(parent.id)).to.include({ duplicateCount: 1 });
    for (const id of [parent.id, child.id])
      expect((await world.reported(id)).at(-1)).to.equal("unmerged Ann requested");
    expect((await world.announced()).slice(-2)).to.deep.equal(["child OPEN", "parent OPEN"]);
    await world.signal("child");
    expect(await world.read(child.id)).to.include({ parentIncidentId: null, duplicateCount: 4 });
    expect(await world.read(parent.id)).to.include({ duplicateCount: 1 });
    const code = (attempt: Promise<unknown>) => attempt.catch((error: ApplicationError) => error.code);
    expect(await code(unmerge(world.families, world.ann, child.id))).to.equal("incident_not_merged");
    expect(await code(unmerge(world.families, world.ann, parent.id))).to.equal("incident_not_merged");
    expect(await code(unmerge(world.families, OTHER, child.id))).to.equal("incident_not_found");
    const shown = await world.incidents.list(ACME, { deduplicated: true, sortBy: "recency", limit: 9 });
    expect(shown.incidents.map(({ id }) => id)).to.deep.equal([child.id, parent.id]);
  });

  it("are related: parent, siblings and children, and what is in the same group, the newest first", async () => {
    const [parent, child] = await world.family();
    const sibling = await world.signal("sibling");
    const related = async (id: string): Promise<string[]> =>
      (await world.families.related(ACME, id)).map(({ deduplicationKey }) => deduplicationKey);
    expect(await related(parent.id)).to.deep.equal(["sibling", "child"]);
    expect(await related(child.id)).to.deep.equal(["sibling", "parent"]);
    const [merge] = await createRuleStore(world.database).list(ACME);
    await createRuleStore(world.database).remove(ACME, merge?.id as string);
    await world.rule("group");
    const grouped = await world.signal("grouped");
    const also = await world.signal("also grouped");
    expect(await related(sibling.id)).to.deep.equal(["also grouped", "grouped", "child", "parent"]);
    expect(await related(grouped.id)).to.deep.equal(["also grouped", "sibling"]);
    expect(await related(also.id)).to.deep.equal(["grouped", "sibling"]);
    expect(await world.families.related(OTHER, also.id).catch((error: ApplicationError) => error.code)).to.equal(
      "incident_not_found",
    );
  });

  it("are related in bounds, the parent among them, and found by an index", async () => {
    const parent = incident();
    const children = Array.from({ length: 2 * RELATED_INCIDENTS_MAX }, () => incident({ parentIncidentId: parent.id }));
    const few = incident({ parentIncidentId: "a small one" });
    const rows = [parent, ...children, few].map((each, n) => ({
      ...each,
      number: n + 1,
      severityRank: 0,
      quietAt: null,
    }));
    await world.database.write((transaction) => insertRows(transaction, incidentTable, rows));
    // PostgreSQL plans by statistics.
    if (world.database.kind === "postgres") await world.database.reader.query("analyze incident");
    const ids = async (id: string): Promise<string[]> =>
      (await world.families.related(ACME, id)).map((each) => each.id);
    const newest = children.toReversed().map(({ id }) => id);
    expect(await ids(parent.id)).to.deep.equal(newest.slice(0, RELATED_INCIDENTS_MAX));
    expect(await ids(newest[1] as string)).to.deep.equal([
      newest[0],
      ...newest.slice(2, RELATED_INCIDENTS_MAX),
      parent.id,
    ]);
    const asked = await queriesOf(world.database, () => world.families.related(ACME, few.id));
    const [open] = await queriesOf(world.database, () =>
      openChildren(world.database.reader, { ...few, id: "a small one" }, 9),
    );
    expect(open?.plan)
      .to.contain("incident_by_open_child")
      .and.not.match(/TEMP B-TREE|Sort/);
    const [, , { sql, plan }] = asked as [unknown, unknown, { sql: string; plan: string }];
    expect(plan, sql)
      .to.contain("incident_by_parent")
      .and.not.match(/TEMP B-TREE|Sort/);
  });
});
