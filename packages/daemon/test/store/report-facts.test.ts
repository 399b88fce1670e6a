import { expect } from "chai";
import { DAY_MS, HOUR_MS } from "../../src/kernel/clock.ts";
import { actionRow, given } from "./audit-samples.ts";
import { onEachEngine } from "./engines.ts";
import { queriesOf } from "./queries.ts";
import { reportWorld } from "./report-world.ts";
import { ACME, NOW } from "./samples.ts";

onEachEngine("The facts of a report", (fresh) => {
  const world = reportWorld(fresh);

  it("reads what a report tells from what was requested and what ended in the time", async () => {
    const until = NOW;
    const from = NOW - DAY_MS;
    const ended = (status: "COMPLETED" | "FAILED" | "REJECTED", finishedAt: number, more = {}) =>
      actionRow({ status, createdAt: from - HOUR_MS, finishedAt, updatedAt: finishedAt, ...more });
    const verification = { status: "ineffective" as const, checkedAt: NOW, reason: "Errors went on." };
    const waits = [actionRow({ createdAt: from - 9 * DAY_MS }), actionRow({ createdAt: until - 1, serviceName: null })];
    const failures = [
      ended("FAILED", from, { error: "first" }),
      ended("FAILED", until - 1, { error: "second", createdAt: from }),
    ];
    await given(
      world.database,
      ...waits,
      ...failures,
      ended("FAILED", from - 1),
      ended("FAILED", until),
      ended("COMPLETED", from + 1, { verification }),
      ended("COMPLETED", from + 2, { serviceName: "cart" }),
      ended("REJECTED", from + 3),
      ended("COMPLETED", from + 4, { mode: "simulate", verification }),
      ended("FAILED", from + 4, { mode: "simulate", error: "simulated" }),
      ended("REJECTED", from + 4, { mode: "simulate" }),
      actionRow({ createdAt: until }),
      actionRow({ organizationId: "other", createdAt: from }),
    );
    const read = await world.facts.read(ACME, from, until);
    expect(read).to.include({ requested: 2, completed: 2, failed: 2, rejected: 2, simulated: 2 });
    expect(read.services).to.deep.include.members([
      { serviceName: "checkout", requested: 1, completed: 1, failed: 2, simulated: 2 },
      { serviceName: null, requested: 1, completed: 0, failed: 0, simulated: 0 },
    ]);
    expect(read.waiting.map(({ id }) => id).slice(0, 2)).to.deep.equal(waits.map(({ id }) => id));
    expect(read.failures.map(({ error }) => error)).to.deep.equal(["second", "simulated", "first"]);
    expect(read.ineffective).to.have.length(1);
    expect(read.ineffective[0]?.verification).to.deep.equal(verification);
    const attached: string[] = [];
    for await (const { id } of world.facts.actions(ACME, from, until, 10)) attached.push(id);
    expect(attached).to.deep.equal([waits[1]?.id, failures[1]?.id]);
  });

  it("reads many actions page by page, and no more than are wanted", async () => {
    await given(
      world.database,
      ...Array.from({ length: 250 }, (_, index) => actionRow({ createdAt: NOW + (index >> 3) })),
    );
    const taken: number[] = [];
    for await (const { createdAt } of world.facts.actions(ACME, NOW, NOW + DAY_MS, 230)) taken.push(createdAt);
    expect(taken).to.have.length(230);
    expect(taken).to.deep.equal([...taken].sort((one, other) => other - one));
  });

  it("asks indexes for all of it", async () => {
    await world.set({ scheduledReportEnabled: true });
    await world.start();
    await given(world.database, ...Array.from({ length: 20 }, () => actionRow()));
    const asked = await queriesOf(world.database, async () => {
      await world.facts.read(ACME, NOW - DAY_MS, NOW + DAY_MS);
      for await (const _ of world.facts.actions(ACME, NOW - DAY_MS, NOW + DAY_MS, 10));
      await world.runs.list(ACME, { limit: 5 });
      await world.runs.list(ACME, { limit: 5, status: "failed", from: NOW });
      await world.jobs.claim(NOW - 1);
      await world.calendar.dueReports(NOW, 10);
      await world.calendar.takeRetention(NOW, NOW);
    });
    expect(asked.length).to.be.above(9);
    for (const { sql, plan } of asked) expect(plan, sql).not.to.match(/SCAN (?!CONSTANT|\w+ USING)|Seq Scan/);
  });
});
