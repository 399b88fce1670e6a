import { expect } from "chai";
import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { incidentTable } from "../../src/store/incidents/incident-tables.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { resolveQuiet, resolvingAt } from "../support/listening.ts";
import { onEachEngine } from "./engines.ts";
import { familyWorld } from "./family-world.ts";
import { ACME, incident } from "./samples.ts";

onEachEngine("A parent and its children", (fresh) => {
  const world = familyWorld(fresh);

  it("count what is observed of a child in both, in one line of the parent's timeline", async () => {
    const [parent, child] = await world.family();
    for (let minute = 1; minute <= 5; minute++) {
      world.now += MINUTE_MS;
      await world.signal("child", { observations: 2 });
    }
    expect(await world.read(child.id)).to.include({ duplicateCount: 10, lastSeenAt: world.now });
    expect(await world.read(parent.id)).to.include({ duplicateCount: 11, lastSeenAt: world.now });
    const entries = (await world.incidents.timeline(ACME, parent.id)).slice(2);
    expect(entries.map(({ type, title }) => [type, title])).to.deep.equal([
      ["duplicate_observed", "Seen 10 more times"],
    ]);
    expect(entries[0]?.metadata).to.include({ childIncidentId: child.id, duplicateCount: 11 });
    await world.signal("child", { severity: "CRITICAL" });
    expect(await world.read(parent.id)).to.include({ severity: "CRITICAL" });
    expect((await world.announced()).slice(-2)).to.deep.equal(["parent OPEN", "child OPEN"]);
  });

  for (const [status, reason] of [
    ["RESOLVED", "parent_resolved"],
    ["CLOSED", "parent_closed"],
  ] as const) {
    it(`are ${status} together when the parent is`, async () => {
      const [parent, child] = await world.family();
      const settled = await world.signal("settled");
      await world.move(settled.id, "CLOSED");
      world.now += MINUTE_MS;
      await world.move(parent.id, status);
      expect(await world.read(child.id)).to.include({ status, resolvedAt: world.now, parentIncidentId: parent.id });
      expect((await world.reported(child.id)).at(-1)).to.equal(`status_changed Ann ${status} ${reason}`);
      expect(await world.reported(settled.id)).to.have.length(3);
      expect((await world.announced()).slice(-2)).to.deep.equal([`child ${status}`, `parent ${status}`]);
      expect(await world.incidents.countOpen()).to.deep.equal({ LOW: 0, MEDIUM: 0, HIGH: 0, CRITICAL: 0 });
    });
  }

  it("end in steps where there are many, the parent last", async () => {
    const parent = await world.signal("parent");
    const children = Array.from({ length: 230 }, (_, n) => ({
      ...incident({ parentIncidentId: parent.id }),
      ...{ number: n + 2, severityRank: 0, quietAt: null },
    }));
    await world.database.write((transaction) => insertRows(transaction, incidentTable, children));
    const open: number[] = [];
    const watched = createIncidentStore(
      {
        ...world.database,
        async write(work) {
          const result = await world.database.write(work);
          open.push(await world.database.reader.countBy(incidentTable, { status: "OPEN" }));
          return result;
        },
      },
      { now: () => world.now },
    );
    await changeStatus(watched, world.ann, parent.id, "CLOSED", world.now);
    expect(open).to.deep.equal([131, 31, 1, 0]);
  });

  it("reopen together when somebody reopens a child", async () => {
    const [parent, child] = await world.family();
    world.now += MINUTE_MS;
    await world.move(parent.id, "RESOLVED");
    world.now += MINUTE_MS;
    await world.move(child.id, "INVESTIGATING");
    expect(await world.read(child.id)).to.include({ resolvedAt: null, parentIncidentId: parent.id });
    expect(await world.read(parent.id)).to.include({ status: "OPEN", resolvedAt: null });
    expect((await world.reported(parent.id)).at(-1)).to.equal("status_changed system OPEN child_reopened");
  });

  it("stay resolved when a child's signal comes back, which opens an incident of its own", async () => {
    const [parent, child] = await world.family();
    world.now += MINUTE_MS;
    await world.move(parent.id, "RESOLVED");
    world.now += MINUTE_MS;
    await world.signal("child");
    expect(await world.read(child.id)).to.include({ status: "RESOLVED", duplicateCount: 0 });
    expect(await world.read(parent.id)).to.include({ status: "RESOLVED", duplicateCount: 1 });
    const open = await world.database.reader.findBy(incidentTable, { status: "OPEN", deduplicationKey: "child" });
    expect(open.map(({ parentIncidentId }) => parentIncidentId)).to.deep.equal([null]);
  });

  it("part when a child is reopened whose parent is closed", async () => {
    const [parent, child] = await world.family();
    await world.signal("child");
    await world.move(child.id, "RESOLVED");
    world.now += MINUTE_MS;
    await world.move(parent.id, "CLOSED");
    const closed = await world.read(parent.id);
    world.now += MINUTE_MS;
    await world.move(child.id, "OPEN");
    expect(await world.read(child.id)).to.include({ status: "OPEN", parentIncidentId: null, duplicateCount: 1 });
    expect(await world.read(parent.id)).to.deep.equal({ ...closed, duplicateCount: 0 });
    expect((await world.reported(child.id)).at(-1)).to.equal("unmerged system parent_closed");
    expect((await world.reported(parent.id)).at(-1)).to.equal("unmerged system parent_closed");
  });

  it("stay open while a child is, however quiet the parent was, and resolve when it is over", async () => {
    const [parent, child] = await world.family();
    await world.incidents.change(ACME, child.id, () => ({
      fields: { resolveAfterMs: null },
      timeline: [],
      announce: false,
    }));
    world.now += 10 * MINUTE_MS;
    expect(await world.quiet()).to.equal(0);
    expect(await world.quiet(), "asked for once").to.equal(0);
    expect(await world.read(parent.id)).to.include({ status: "OPEN" });
    await world.move(child.id, "RESOLVED");
    expect(await world.quiet()).to.equal(1);
    expect(await world.read(parent.id)).to.include({ status: "RESOLVED" });
  });

  it("don't hold up what is due where they wait", async () => {
    const [, child] = await world.family();
    await world.incidents.change(ACME, child.id, () => ({
      fields: { resolveAfterMs: null },
      timeline: [],
      announce: false,
    }));
    world.now += MINUTE_MS;
    await world.signal("alone", { service: "cart" });
    world.now += 10 * MINUTE_MS;
    const one = () => resolveQuiet(world.database, world.now, 1, resolvingAt(world.now));
    expect([await one(), await one()]).to.deep.equal([0, 1]);
  });
});
