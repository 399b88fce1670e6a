import { expect } from "chai";
import { core, startTestDaemon } from "../support/daemon.ts";
import { addressees } from "../support/mail-server.ts";
import { mintToken } from "../support/tokens.ts";
import { GONE, type Run, reportRecipients } from "./report-recipients.ts";

const ANN = "ann@shop.example";
const BEN = "ben@shop.example";
const TOKEN = "8f14e45fceea167a5a36dedd4bea2543";

describe("The delivery of reports over HTTP", function () {
  this.timeout(30_000);
  const world = reportRecipients();

  it("sends a report that says what was done, to be read with and without HTML, with the actions as a file", async () => {
    const action = await world.request("checkout");
    await world.request("=cmd|' /C calc'!A0");
    const reason = `Tried by hand with Authorization: Bearer ${TOKEN}`;
    const rejected = await core(world.daemon, `/remediation/${await world.request("ledger")}/reject`, {
      method: "POST",
      token: mintToken({ organizationId: world.organization }),
      body: { reason },
    });
    expect(rejected.status, rejected.text).to.equal(200);
    await world.set({ reportRecipients: [ANN], reportCadence: "daily" });
    const made = await world.start();
    expect(made).to.include({ status: "running", deliveredCount: 0, completedAt: null });
    const run = await world.ended(made);
    expect(run).to.deep.include({
      status: "success",
      error: null,
      recipients: [ANN],
      deliveredCount: 1,
      failedDeliveryCount: 0,
      deliveryFailures: [],
      totalActions: 3,
      pendingApprovals: 2,
      failedActions: 0,
    });
    const got = world.mailsTo(ANN).at(-1);
    expect(got && addressees(got)).to.deep.equal([ANN]);
    expect(got?.messageId).to.equal(`<report-${run.id}-0@ops.example>`);
    expect(got?.subject).to.contain(`Remediation of ${world.organization}, daily report`);
    expect(got?.text)
      .to.match(/Actions requested: +3/)
      .and.to.contain(`Id: ${action}`);
    expect(got?.html).to.contain("restart-service").and.not.to.contain("<script");
    const [file] = got?.attachments ?? [];
    expect(file?.filename).to.equal(`remediation-${world.organization}.csv`);
    const [header, ...rows] = file?.content.toString().split("\r\n") ?? [];
    expect(header).to.equal(
      "id,incidentId,actionType,status,performedBy,serviceName,environment,createdAt,updatedAt,details,error",
    );
    expect(rows.join("\n")).to.contain(action).and.to.contain("'=cmd");
    expect(rows.join("\n")).to.contain("[redacted]").and.not.to.contain(TOKEN);
    expect((await world.answered<Record<string, unknown>>(200, "GET", "/settings"))["lastReportAt"]).to.equal(
      run.completedAt,
    );
  });

  it("counts a refused recipient with the server's reason, and delivers again to that one alone", async () => {
    await world.set({ reportRecipients: [BEN, GONE] });
    const run = await world.ended(await world.start());
    const failure = { recipient: GONE, reason: "The mail server refused it: 550 5.1.1 no such user here" };
    expect(run).to.deep.include({
      status: "failed",
      error: "1 of 2 deliveries failed",
      deliveredCount: 1,
      failedDeliveryCount: 1,
      deliveryFailures: [failure],
    });
    const before = world.mailsTo(BEN).length;
    const made = await world.answered<Run>(200, "POST", `/runs/${run.id}/retry`);
    expect(made.id).not.to.equal(run.id);
    const again = await world.ended(made);
    expect(again).to.deep.include({ recipients: [GONE], status: "failed", deliveryFailures: [failure] });
    expect(again.error).to.equal("1 of 1 deliveries failed");
    expect(world.mailsTo(BEN)).to.have.length(before);
    expect(await world.answered<Run[]>(200, "GET", "/runs")).to.have.length(2);
  });

  it("delivers a report that reached all to all again, under an id of its own", async () => {
    await world.set({ reportRecipients: ["cora@shop.example"] });
    const run = await world.ended(await world.start());
    await world.ended(await world.answered<Run>(200, "POST", `/runs/${run.id}/retry`));
    expect(new Set(world.mailsTo("cora@shop.example").map(({ messageId }) => messageId)).size).to.equal(2);
  });

  it("says whom to name where there is nobody to send it to", async () => {
    const run = await world.ended(await world.start());
    expect(run).to.include({ status: "failed", deliveredCount: 0, failedDeliveryCount: 0 });
    expect(run.error).to.match(/reportRecipients/);
  });

  it("fails every delivery with the reason where no mail server is configured", async () => {
    const plain = await startTestDaemon();
    try {
      await world.set({ reportRecipients: [ANN, BEN] }, plain);
      const run = await world.ended(await world.start(plain), plain);
      expect(run).to.include({ status: "failed", error: "2 of 2 deliveries failed", deliveredCount: 0 });
      for (const { reason } of run.deliveryFailures) {
        expect(reason).to.equal("No mail server is configured. Set TOCSIN_SMTP_URL and TOCSIN_MAIL_FROM.");
      }
      expect(
        (await world.answered<Record<string, unknown>>(200, "GET", "/settings", undefined, plain))["lastReportAt"],
      ).to.equal(null);
    } finally {
      await plain.stop();
    }
  });
});
