import { rmSync } from "node:fs";
import { expect } from "chai";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { auditKeyOf } from "../../src/remediate/audit/audit-chain.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { createReportRunStore } from "../../src/store/reports/report-runs.ts";
import { createSettingsStore } from "../../src/store/reports/report-settings.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { core, temporaryFolder } from "../support/daemon.ts";
import { describeDaemonGroup } from "../support/daemon-group.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { startDaemonProcess } from "../support/process.ts";
import { SECRET_KEY } from "../support/secret-key.ts";
import { waitFor } from "../support/wait.ts";

const RECIPIENTS = ["ann@shop.example", "ben@shop.example", "cora@shop.example"];
const PATH = "/remediation/reporting";

interface Run {
  readonly status: string;
  readonly deliveredCount: number;
}

const settingsFor = (mail: MailServer) => ({ TOCSIN_SMTP_URL: mail.url, TOCSIN_MAIL_FROM: "tocsin@ops.example" });

describe("a report whose daemon is killed between two recipients", function () {
  this.timeout(120_000);
  let dataDir = "";
  let mail: MailServer;
  beforeEach(() => {
    dataDir = temporaryFolder();
  });
  afterEach(async () => {
    await mail.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it("goes on where it was, and repeats at most the one mail that was under way, under the same id", async () => {
    let killed = false;
    mail = await startMailServer({
      async content({ recipients }) {
        // The server has it, and the daemon never hears so.
        if (recipients[0] !== RECIPIENTS[1] || killed) return undefined;
        killed = true;
        await daemon.end("SIGKILL");
        return undefined;
      },
    });
    const daemon = await startDaemonProcess(dataDir, settingsFor(mail));
    const body = { reportRecipients: RECIPIENTS };
    expect((await core(daemon, `${PATH}/settings`, { method: "PUT", body })).status).to.equal(200);
    expect((await core(daemon, `${PATH}/runs`, { method: "POST" })).status).to.equal(201);
    await daemon.exited;

    const next = await startDaemonProcess(dataDir, settingsFor(mail));
    const run = await waitFor(
      async () => {
        const [found] = (await core(next, `${PATH}/runs`)).json<Run[]>();
        return found?.status !== "running" && found;
      },
      { within: 20_000, what: "the end of the run" },
    );
    expect(run).to.include({ status: "success", deliveredCount: 3 });
    expect(mail.mails.map(({ recipients }) => recipients[0])).to.deep.equal([
      RECIPIENTS[0],
      RECIPIENTS[1],
      RECIPIENTS[1],
      RECIPIENTS[2],
    ]);
    expect(mail.mails[1]?.messageId).to.equal(mail.mails[2]?.messageId);
    expect(new Set(mail.mails.map(({ messageId }) => messageId)).size).to.equal(3);
    await next.end("SIGTERM");
  });
});

describeDaemonGroup("Scheduled reports of two processes that share a database", (start, ownDatabase) => {
  const ORGANIZATIONS = Array.from({ length: 20 }, (_, index) => `shop-${index}`);
  let mail: MailServer | undefined;
  let database: Database | undefined;
  after(async () => {
    await database?.close();
    await mail?.close();
  });

  it("are made and sent once", async function () {
    this.timeout(120_000);
    mail = await startMailServer();
    const { mails } = mail;
    const options = { settings: settingsFor(mail) };
    const daemons = [await start("ingest,core,worker", options), await start("ingest,core,worker", options)];
    database = await openDatabase({ kind: "postgres", url: ownDatabase().url, auditKey: auditKeyOf(SECRET_KEY) });
    const settings = createSettingsStore(database);
    const now = Date.now();
    const scopes = ORGANIZATIONS.map((organizationId) => ({ organizationId, actor: "system", permissions: [] }));
    for (const scope of scopes) {
      await settings.change(scope, () => ({
        organizationId: scope.organizationId,
        retentionDays: 365,
        scheduledReportEnabled: true,
        reportCadence: "daily",
        reportRecipients: [`ann@${scope.organizationId}.example`],
        lastReportAt: null,
        createdAt: now,
        updatedAt: now,
        nextReportAt: now - DAY_MS,
        coveredUntil: null,
        retentionDueAt: now + DAY_MS,
      }));
    }
    const runs = createReportRunStore(database);
    const made = async () => (await Promise.all(scopes.map((scope) => runs.list(scope, { limit: 10 })))).flat();
    await waitFor(
      async () => {
        const ended = (await made()).filter(({ status }) => status === "success");
        return ended.length >= ORGANIZATIONS.length;
      },
      { within: 60_000, what: "a run of each organization" },
    );
    for (const daemon of daemons) await daemon.end("SIGTERM");
    expect(await made()).to.have.length(ORGANIZATIONS.length);
    const received = mails.map(({ recipients }) => recipients[0]).sort();
    expect(received).to.deep.equal(ORGANIZATIONS.map((name) => `ann@${name}.example`).sort());
  });
});
