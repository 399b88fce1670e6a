import { expect } from "chai";
import { DAY_MS, HOUR_MS } from "../../src/kernel/clock.ts";
import { REPORT_RUNS_OPEN_MAX } from "../../src/model/record-limits.ts";
import { createReportCalendar } from "../../src/store/reports/report-settings.ts";
import { onEachEngine } from "./engines.ts";
import { reportWorld } from "./report-world.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

const ANN = "ann@shop.example";

onEachEngine("The stored schedule of reports", (fresh) => {
  const world = reportWorld(fresh);

  it("lets organizations take turns, and each have so many runs open", async () => {
    for (let index = 0; index < REPORT_RUNS_OPEN_MAX; index += 1) await world.start(ACME, NOW + index);
    const error = await world.refused(world.start());
    expect(error).to.include({ code: "too_many_running", retryAfterSeconds: 60 });
    const { id } = await world.start(OTHER);
    await world.claimed(NOW + DAY_MS);
    expect((await world.claimed(NOW + DAY_MS)).run.id).to.equal(id);
  });

  it("makes a scheduled run when it is due, and sets when the next one is", async () => {
    await world.set({ scheduledReportEnabled: true, reportCadence: "daily", reportRecipients: [ANN] });
    // 2026-11-21T12:00Z: the next time is the 22nd at 8.
    const due = Date.parse("2026-11-22T08:00:00Z");
    expect(await world.scheduled(due - 1)).to.equal(0);
    expect(await world.scheduled(due)).to.equal(1);
    expect(await world.scheduled(due + HOUR_MS)).to.equal(0);
    const [run] = await world.runs.list(ACME, { limit: 10 });
    expect(run).to.include({ from: due - DAY_MS, until: due, cadence: "daily", startedAt: due });
    expect(await world.claimed(due)).to.include({ scheduled: true });
  });

  it("makes one run of all that was missed, which covers it", async () => {
    await world.set({ scheduledReportEnabled: true, reportCadence: "daily", reportRecipients: [ANN] });
    const first = Date.parse("2026-11-22T08:00:00Z");
    await world.scheduled(first);
    expect(await world.scheduled(first + 4 * DAY_MS + 3 * HOUR_MS)).to.equal(1);
    const [late, ...others] = await world.runs.list(ACME, { limit: 10 });
    expect(others).to.have.length(1);
    expect(late).to.include({ from: first, until: first + 4 * DAY_MS });
    expect(await world.scheduled(first + 5 * DAY_MS)).to.equal(1);
  });

  it("makes one run a period, however many processes look at the same time", async () => {
    for (const scope of [ACME, OTHER])
      await world.set({ scheduledReportEnabled: true, reportRecipients: [ANN] }, scope);
    // The embedded database serves one process.
    const another = async () => (world.database.kind === "sqlite" ? world.database : world.store.openDatabase());
    const others = await Promise.all([1, 2, 3].map(async () => createReportCalendar(await another())));
    const monday = Date.parse("2026-11-23T08:00:00Z");
    const made = await Promise.all([world.calendar, ...others].map((each) => world.scheduled(monday, each)));
    expect(made.reduce((sum, each) => sum + each, 0)).to.equal(2);
    expect(await world.runs.list(ACME, { limit: 10 })).to.have.length(1);
    expect(await world.runs.list(OTHER, { limit: 10 })).to.have.length(1);
  });

  it("makes no second run of a period for settings that were switched off and on again", async () => {
    await world.set({ scheduledReportEnabled: true, reportCadence: "daily", reportRecipients: [ANN] });
    const due = Date.parse("2026-11-22T08:00:00Z");
    await world.scheduled(due);
    await world.set({ scheduledReportEnabled: false }, ACME, due + 1);
    expect(await world.scheduled(due + DAY_MS)).to.equal(0);
    // As if the clock had been set back.
    await world.set({ scheduledReportEnabled: true }, ACME, due - 1);
    expect(await world.scheduled(due)).to.equal(0);
    expect(await world.runs.list(ACME, { limit: 10 })).to.have.length(1);
  });
});
