import { expect } from "chai";
import { DAY_MS, HOUR_MS } from "../../src/kernel/clock.ts";
import { REPORT_LEASE_MS } from "../../src/model/lease-limits.ts";
import { readSettings } from "../../src/report/reporting-settings.ts";
import { retryRun } from "../../src/report/runs.ts";
import type { ReportRunStore } from "../../src/report/store.ts";
import { onEachEngine } from "./engines.ts";
import { reportWorld } from "./report-world.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

const ANN = "ann@shop.example";
const BEN = "ben@shop.example";
const NUMBERS = { totalActions: 3, failedActions: 2, pendingApprovals: 1, queuedExecutions: 0 };

onEachEngine("The runs of reports", (fresh) => {
  const world = reportWorld(fresh);

  it("takes a run from running over its deliveries to its end", async () => {
    await world.set({ reportRecipients: [ANN, BEN], reportCadence: "daily" });
    const made = await world.start();
    expect(made).to.include({ status: "running", cadence: "daily", from: NOW - DAY_MS, until: NOW, completedAt: null });
    const job = await world.claimed();
    expect(job).to.include({ scheduled: false, attempts: 1 });
    expect(job.run).to.deep.equal(made);
    expect(await world.jobs.prepared(job, NUMBERS, 4)).to.equal(true);
    expect(await world.jobs.delivered(job, { recipient: ANN, status: "delivered", reason: null })).to.equal(true);
    const failed = { recipient: BEN, status: "failed", reason: "no such user" } as const;
    expect(await world.jobs.delivered(job, failed)).to.equal(true);
    expect(await world.jobs.end(job, { status: "failed", error: "1 of 2 deliveries failed" }, NOW + 5)).to.equal(true);
    expect(await world.runs.get(ACME, made.id)).to.deep.equal({
      ...made,
      ...NUMBERS,
      deletedCount: 4,
      deliveries: [{ recipient: ANN, status: "delivered", reason: null }, failed],
      status: "failed",
      error: "1 of 2 deliveries failed",
      completedAt: NOW + 5,
    });
    expect((await readSettings(world.settings, ACME)).lastReportAt).to.equal(NOW + 5);
    expect(await world.jobs.claim(NOW + DAY_MS)).to.equal(undefined);
  });

  it("lets nobody write for a run that another worker has taken over", async () => {
    await world.set({ reportRecipients: [ANN] });
    const { id } = await world.start();
    const first = await world.claimed();
    expect(await world.jobs.claim(NOW + REPORT_LEASE_MS - 1)).to.equal(undefined);
    const second = await world.claimed(NOW + REPORT_LEASE_MS);
    expect(second.attempts).to.equal(2);
    const delivered = { recipient: ANN, status: "delivered", reason: null } as const;
    expect(await world.jobs.renew(first, NOW)).to.equal(false);
    expect(await world.jobs.prepared(first, NUMBERS, 0)).to.equal(false);
    expect(await world.jobs.delivered(first, delivered)).to.equal(false);
    expect(await world.jobs.end(first, { status: "success", error: null }, NOW)).to.equal(false);
    expect(await world.runs.get(ACME, id)).to.deep.include({ status: "running", totalActions: 0 });
    expect(await world.jobs.renew(second, NOW + REPORT_LEASE_MS)).to.equal(true);
    expect(await world.jobs.claim(NOW + 2 * REPORT_LEASE_MS - 1)).to.equal(undefined);
  });

  it("hands a run that was given back to the next, and one of a process that ended at once", async () => {
    await world.set({ reportRecipients: [ANN] });
    await world.start();
    await world.jobs.release(await world.claimed(), NOW + 100, false);
    expect(await world.jobs.claim(NOW + 99)).to.equal(undefined);
    expect(await world.claimed(NOW + 100)).to.include({ attempts: 1 });
    await world.jobs.reclaim();
    expect(await world.claimed(NOW + 100)).to.include({ attempts: 2 });
    expect(await world.jobs.countOpen()).to.equal(1);
  });

  it("delivers again to whom the report didn't reach, to all where it reached all, and not before its end", async () => {
    await world.set({ reportRecipients: [ANN, BEN] });
    const first = await world.start();
    expect(
      await world.refused(retryRun({ runs: world.runs, settings: world.settings }, ACME, first.id, NOW)),
    ).to.include({
      code: "report_run_in_progress",
    });
    const job = await world.claimed();
    await world.jobs.delivered(job, { recipient: ANN, status: "delivered", reason: null });
    await world.jobs.delivered(job, { recipient: BEN, status: "failed", reason: "busy" });
    await world.jobs.end(job, { status: "failed", error: "1 of 2 deliveries failed" }, NOW);
    const second = await retryRun({ runs: world.runs, settings: world.settings }, ACME, first.id, NOW + HOUR_MS);
    expect(second.id).not.to.equal(first.id);
    expect(second).to.include({ from: first.from, until: first.until, startedAt: NOW + HOUR_MS });
    expect(second.deliveries).to.deep.equal([{ recipient: BEN, status: "waiting", reason: null }]);
    const again = await world.claimed(NOW + HOUR_MS);
    await world.jobs.delivered(again, { recipient: BEN, status: "delivered", reason: null });
    await world.jobs.end(again, { status: "success", error: null }, NOW);
    const third = await retryRun({ runs: world.runs, settings: world.settings }, ACME, second.id, NOW);
    expect(third.deliveries.map(({ recipient }) => recipient)).to.deep.equal([BEN]);
    expect(
      await world.refused(retryRun({ runs: world.runs, settings: world.settings }, OTHER, first.id, NOW)),
    ).to.include({
      code: "report_run_not_found",
    });
  });

  it("lists runs of one organization, the newest first, by status and by when they started", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.push((await world.start(ACME, NOW + index)).id);
    await world.start(OTHER);
    const listed = async (filter: Partial<Parameters<ReportRunStore["list"]>[1]>): Promise<number[]> =>
      (await world.runs.list(ACME, { limit: 50, ...filter })).map(({ id }) => ids.indexOf(id));
    expect(await listed({})).to.deep.equal([4, 3, 2, 1, 0]);
    expect(await listed({ limit: 2 })).to.deep.equal([4, 3]);
    expect(await listed({ from: NOW + 1, to: NOW + 3 })).to.deep.equal([3, 2, 1]);
    expect(await listed({ status: "success" })).to.deep.equal([]);
    expect(await listed({ status: "running", to: NOW })).to.deep.equal([0]);
    const taken: number[] = [];
    for await (const { id } of world.runs.each(ACME, { limit: 4 })) taken.push(ids.indexOf(id));
    expect(taken).to.deep.equal([4, 3, 2, 1]);
  });
});
