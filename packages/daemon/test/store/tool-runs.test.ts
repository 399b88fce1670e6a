import { expect } from "chai";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
import { randomId } from "../../src/kernel/ids.ts";
import type { ToolRun } from "../../src/model/diagnostic-tool.ts";
import { toFinishedRun } from "../../src/probe/outcome.ts";
import { onEachEngine } from "./engines.ts";
import { ACME, incident, NOW, OTHER } from "./samples.ts";
import { MANY, toolRunWorld } from "./tool-run-world.ts";

const REF = "a".repeat(64);

const refused = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => "not refused",
    (error: unknown) => (error instanceof ApplicationError ? error.code : String(error)),
  );

onEachEngine("The store of tool runs", (fresh) => {
  const world = toolRunWorld(fresh);

  it("gives back a run as it was, with the tool as it was submitted", async () => {
    const ended = await world.over({ outputRef: REF, truncated: true });
    expect(await world.runs.get(ACME, world.about.id, ended.id)).to.deep.equal({ ...ended, preview: "how it begins" });
    expect(await world.runs.list(ACME, world.about.id, { limit: 10 })).to.deep.equal([ended]);
    const [entry] = await world.incidents.timeline(ACME, world.about.id);
    expect(entry).to.deep.include({ type: "diagnosis_completed", actor: "Grace", detail: "fine" });
  });

  it("lists within both bounds, the newest first, of those at one time the last", async () => {
    const times = [NOW - 2, NOW - 1, NOW, NOW, NOW + 1];
    const made: ToolRun[] = [];
    for (const startedAt of times) made.push(await world.begin({ startedAt }));
    const newest = world.ids(made).reverse();
    expect(world.ids(await world.runs.list(ACME, world.about.id, { limit: 10 }))).to.deep.equal(newest);
    expect(world.ids(await world.runs.list(ACME, world.about.id, { limit: 2 }))).to.deep.equal(newest.slice(0, 2));
    const middle = await world.runs.list(ACME, world.about.id, { limit: 10, from: NOW - 1, to: NOW });
    expect(world.ids(middle)).to.deep.equal(newest.slice(1, 4));
  });

  it("answers the latest that are over", async () => {
    const [first, second] = [await world.over({ startedAt: NOW - 1 }), await world.failing("no")];
    await world.begin({ startedAt: NOW + 1 });
    expect(world.ids(await world.runs.latest(ACME, world.about.id, 10))).to.deep.equal([second.id, first.id]);
    expect(world.ids(await world.runs.latest(ACME, world.about.id, 1))).to.deep.equal([second.id]);
  });

  it("shows another organization and another incident nothing", async () => {
    const { id } = await world.over();
    const other = await world.open();
    expect(await refused(world.runs.get(ACME, other.id, id))).to.equal("diagnostic_run_not_found");
    const attempts = [
      world.runs.list(OTHER, world.about.id, { limit: 10 }),
      world.runs.latest(OTHER, world.about.id, 10),
      world.runs.get(OTHER, world.about.id, id),
      world.runs.counts(OTHER, world.about.id, 0),
      world.runs.begin(OTHER, world.run(), MANY),
      world.runs.get(ACME, world.about.id, randomId()),
    ];
    expect(await Promise.all(attempts.map(refused))).to.deep.equal([
      ...Array.from({ length: attempts.length - 1 }, () => "incident_not_found"),
      "diagnostic_run_not_found",
    ]);
    const begun = await world.begin();
    await world.runs.withdraw(OTHER, begun.id);
    expect(await world.runs.finish(OTHER, toFinishedRun({ ...begun, status: "success" }, null))).to.equal(false);
    expect(await world.runs.get(ACME, world.about.id, begun.id)).to.include({ status: "running" });
  });

  it("ends a run once, and forgets one that was refused", async () => {
    const ended = await world.over();
    const again = { ...ended, status: "failed" as const, error: "late", summary: "late" };
    expect(await world.runs.finish(ACME, toFinishedRun(again, null))).to.equal(false);
    await world.runs.withdraw(ACME, ended.id);
    expect(await world.runs.get(ACME, world.about.id, ended.id)).to.include({ status: "success" });
    const begun = await world.begin();
    await world.runs.withdraw(ACME, begun.id);
    expect(await refused(world.runs.get(ACME, world.about.id, begun.id))).to.equal("diagnostic_run_not_found");
    expect(await world.incidents.timeline(ACME, world.about.id)).to.have.length(1);
  });

  it("begins no more runs of an organization in a minute than it may, over all of its incidents", async () => {
    const other = await world.open();
    await world.runs.begin(ACME, world.run({ startedAt: NOW - MINUTE_MS }), 2);
    await world.runs.begin(ACME, world.run({ startedAt: NOW - 1_000, incidentId: other.id }), 2);
    await world.runs.begin(ACME, world.run(), 2);
    expect(await world.runs.begin(ACME, world.run(), 2)).to.equal(NOW - 1_000);
    const theirs = incident({ organizationId: "other" });
    await world.incidents.create(OTHER, theirs, []);
    await world.runs.begin(OTHER, world.run({ incidentId: theirs.id }), 2);
  });
});
