import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { addressees, type MailServer, startMailServer } from "../support/mail-server.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { mintToken } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

const PATH = "/remediation/reporting";
const ANN = "ann@shop.example";
const BEN = "ben@shop.example";
const GONE = "gone@shop.example";
const TOKEN = "8f14e45fceea167a5a36dedd4bea2543";

interface Run {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
  readonly recipients: readonly string[];
  readonly deliveredCount: number;
  readonly failedDeliveryCount: number;
  readonly deliveryFailures: readonly { readonly recipient: string; readonly reason: string }[];
  readonly totalActions: number;
  readonly failedActions: number;
  readonly pendingApprovals: number;
  readonly queuedExecutions: number;
  readonly startedAt: string;
  readonly completedAt: string | null;
}

describe("Reporting over HTTP", function () {
  this.timeout(30_000);
  let mail: MailServer;
  let daemon: TestDaemon;
  let organization = "";
  let last = 0;
  before(async () => {
    mail = await startMailServer({
      recipient: (address) => (address === GONE ? "550 5.1.1 no such user here" : undefined),
    });
    daemon = await startTestDaemon({ TOCSIN_SMTP_URL: mail.url, TOCSIN_MAIL_FROM: "Tocsin <tocsin@ops.example>" });
  });
  beforeEach(() => {
    organization = `reporting-${++last}`;
  });
  after(async () => {
    await daemon.stop();
    await mail.close();
  });

  const ask = (method: string, path: string, body?: unknown, at = daemon): Promise<Answer> =>
    core(at, `${PATH}${path}`, {
      method,
      token: mintToken({ organizationId: organization }),
      ...(body === undefined ? {} : { body }),
    });
  const answered = async <Body>(status: number, method: string, path: string, body?: unknown, at = daemon) => {
    const answer = await ask(method, path, body, at);
    expect(answer.status, `${method} ${path}: ${answer.text}`).to.equal(status);
    return answer.json<Body>();
  };
  const set = (body: Readonly<Record<string, unknown>>, at = daemon) =>
    answered<Record<string, unknown>>(200, "PUT", "/settings", body, at);
  const start = (at = daemon): Promise<Run> => answered<Run>(201, "POST", "/runs", undefined, at);
  const ended = ({ id }: Pick<Run, "id">, at = daemon): Promise<Run> =>
    waitFor(
      async () => {
        const run = (await answered<Run[]>(200, "GET", "/runs", undefined, at)).find((each) => each.id === id);
        return run?.status !== "running" && run;
      },
      { what: "the end of the run" },
    );
  const mailsTo = (address: string) => mail.mails.filter(({ recipients }) => recipients.includes(address));
  const request = async (service: string): Promise<string> => {
    const token = mintToken({ organizationId: organization, sub: "anna" });
    const post = async (path: string, body: unknown) =>
      (await core(daemon, path, { method: "POST", token, body })).json<{ id: string }>().id;
    const incident = { title: "Down", description: "none", severity: "HIGH", affectedServices: [service] };
    const incidentId = await post("/incidents", incident);
    return post("/remediation/request", { incidentId, actionType: "restart-service" });
  };

  it("answers defaults for whom nothing was set, the same ones every time", async () => {
    const defaults = await answered(200, "GET", "/settings");
    expect(defaults).to.deep.equal({
      organizationId: organization,
      retentionDays: 365,
      scheduledReportEnabled: false,
      reportCadence: "weekly",
      reportRecipients: [],
      lastReportAt: null,
      createdAt: "1970-01-01T00:00:00.000Z",
      updatedAt: "1970-01-01T00:00:00.000Z",
    });
    expect(await answered(200, "GET", "/settings")).to.deep.equal(defaults);
  });

  it("changes what is given and leaves the rest", async () => {
    await set({ retentionDays: 45, reportRecipients: [ANN, "Ann@shop.example", BEN] });
    const settings = await set({ reportCadence: "daily", scheduledReportEnabled: true });
    expect(settings).to.deep.include({
      retentionDays: 45,
      reportCadence: "daily",
      scheduledReportEnabled: true,
      reportRecipients: [ANN, BEN],
    });
    expect(await answered(200, "GET", "/settings")).to.deep.equal(settings);
  });

  it("refuses settings outside of their bounds, and recipients that could be more than an address", async () => {
    const before = await set({ reportRecipients: [ANN] });
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
      const answer = await ask("PUT", "/settings", body);
      expect(answer.status, JSON.stringify(body)).to.equal(400);
      expect(answer.json<ErrorBody>().details?.[0]?.path).to.match(/^\/(retentionDays|report)/);
    }
    expect(await answered(200, "GET", "/settings")).to.deep.equal(before);
  });

  it("sends a report that says what was done, to be read with and without HTML, with the actions as a file", async () => {
    const action = await request("checkout");
    await request("=cmd|' /C calc'!A0");
    const reason = `Tried by hand with Authorization: Bearer ${TOKEN}`;
    const rejected = await core(daemon, `/remediation/${await request("ledger")}/reject`, {
      method: "POST",
      token: mintToken({ organizationId: organization }),
      body: { reason },
    });
    expect(rejected.status, rejected.text).to.equal(200);
    await set({ reportRecipients: [ANN], reportCadence: "daily" });
    const made = await start();
    expect(made).to.include({ status: "running", deliveredCount: 0, completedAt: null });
    const run = await ended(made);
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
    const got = mailsTo(ANN).at(-1);
    expect(got && addressees(got)).to.deep.equal([ANN]);
    expect(got?.messageId).to.equal(`<report-${run.id}-0@ops.example>`);
    expect(got?.subject).to.contain(`Remediation of ${organization}, daily report`);
    expect(got?.text)
      .to.match(/Actions requested: +3/)
      .and.to.contain(`Id: ${action}`);
    expect(got?.html).to.contain("restart-service").and.not.to.contain("<script");
    const [file] = got?.attachments ?? [];
    expect(file?.filename).to.equal(`remediation-${organization}.csv`);
    const [header, ...rows] = file?.content.toString().split("\r\n") ?? [];
    expect(header).to.equal(
      "id,incidentId,actionType,status,performedBy,serviceName,environment,createdAt,updatedAt,details,error",
    );
    expect(rows.join("\n")).to.contain(action).and.to.contain("'=cmd");
    expect(rows.join("\n")).to.contain("[redacted]").and.not.to.contain(TOKEN);
    expect((await answered<Record<string, unknown>>(200, "GET", "/settings"))["lastReportAt"]).to.equal(
      run.completedAt,
    );
  });

  it("counts a refused recipient with the server's reason, and delivers again to that one alone", async () => {
    await set({ reportRecipients: [BEN, GONE] });
    const run = await ended(await start());
    const failure = { recipient: GONE, reason: "The mail server refused it: 550 5.1.1 no such user here" };
    expect(run).to.deep.include({
      status: "failed",
      error: "1 of 2 deliveries failed",
      deliveredCount: 1,
      failedDeliveryCount: 1,
      deliveryFailures: [failure],
    });
    const before = mailsTo(BEN).length;
    const made = await answered<Run>(200, "POST", `/runs/${run.id}/retry`);
    expect(made.id).not.to.equal(run.id);
    const again = await ended(made);
    expect(again).to.deep.include({ recipients: [GONE], status: "failed", deliveryFailures: [failure] });
    expect(again.error).to.equal("1 of 1 deliveries failed");
    expect(mailsTo(BEN)).to.have.length(before);
    expect(await answered<Run[]>(200, "GET", "/runs")).to.have.length(2);
  });

  it("delivers a report that reached all to all again, under an id of its own", async () => {
    await set({ reportRecipients: ["cora@shop.example"] });
    const run = await ended(await start());
    await ended(await answered<Run>(200, "POST", `/runs/${run.id}/retry`));
    expect(new Set(mailsTo("cora@shop.example").map(({ messageId }) => messageId)).size).to.equal(2);
  });

  it("says whom to name where there is nobody to send it to", async () => {
    const run = await ended(await start());
    expect(run).to.include({ status: "failed", deliveredCount: 0, failedDeliveryCount: 0 });
    expect(run.error).to.match(/reportRecipients/);
  });

  it("answers 404 for a run that isn't there, another organization's too, and makes none", async () => {
    await set({ reportRecipients: [BEN] });
    const { id } = await ended(await start());
    organization = `reporting-${++last}`;
    for (const unknown of [randomUUID(), id]) {
      expect((await ask("POST", `/runs/${unknown}/retry`)).status).to.equal(404);
    }
    expect(await answered<Run[]>(200, "GET", "/runs")).to.deep.equal([]);
  });

  it("lists runs by status and time, and exports them with the head of the audit log", async () => {
    await request("checkout");
    await set({ reportRecipients: [BEN, GONE] });
    const failed = await ended(await start());
    await set({ reportRecipients: [BEN] });
    const succeeded = await ended(await start());
    const ids = async (query: string): Promise<string[]> =>
      (await answered<Run[]>(200, "GET", `/runs${query}`)).map(({ id }) => id);
    expect(await ids("")).to.deep.equal([succeeded.id, failed.id]);
    expect(await ids("?status=failed")).to.deep.equal([failed.id]);
    expect(await ids("?limit=1")).to.deep.equal([succeeded.id]);
    expect(await ids(`?to=${failed.startedAt}`)).to.deep.equal([failed.id]);
    expect(await ids(`?from=${succeeded.startedAt}`)).to.deep.equal([succeeded.id]);
    for (const query of ["?status=done", "?limit=0", "?from=yesterday", "?from=2026-13-01T00:00:00Z"]) {
      expect((await ask("GET", `/runs${query}`)).status, query).to.equal(400);
    }
    const file = await ask("GET", "/runs/export/csv?status=failed");
    expect(file.headers.get("content-disposition")).to.equal('attachment; filename="remediation-report-runs.csv"');
    expect(file.headers.get("x-tocsin-audit-head")).to.match(/^[0-9a-f]{64}$/);
    const [header, row, rest] = file.text.split("\r\n");
    expect(header).to.equal(
      "id,organizationId,cadence,recipients,deliveredCount,failedDeliveryCount,deliveryFailures,deletedCount,totalActions,failedActions,pendingApprovals,queuedExecutions,status,error,startedAt,completedAt",
    );
    expect(row).to.contain(`${failed.id},${organization},weekly,"[""${BEN}"",""${GONE}""]",1,1,`);
    expect(row).to.contain(`failed,1 of 2 deliveries failed,${failed.startedAt},${failed.completedAt}`);
    expect(rest).to.equal("");
  });

  it("answers what retention deleted", async () => {
    await request("checkout");
    await set({ retentionDays: 7 });
    const result = await answered<Record<string, unknown>>(200, "POST", "/enforce-retention");
    expect(result).to.include({ organizationId: organization, retentionDays: 7, deletedCount: 0 });
    expect(Date.parse(String(result["cutoff"]))).to.be.within(Date.now() - 7 * 86_400_000 - 60_000, Date.now());
  });

  it("fails every delivery with the reason where no mail server is configured", async () => {
    const plain = await startTestDaemon();
    try {
      await set({ reportRecipients: [ANN, BEN] }, plain);
      const run = await ended(await start(plain), plain);
      expect(run).to.include({ status: "failed", error: "2 of 2 deliveries failed", deliveredCount: 0 });
      for (const { reason } of run.deliveryFailures) {
        expect(reason).to.equal("No mail server is configured. Set TOCSIN_SMTP_URL and TOCSIN_MAIL_FROM.");
      }
      expect(
        (await answered<Record<string, unknown>>(200, "GET", "/settings", undefined, plain))["lastReportAt"],
      ).to.equal(null);
    } finally {
      await plain.stop();
    }
  });
});
