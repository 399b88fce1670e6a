import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { ErrorBody } from "../support/request.ts";
import { GONE, type Run, reportRecipients } from "./report-recipients.ts";

const ANN = "ann@shop.example";
const BEN = "ben@shop.example";

describe("Reporting over HTTP", function () {
  this.timeout(30_000);
  const world = reportRecipients();

  it("answers defaults for whom nothing was set, the same ones every time", async () => {
    const defaults = await world.answered(200, "GET", "/settings");
    expect(defaults).to.deep.equal({
      organizationId: world.organization,
      retentionDays: 365,
      scheduledReportEnabled: false,
      reportCadence: "weekly",
      reportRecipients: [],
      lastReportAt: null,
      createdAt: "1970-01-01T00:00:00.000Z",
      updatedAt: "1970-01-01T00:00:00.000Z",
    });
    expect(await world.answered(200, "GET", "/settings")).to.deep.equal(defaults);
  });

  it("changes what is given and leaves the rest", async () => {
    await world.set({ retentionDays: 45, reportRecipients: [ANN, "Ann@shop.example", BEN] });
    const settings = await world.set({ reportCadence: "daily", scheduledReportEnabled: true });
    expect(settings).to.deep.include({
      retentionDays: 45,
      reportCadence: "daily",
      scheduledReportEnabled: true,
      reportRecipients: [ANN, BEN],
    });
    expect(await world.answered(200, "GET", "/settings")).to.deep.equal(settings);
  });

  it("refuses settings outside of their bounds, and recipients that could be more than an address", async () => {
    const before = await world.set({ reportRecipients: [ANN] });
    const bad: Readonly<Record<string, unknown>>[] = [
      { retentionDays: 6 },
      { retentionDays: 3651 },
      { reportCadence: "hourly" },
      { reportRecipients: Array.from({ length: 21 }, (_, index) => `a${index}@shop.example`) },
      { reportRecipients: [`${ANN}\r\nBcc: eve@evil.example`] },
      { reportRecipients: [`${ANN},eve@evil.example`] },
      { reportRecipients: ['"a b"@shop.example'] },
    ];
    for (const body of bad) {
      const answer = await world.ask("PUT", "/settings", body);
      expect(answer.status, JSON.stringify(body)).to.equal(400);
      expect(answer.json<ErrorBody>().details?.[0]?.path).to.match(/^\/(retentionDays|report)/);
    }
    expect(await world.answered(200, "GET", "/settings")).to.deep.equal(before);
  });

  it("answers 404 for a run that isn't there, another organization's too, and makes none", async () => {
    await world.set({ reportRecipients: [BEN] });
    const { id } = await world.ended(await world.start());
    world.organization = `reporting-${++world.last}`;
    for (const unknown of [randomUUID(), id]) {
      expect((await world.ask("POST", `/runs/${unknown}/retry`)).status).to.equal(404);
    }
    expect(await world.answered<Run[]>(200, "GET", "/runs")).to.deep.equal([]);
  });

  it("lists runs by status and time, and exports them with the head of the audit log", async () => {
    await world.request("checkout");
    await world.set({ reportRecipients: [BEN, GONE] });
    const failed = await world.ended(await world.start());
    await world.set({ reportRecipients: [BEN] });
    const succeeded = await world.ended(await world.start());
    const ids = async (query: string): Promise<string[]> =>
      (await world.answered<Run[]>(200, "GET", `/runs${query}`)).map(({ id }) => id);
    expect(await ids("")).to.deep.equal([succeeded.id, failed.id]);
    expect(await ids("?status=failed")).to.deep.equal([failed.id]);
    expect(await ids("?limit=1")).to.deep.equal([succeeded.id]);
    expect(await ids(`?to=${failed.startedAt}`)).to.deep.equal([failed.id]);
    expect(await ids(`?from=${succeeded.startedAt}`)).to.deep.equal([succeeded.id]);
    for (const query of ["?status=done", "?limit=0", "?from=yesterday", "?from=2026-13-01T00:00:00Z"]) {
      expect((await world.ask("GET", `/runs${query}`)).status, query).to.equal(400);
    }
    const file = await world.ask("GET", "/runs/export/csv?status=failed");
    expect(file.headers.get("content-disposition")).to.equal('attachment; filename="remediation-report-runs.csv"');
    expect(file.headers.get("x-tocsin-audit-head")).to.match(/^[0-9a-f]{64}$/);
    const [header, row, rest] = file.text.split("\r\n");
    expect(header).to.equal(
      "id,organizationId,cadence,recipients,deliveredCount,failedDeliveryCount,deliveryFailures,deletedCount,totalActions,failedActions,pendingApprovals,queuedExecutions,status,error,startedAt,completedAt",
    );
    expect(row).to.contain(`${failed.id},${world.organization},weekly,"[""${BEN}"",""${GONE}""]",1,1,`);
    expect(row).to.contain(`failed,1 of 2 deliveries failed,${failed.startedAt},${failed.completedAt}`);
    expect(rest).to.equal("");
  });

  it("answers what retention deleted", async () => {
    await world.request("checkout");
    await world.set({ retentionDays: 7 });
    const result = await world.answered<Record<string, unknown>>(200, "POST", "/enforce-retention");
    expect(result).to.include({ organizationId: world.organization, retentionDays: 7, deletedCount: 0 });
    expect(Date.parse(String(result["cutoff"]))).to.be.within(Date.now() - 7 * 86_400_000 - 60_000, Date.now());
  });
});
