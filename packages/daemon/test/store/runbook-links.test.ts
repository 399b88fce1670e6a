import { expect } from "chai";
import { RUNBOOK_LINKS_MAX } from "../../src/model/record-limits.ts";
import { incidentRunbookTable } from "../../src/store/runbooks/runbook-tables.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { onEachEngine } from "./engines.ts";
import { runbookLinkWorld } from "./runbook-link-world.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("Links of runbooks", (fresh) => {
  const world = runbookLinkWorld(fresh);

  it("are made once, from twenty callers at once, and told of once", async () => {
    const [about, runbook] = [await world.open(), await world.write("restart")];
    await Promise.all(Array.from({ length: 20 }, () => world.link(about, runbook)));
    expect(await world.linked(about)).to.deep.equal(["restart"]);
    expect(await world.events(about)).to.deep.equal(["runbook_linked: Runbook linked: restart"]);
    const [only] = await world.runbookLinks.ofIncident(ACME, about.id);
    expect(only).to.deep.equal({ incidentId: about.id, runbookId: runbook.id, source: "manual", createdAt: NOW });
  });

  it("are removed one by one, and a second time nothing is told", async () => {
    const [about, kept, removed] = [await world.open(), await world.write("kept"), await world.write("removed")];
    await world.link(about, kept);
    await world.link(about, removed, ACME, NOW + 1);
    expect(await world.linked(about)).to.deep.equal(["kept", "removed"]);
    await world.unlink(about, removed);
    await world.unlink(about, removed);
    expect(await world.linked(about)).to.deep.equal(["kept"]);
    expect((await world.events(about)).slice(2)).to.deep.equal(["runbook_unlinked: Runbook unlinked: removed"]);
    expect(await world.incidents.get(ACME, about.id)).to.deep.equal(about);
  });

  it("keep runbooks that are archived", async () => {
    const [about, runbook] = [await world.open(), await world.write("old", [], "archived")];
    await world.link(about, runbook);
    expect(await world.linked(about)).to.deep.equal(["old"]);
  });

  it("ask for an incident and a runbook that are visible", async () => {
    const [about, runbook] = [await world.open(), await world.write("restart")];
    const none = { ...about, id: "none" };
    const attempts = [
      world.link(about, { ...runbook, id: "none" }),
      world.link(none, runbook),
      world.link(about, runbook, OTHER),
      world.unlink(about, { ...runbook, id: "none" }),
      world.unlink(none, runbook),
      world.unlink(about, runbook, OTHER),
      world.runbookLinks.ofIncident(OTHER, about.id),
    ];
    expect(await Promise.all(attempts.map(world.refused))).to.deep.equal([
      "runbook_not_found",
      "incident_not_found",
      "incident_not_found",
      "runbook_not_found",
      "incident_not_found",
      "incident_not_found",
      "incident_not_found",
    ]);
    await world.link(about, runbook);
    expect(await world.runbookLinks.ofIncidents(OTHER, [about.id])).to.deep.equal([]);
    expect(await world.runbookLinks.ofIncidents(ACME, [about.id, "none"])).to.have.length(1);
  });

  it("are bounded for each incident", async () => {
    const about = await world.open();
    const template = { organizationId: "acme", incidentId: about.id, source: "manual", createdAt: NOW };
    const rows = Array.from({ length: RUNBOOK_LINKS_MAX - 1 }, (_, n) => ({ ...template, runbookId: `${n}` }));
    await world.database.write((transaction) => insertRows(transaction, incidentRunbookTable, rows));
    const last = await world.write("last");
    await world.link(about, last);
    expect(await world.refused(world.link(about, await world.write("more")))).to.equal("limit_reached");
    expect(await world.refused(world.link(about, last))).to.equal("not refused");
  });
});
