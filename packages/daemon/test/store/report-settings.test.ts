import { expect } from "chai";
import { readSettings } from "../../src/report/reporting-settings.ts";
import { onEachEngine } from "./engines.ts";
import { reportWorld } from "./report-world.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

const ANN = "ann@shop.example";
const BEN = "ben@shop.example";

onEachEngine("The settings of reports", (fresh) => {
  const world = reportWorld(fresh);

  it("has defaults for whom nothing was set, and keeps what is set, field by field", async () => {
    expect(await readSettings(world.settings, ACME)).to.deep.equal({
      organizationId: "acme",
      retentionDays: 365,
      scheduledReportEnabled: false,
      reportCadence: "weekly",
      reportRecipients: [],
      lastReportAt: null,
      createdAt: 0,
      updatedAt: 0,
    });
    await world.set({ retentionDays: 45 });
    await world.set({ reportCadence: "daily", reportRecipients: [ANN] }, ACME, NOW + 1);
    expect(await readSettings(world.settings, ACME)).to.deep.include({
      retentionDays: 45,
      reportCadence: "daily",
      reportRecipients: [ANN],
      createdAt: NOW,
      updatedAt: NOW + 1,
    });
    expect(await readSettings(world.settings, OTHER)).to.include({ retentionDays: 365, createdAt: 0 });
  });

  it("keeps what each of two says that change settings at once", async () => {
    await Promise.all([
      world.set({ retentionDays: 45 }),
      world.set({ reportRecipients: [ANN] }),
      world.set({ reportCadence: "daily" }),
    ]);
    expect(await readSettings(world.settings, ACME)).to.deep.include({
      retentionDays: 45,
      reportRecipients: [ANN],
      reportCadence: "daily",
    });
  });

  it("takes one address for each mailbox, and nothing that is none", async () => {
    const set1 = await world.set({ reportRecipients: [ANN, "ANN@shop.example", BEN] });
    expect(set1.reportRecipients).to.deep.equal([ANN, BEN]);
    const error = await world.refused(
      world.set({ reportRecipients: [ANN, "ben@shop.example\r\nBcc: eve@evil.example"] }),
    );
    expect(error.details[0]?.path).to.equal("/reportRecipients/1");
    expect((await readSettings(world.settings, ACME)).reportRecipients).to.deep.equal([ANN, BEN]);
  });
});
