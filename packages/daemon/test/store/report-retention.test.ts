import { expect } from "chai";
import { createUnits } from "../../src/app/wiring/incident-wiring.ts";
import { DAY_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { randomId } from "../../src/kernel/ids.ts";
import { createAuditRetention } from "../../src/remediate/audit/audit-retention.ts";
import { enforceRetention } from "../../src/report/retention.ts";
import { toolRunTable } from "../../src/store/probes/probe-tables.ts";
import { createReportRetention } from "../../src/store/reports/report-retention.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { actionRow, given } from "./audit-samples.ts";
import { onEachEngine } from "./engines.ts";
import { reportWorld } from "./report-world.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

onEachEngine("The retention of an organization", (fresh) => {
  const world = reportWorld(fresh);

  it("deletes what is past its retention, of one organization, and keeps what isn't over", async () => {
    const old = NOW - 30 * DAY_MS;
    const gone = actionRow({ status: "FAILED", createdAt: old, updatedAt: old, finishedAt: old });
    const kept = [
      actionRow({ createdAt: old, updatedAt: old }),
      actionRow({ status: "FAILED", createdAt: old, updatedAt: NOW, finishedAt: NOW }),
      actionRow({ organizationId: "other", status: "FAILED", createdAt: old, updatedAt: old, finishedAt: old }),
    ];
    await given(world.database, gone, ...kept);
    const waiting = await world.start(ACME, old);
    const done = await world.start(ACME, old);
    const theirs = await world.start(OTHER, old);
    for (let job = await world.jobs.claim(old); job; job = await world.jobs.claim(old)) {
      if (job.run.id !== waiting.id) await world.jobs.end(job, { status: "failed", error: "nobody" }, old);
    }
    const probe = (organizationId: string, completedAt: number) => ({
      id: randomId(),
      organizationId,
      incidentId: randomId(),
      tool: { type: "getPodLogs" as const, namespace: "default", pod: "checkout-1", tailLines: 5 },
      toolType: "getPodLogs" as const,
      provider: "kubernetes",
      status: "success" as const,
      summary: "5 lines",
      keyPatterns: [],
      outputRef: "a".repeat(64),
      preview: "line",
      truncated: false,
      startedBy: "anna",
      startedAt: completedAt - MINUTE_MS,
      completedAt,
      error: null,
      failurePattern: null,
    });
    const probes = [probe("acme", old), probe("acme", NOW), probe("other", old)];
    await world.database.write((transaction) => insertRows(transaction, toolRunTable, probes));

    const deps = {
      audit: createAuditRetention(createUnits(world.database)),
      retention: createReportRetention(world.database),
    };
    const result = await enforceRetention(deps, ACME, 7, NOW);
    expect(result).to.deep.equal({
      organizationId: "acme",
      retentionDays: 7,
      cutoff: NOW - 7 * DAY_MS,
      deletedCount: 1,
    });
    expect((await enforceRetention(deps, ACME, 7, NOW)).deletedCount).to.equal(0);
    const left = (await world.runs.list(ACME, { limit: 10 })).map(({ id }) => id);
    expect(left).to.include(waiting.id).and.not.to.include(done.id);
    expect(await world.runs.get(OTHER, theirs.id)).to.include({ status: "failed" });
    const outputs = await world.database.reader.find(toolRunTable, { order: { seq: "ASC" } });
    expect(outputs.map(({ outputRef }) => outputRef !== null)).to.deep.equal([false, true, true]);
  });

  it("has the retention of each organization that made settings done once a day, by one process", async () => {
    await world.set({ retentionDays: 45 });
    await world.set({ retentionDays: 50 }, OTHER, NOW + 1);
    expect(await world.calendar.takeRetention(NOW + DAY_MS - 1, NOW)).to.equal(undefined);
    const now = NOW + DAY_MS + 1;
    const taken = await Promise.all([1, 2, 3].map(() => world.calendar.takeRetention(now, now + DAY_MS)));
    const more = await world.calendar.takeRetention(now, now + DAY_MS);
    const days = [...taken, more].flatMap((each) => each?.retentionDays ?? []);
    expect(days.sort()).to.deep.equal([45, 50]);
    expect(await world.calendar.takeRetention(now, now + DAY_MS)).to.equal(undefined);
  });
});
