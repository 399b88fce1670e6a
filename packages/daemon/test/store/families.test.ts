import { expect } from "chai";
import {
  createCommitBatchStore,
  createFamilyStore,
  createIncidentStore,
} from "../../src/app/wiring/incident-wiring.ts";
import { type CorrelationAction, createRule } from "../../src/correlate/correlation-rule.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { type FamilyStore, unmerge } from "../../src/incident/unmerge.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { ApplicationError } from "../../src/kernel/errors.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import type { Incident, IncidentStatus } from "../../src/model/incident.ts";
import { RELATED_INCIDENTS_MAX } from "../../src/model/record-limits.ts";
import { createRuleStore } from "../../src/store/correlation/rule-store.ts";
import { openChildren } from "../../src/store/incidents/incident-repository.ts";
import { incidentTable } from "../../src/store/incidents/incident-tables.ts";
import { createStreamStore } from "../../src/store/incidents/stream-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { resolveQuiet, resolvingAt } from "../support/listening.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { queriesOf } from "./queries.ts";
import { ACME, candidate, incident, NOW, OTHER, round } from "./samples.ts";

onEachEngine("A parent and its children", (fresh) => {
  let store: Fresh;
  let database: Database;
  let incidents: IncidentStore;
  let families: FamilyStore;
  let now = NOW;
  beforeEach(async () => {
    now = NOW;
    store = await fresh();
    database = await store.openDatabase();
    incidents = createIncidentStore(database, { now: () => now });
    families = createFamilyStore(database, { now: () => now });
  });
  afterEach(() => store.drop());

  const ann = { ...ACME, actor: "Ann" };
  const rule = (action: CorrelationAction) => {
    const conditions = { matchFields: ["service"], timeWindowMinutes: 600 } as const;
    return createRule(createRuleStore(database), ACME, { name: action, description: "", conditions, action }, now);
  };
  /** The candidate's incident, as it is then. */
  const signal = async (deduplicationKey: string, given: Partial<Candidate> = {}): Promise<Incident> => {
    const sent = candidate({ deduplicationKey, title: deduplicationKey, observedAt: now, ...given });
    await createCommitBatchStore(database).commit(round({ candidates: [sent] }), openIncidents, now);
    const all = await incidents.list(ACME, { deduplicated: false, sortBy: "recency", limit: 200 });
    return all.incidents.find((each) => each.deduplicationKey === deduplicationKey) as Incident;
  };
  const family = async (): Promise<[parent: Incident, child: Incident]> => {
    await rule("merge");
    const parent = await signal("parent");
    const child = await signal("child");
    expect(child.parentIncidentId).to.equal(parent.id);
    return [parent, child];
  };
  const read = (id: string): Promise<Incident> => incidents.get(ACME, id);
  const move = (id: string, status: IncidentStatus) => changeStatus(incidents, ann, id, status, now);
  const told = async (id: string): Promise<string[]> =>
    (await incidents.timeline(ACME, id)).map(({ type, actor, metadata }) =>
      [type, actor, metadata["to"], metadata["reason"]].filter((part) => part !== undefined).join(" "),
    );
  const quiet = (): Promise<number> => resolveQuiet(database, now, 100, resolvingAt(now));
  const announced = async (): Promise<string[]> =>
    (await createStreamStore(database).after(ACME, 0, 1000)).map(({ data }) => {
      const { title, status } = JSON.parse(data) as Incident;
      return `${title} ${status}`;
    });

  it("count what is observed of a child in both, in one line of the parent's timeline", async () => {
    const [parent, child] = await family();
    for (let minute = 1; minute <= 5; minute++) {
      now += MINUTE_MS;
      await signal("child", { observations: 2 });
    }
    expect(await read(child.id)).to.include({ duplicateCount: 10, lastSeenAt: now });
    expect(await read(parent.id)).to.include({ duplicateCount: 11, lastSeenAt: now });
    const entries = (await incidents.timeline(ACME, parent.id)).slice(2);
    expect(entries.map(({ type, title }) => [type, title])).to.deep.equal([
      ["duplicate_observed", "Seen 10 more times"],
    ]);
    expect(entries[0]?.metadata).to.include({ childIncidentId: child.id, duplicateCount: 11 });
    await signal("child", { severity: "CRITICAL" });
    expect(await read(parent.id)).to.include({ severity: "CRITICAL" });
    expect((await announced()).slice(-2)).to.deep.equal(["parent OPEN", "child OPEN"]);
  });

  for (const [status, reason] of [
    ["RESOLVED", "parent_resolved"],
    ["CLOSED", "parent_closed"],
  ] as const) {
    it(`are ${status} together when the parent is`, async () => {
      const [parent, child] = await family();
      const settled = await signal("settled");
      await move(settled.id, "CLOSED");
      now += MINUTE_MS;
      await move(parent.id, status);
      expect(await read(child.id)).to.include({ status, resolvedAt: now, parentIncidentId: parent.id });
      expect((await told(child.id)).at(-1)).to.equal(`status_changed Ann ${status} ${reason}`);
      expect(await told(settled.id)).to.have.length(3);
      expect((await announced()).slice(-2)).to.deep.equal([`child ${status}`, `parent ${status}`]);
      expect(await incidents.countOpen()).to.deep.equal({ LOW: 0, MEDIUM: 0, HIGH: 0, CRITICAL: 0 });
    });
  }

  it("end in steps where there are many, the parent last", async () => {
    const parent = await signal("parent");
    const children = Array.from({ length: 230 }, (_, n) => ({
      ...incident({ parentIncidentId: parent.id }),
      ...{ number: n + 2, severityRank: 0, quietAt: null },
    }));
    await database.write((transaction) => insertRows(transaction, incidentTable, children));
    const open: number[] = [];
    const watched = createIncidentStore(
      {
        ...database,
        async write(work) {
          const result = await database.write(work);
          open.push(await database.reader.countBy(incidentTable, { status: "OPEN" }));
          return result;
        },
      },
      { now: () => now },
    );
    await changeStatus(watched, ann, parent.id, "CLOSED", now);
    expect(open).to.deep.equal([131, 31, 1, 0]);
  });

  it("reopen together when a child's signal comes back or somebody reopens it", async () => {
    const [parent, child] = await family();
    for (const reopen of [() => signal("child"), () => move(child.id, "INVESTIGATING")]) {
      now += MINUTE_MS;
      await move(parent.id, "RESOLVED");
      now += MINUTE_MS;
      await reopen();
      expect(await read(child.id)).to.include({ resolvedAt: null, parentIncidentId: parent.id });
      expect(await read(parent.id)).to.include({ status: "OPEN", resolvedAt: null });
      expect((await told(parent.id)).at(-1)).to.equal("status_changed system OPEN child_reopened");
    }
    expect(await read(child.id)).to.include({ status: "INVESTIGATING", duplicateCount: 1 });
    expect(await read(parent.id)).to.include({ duplicateCount: 2 });
  });

  it("part when a child comes back whose parent is closed", async () => {
    const [parent, child] = await family();
    await signal("child");
    await move(child.id, "RESOLVED");
    now += MINUTE_MS;
    await move(parent.id, "CLOSED");
    const closed = await read(parent.id);
    now += MINUTE_MS;
    await signal("child", { observations: 5 });
    expect(await read(child.id)).to.include({ status: "OPEN", parentIncidentId: null, duplicateCount: 6 });
    expect(await read(parent.id)).to.deep.equal({ ...closed, duplicateCount: 0 });
    expect((await told(child.id)).at(-1)).to.equal("unmerged system parent_closed");
    expect((await told(parent.id)).at(-1)).to.equal("unmerged system parent_closed");
  });

  it("stay open while a child is, however quiet the parent was, and resolve when it is over", async () => {
    const [parent, child] = await family();
    await incidents.change(ACME, child.id, () => ({ fields: { resolveAfterMs: null }, timeline: [], announce: false }));
    now += 10 * MINUTE_MS;
    expect(await quiet()).to.equal(0);
    expect(await quiet(), "asked for once").to.equal(0);
    expect(await read(parent.id)).to.include({ status: "OPEN" });
    await move(child.id, "RESOLVED");
    expect(await quiet()).to.equal(1);
    expect(await read(parent.id)).to.include({ status: "RESOLVED" });
  });

  it("don't hold up what is due where they wait", async () => {
    const [, child] = await family();
    await incidents.change(ACME, child.id, () => ({ fields: { resolveAfterMs: null }, timeline: [], announce: false }));
    now += MINUTE_MS;
    await signal("alone", { service: "cart" });
    now += 10 * MINUTE_MS;
    const one = () => resolveQuiet(database, now, 1, resolvingAt(now));
    expect([await one(), await one()]).to.deep.equal([0, 1]);
  });

  it("part when somebody unmerges the child, which stays apart", async () => {
    const [parent, child] = await family();
    await signal("child", { observations: 3 });
    await signal("second child");
    expect(await read(parent.id)).to.include({ duplicateCount: 5 });
    now += MINUTE_MS;
    const detached = await unmerge(families, ann, child.id);
    expect(detached).to.include({ id: child.id, parentIncidentId: null, duplicateCount: 3 });
    expect(await read(parent.id)).to.include({ duplicateCount: 1 });
    for (const id of [parent.id, child.id]) expect((await told(id)).at(-1)).to.equal("unmerged Ann requested");
    expect((await announced()).slice(-2)).to.deep.equal(["child OPEN", "parent OPEN"]);
    await signal("child");
    expect(await read(child.id)).to.include({ parentIncidentId: null, duplicateCount: 4 });
    expect(await read(parent.id)).to.include({ duplicateCount: 1 });
    const code = (attempt: Promise<unknown>) => attempt.catch((error: ApplicationError) => error.code);
    expect(await code(unmerge(families, ann, child.id))).to.equal("incident_not_merged");
    expect(await code(unmerge(families, ann, parent.id))).to.equal("incident_not_merged");
    expect(await code(unmerge(families, OTHER, child.id))).to.equal("incident_not_found");
    const shown = await incidents.list(ACME, { deduplicated: true, sortBy: "recency", limit: 9 });
    expect(shown.incidents.map(({ id }) => id)).to.deep.equal([child.id, parent.id]);
  });

  it("are related: parent, siblings and children, and what is in the same group, the newest first", async () => {
    const [parent, child] = await family();
    const sibling = await signal("sibling");
    const related = async (id: string): Promise<string[]> =>
      (await families.related(ACME, id)).map(({ deduplicationKey }) => deduplicationKey);
    expect(await related(parent.id)).to.deep.equal(["sibling", "child"]);
    expect(await related(child.id)).to.deep.equal(["sibling", "parent"]);
    const [merge] = await createRuleStore(database).list(ACME);
    await createRuleStore(database).remove(ACME, merge?.id as string);
    await rule("group");
    const grouped = await signal("grouped");
    const also = await signal("also grouped");
    expect(await related(sibling.id)).to.deep.equal(["also grouped", "grouped", "child", "parent"]);
    expect(await related(grouped.id)).to.deep.equal(["also grouped", "sibling"]);
    expect(await related(also.id)).to.deep.equal(["grouped", "sibling"]);
    expect(await families.related(OTHER, also.id).catch((error: ApplicationError) => error.code)).to.equal(
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
    await database.write((transaction) => insertRows(transaction, incidentTable, rows));
    // PostgreSQL plans by statistics.
    if (database.kind === "postgres") await database.reader.query("analyze incident");
    const ids = async (id: string): Promise<string[]> => (await families.related(ACME, id)).map((each) => each.id);
    const newest = children.toReversed().map(({ id }) => id);
    expect(await ids(parent.id)).to.deep.equal(newest.slice(0, RELATED_INCIDENTS_MAX));
    expect(await ids(newest[1] as string)).to.deep.equal([
      newest[0],
      ...newest.slice(2, RELATED_INCIDENTS_MAX),
      parent.id,
    ]);
    const asked = await queriesOf(database, () => families.related(ACME, few.id));
    const [open] = await queriesOf(database, () => openChildren(database.reader, { ...few, id: "a small one" }, 9));
    expect(open?.plan)
      .to.contain("incident_by_open_child")
      .and.not.match(/TEMP B-TREE|Sort/);
    const [, , { sql, plan }] = asked as [unknown, unknown, { sql: string; plan: string }];
    expect(plan, sql)
      .to.contain("incident_by_parent")
      .and.not.match(/TEMP B-TREE|Sort/);
  });
});
