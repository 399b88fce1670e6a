import type { ReportingSettings, ReportRun } from "@tocsin/sdk";
import { expect } from "chai";
import stringWidth from "string-width";
import { listTable } from "../src/format/listing.ts";
import { reportRunListing, reportRunText, settingsText } from "../src/format/report.ts";
import { plainPaint } from "../src/text/paint.ts";
import { fakeSession } from "./fake-session.ts";
import { json } from "./fake-tocsin.ts";

const settings: ReportingSettings = {
  organizationId: "acme",
  retentionDays: 90,
  scheduledReportEnabled: false,
  reportCadence: "weekly",
  reportRecipients: [],
  lastReportAt: null,
  createdAt: "1970-01-01T00:00:00.000Z",
  updatedAt: "1970-01-01T00:00:00.000Z",
};
const run = (fields: Partial<ReportRun> = {}): ReportRun => ({
  id: "5c1d0c2f-0000-4000-8000-000000000001",
  organizationId: "acme",
  cadence: "weekly",
  recipients: ["ada@example.com"],
  deliveredCount: 0,
  failedDeliveryCount: 1,
  deliveryFailures: [{ recipient: "ada@example.com", reason: "The mailbox\u001b[2J is full." }],
  deletedCount: 0,
  totalActions: 7,
  failedActions: 1,
  pendingApprovals: 2,
  queuedExecutions: 0,
  status: "running",
  error: null,
  startedAt: "2026-11-20T08:00:00.000Z",
  completedAt: null,
  ...fields,
});

describe("commands about reports", () => {
  const fake = fakeSession();
  const at = "/remediation/reporting";
  const asked = () => fake.server.requests.map(({ method, url }) => `${method} ${url}`);

  it("report show recognizes default settings", async () => {
    await fake.serve({ [`GET ${at}/settings`]: json(settings) });
    const { stdout } = await fake.run("report show");
    expect(stdout).to.contain("off (weekly once it is on)").and.to.contain("never; these are the defaults");
  });

  it("report set sends only the given settings, and prints the changes", async () => {
    const after = { ...settings, scheduledReportEnabled: true, reportCadence: "daily", retentionDays: 30 };
    await fake.serve({ [`GET ${at}/settings`]: json(settings), [`PUT ${at}/settings`]: json(after) });
    const { stdout } = await fake.run("report set --schedule DAILY --retention 30d");
    expect(JSON.parse(fake.server.requests.at(-1)?.body ?? "")).to.deep.equal({
      scheduledReportEnabled: true,
      reportCadence: "daily",
      retentionDays: 30,
    });
    expect(stdout).to.equal("schedule off (weekly once it is on) → daily\nretention 90 days → 30 days\n");
    await fake.run("report set --schedule off --to-nobody");
    expect(JSON.parse(fake.server.requests.at(-1)?.body ?? "")).to.deep.equal({
      scheduledReportEnabled: false,
      reportRecipients: [],
    });
    expect((await fake.run("report set")).code).to.equal(2);
    expect((await fake.run("report set --retention 12h")).code).to.equal(2);
  });

  it("report run --wait exits with 1 for a failed run, and lists missed recipients", async () => {
    const failed = run({ status: "failed", error: "Nobody got it." });
    await fake.serve({
      [`POST ${at}/runs`]: json(run(), 201),
      [`GET ${at}/runs`]: json([failed]),
    });
    const { code, stderr } = await fake.run("report run --wait");
    expect(code).to.equal(1);
    expect(stderr).to.contain("Nobody got it.").and.to.contain("ada@example.com: The mailbox is full.");
  });

  it("report run --wait exits with 8 after the timeout", async () => {
    await fake.serve({ [`POST ${at}/runs`]: json(run(), 201), [`GET ${at}/runs`]: json([run()]) });
    expect((await fake.run("report run --wait --timeout 300ms")).code).to.equal(8);
  });

  it("report retry finds a run by short id", async () => {
    await fake.serve({
      [`GET ${at}/runs`]: json([run()]),
      [`POST ${at}/runs/${run().id}/retry`]: json(run({ status: "success" })),
    });
    expect((await fake.run("report retry 5c1d0c2f --wait")).code).to.equal(0);
    expect(asked().at(-1)).to.equal(`POST ${at}/runs/${run().id}/retry`);
  });

  it("report runs sends its filters", async () => {
    await fake.serve({ [`GET ${at}/runs`]: json([run()]) });
    await fake.run("report runs --status failed --since 2026-11-19T08:00:00Z --limit 7");
    expect(asked().map(decodeURIComponent)).to.deep.equal([
      `GET ${at}/runs?status=failed&from=2026-11-19T08:00:00.000Z&limit=7`,
    ]);
  });

  it("report enforce-retention asks first", async () => {
    const result = { organizationId: "acme", retentionDays: 90, cutoff: "2026-08-22T08:00:00.000Z", deletedCount: 12 };
    await fake.serve({ [`GET ${at}/settings`]: json(settings), [`POST ${at}/enforce-retention`]: json(result) });
    const { code, stderr } = await fake.run("report enforce-retention");
    expect(code).to.equal(2);
    expect(stderr).to.contain("90 days").and.to.contain("--yes");
    expect((await fake.run("report enforce-retention --dry-run")).stdout).to.contain("Would send POST");
    expect(asked()).not.to.include(`POST ${at}/enforce-retention`);
    expect((await fake.run("report enforce-retention --yes")).stdout).to.match(/^12 deleted /);
  });

  for (const width of [40, 80, 200]) {
    it(`their lists and pages fit ${width} cells`, () => {
      const now = Date.parse("2026-11-20T08:05:00Z");
      const long = run({
        status: "failed",
        error: "The mail server refused the sender, and every recipient after it.",
      });
      const text = [
        listTable(reportRunListing([run(), long]), { width, now, paint: plainPaint }),
        reportRunText(long, { width, paint: plainPaint }),
        settingsText(
          { ...settings, reportRecipients: ["ada@example.com", "grace@example.com"] },
          { width, now, paint: plainPaint },
        ),
      ].join("\n");
      for (const line of text.split("\n")) expect(stringWidth(line), line).to.be.at.most(width);
    });
  }
});
