import { expect } from "chai";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { failAbandoned } from "../../src/probe/outcome.ts";
import { toolMetrics } from "../../src/probe/tool-runs.ts";
import { toolRunTable } from "../../src/store/probes/probe-tables.ts";
import { insertRows } from "../../src/store/sql/sql-rows.ts";
import { onEachEngine } from "./engines.ts";
import { queriesOf } from "./queries.ts";
import { ACME, NOW } from "./samples.ts";
import { HEALTH, LOGS, toolRunWorld } from "./tool-run-world.ts";

onEachEngine("The counts of tool runs", (fresh) => {
  const world = toolRunWorld(fresh);

  it("counts exactly, by tool, provider, status and reason", async () => {
    const now = NOW + 1;
    await world.over({ truncated: true });
    await world.over({ tool: HEALTH });
    await world.failing("Pod checkout-1 was not found.");
    await world.failing("Pod checkout-2 was not found.");
    await world.failing("It took longer than 15 seconds.", { tool: HEALTH });
    await world.begin();
    await world.over({ startedAt: now - HOUR_MS - 1 });
    await world.over({ startedAt: now - HOUR_MS, tool: HEALTH });
    const kubernetes = { total: 4, success: 1, failed: 2, running: 1, truncated: 1 };
    const http = { total: 3, success: 2, failed: 1, running: 0, truncated: 0 };
    const metrics = await toolMetrics(world.runs, ACME, world.about.id, 1, now);
    expect(metrics).to.deep.equal({
      windowHours: 1,
      total: 7,
      success: 3,
      failed: 3,
      running: 1,
      truncated: 1,
      byProvider: [
        { provider: "http", ...http },
        { provider: "kubernetes", ...kubernetes },
      ],
      byTool: [
        { toolType: "checkHttpHealth", ...http },
        { toolType: "getPodLogs", ...kubernetes },
      ],
      topFailingTool: { toolType: "getPodLogs", failed: 2 },
      failurePatterns: [
        { pattern: "Pod checkout-<num> was not found.", count: 2 },
        { pattern: "It took longer than <num> seconds.", count: 1 },
      ],
    });
    const none = await toolMetrics(world.runs, ACME, (await world.open()).id, 24, now);
    expect(none).to.deep.include({ total: 0, byTool: [], byProvider: [], topFailingTool: null, failurePatterns: [] });
  });

  it("counts and lists along one index", async () => {
    const stored = Array.from({ length: 5_000 }, (_, n) => ({
      ...world.run({ incidentId: n % 50 === 0 ? world.about.id : `${n % 50}` }),
      toolType: LOGS.type,
    }));
    await world.database.write((transaction) => insertRows(transaction, toolRunTable, stored));
    await world.database.write((transaction) => transaction.query("analyze tool_run"));
    const queries = await queriesOf(world.database, async () => {
      await world.runs.counts(ACME, world.about.id, NOW);
      await world.runs.list(ACME, world.about.id, { limit: 5, from: NOW });
    });
    const plans = queries.filter(({ sql }) => /tool_run/.test(sql)).map(({ plan }) => plan);
    expect(plans).to.have.length(3);
    for (const plan of plans) expect(plan, plan).to.match(/tool_run_by_incident/);
    for (const plan of plans.slice(0, 2)) expect(plan).to.match(/COVERING INDEX|Index Only Scan|Bitmap Index Scan/);
  });

  it("fails what a daemon that ended left running, in the name of who began it", async () => {
    const left = await world.begin({ startedAt: NOW - 2 * MINUTE_MS });
    const young = await world.begin();
    await failAbandoned(world.runs, 15_000, NOW);
    await failAbandoned(world.runs, 15_000, NOW);
    const found = await world.runs.get(ACME, world.about.id, left.id);
    expect(found).to.include({ status: "failed", completedAt: NOW });
    expect(found.error).to.match(/ended before it was done/);
    expect(await world.runs.get(ACME, world.about.id, young.id)).to.include({ status: "running" });
    const entries = await world.incidents.timeline(ACME, world.about.id);
    expect(entries.map(({ type, actor }) => [type, actor])).to.deep.equal([["diagnosis_failed", "Grace"]]);
  });

  it("forgets outputs first and runs later, the oldest first, in bounded steps", async () => {
    for (let day = 5; day >= 1; day--)
      await world.over({ startedAt: NOW - day * DAY_MS, outputRef: `${day}`.repeat(64) });
    expect(await world.runs.forgetOutputs(NOW - 2 * DAY_MS, 2)).to.equal(2);
    const refs = ["1", "2", "3", "4", "5", "6"].map((digit) => digit.repeat(64));
    expect([...(await world.runs.named(refs))].sort()).to.deep.equal(refs.slice(0, 3));
    expect(await world.runs.forgetOutputs(NOW - 2 * DAY_MS, 2)).to.equal(1);
    expect(await world.runs.forgetOutputs(NOW - 2 * DAY_MS, 2)).to.equal(0);
    const all = await world.runs.list(ACME, world.about.id, { limit: 10 });
    expect(all.map(({ outputRef }) => outputRef === null)).to.deep.equal([false, false, true, true, true]);
    expect((await world.runs.get(ACME, world.about.id, world.ids(all).at(-1) as string)).preview).to.equal(null);
    expect(await world.runs.deleteRuns(NOW - 3 * DAY_MS, 1)).to.equal(1);
    expect(await world.runs.list(ACME, world.about.id, { limit: 10 })).to.deep.equal(all.slice(0, 4));
  });
});
