import { expect } from "chai";
import { core } from "../support/daemon.ts";
import { waitFor } from "../support/wait.ts";
import { simulatedAction } from "./simulated-action.ts";

interface Similar {
  readonly incidentId: string;
  readonly topSuccessfulActions: readonly string[];
}

const NAME = "restart-service on checkout in an unknown environment";
const ANN = "ann@shop.example";

/** One simulated action from its request to its end, and everything that tells of it. */
describe("A simulated action in reports", function () {
  this.timeout(60_000);
  const world = simulatedAction();

  it("is told as simulated by every channel", async () => {
    const texts = await waitFor(
      () => {
        const sent = (path: string) =>
          world.receiver.received.filter((each) => each.path === path).map(({ text }) => text);
        const mails = world.mail.mails.map(({ text }) => String(text));
        const all = { hook: sent("/hook"), chat: sent("/chat"), mail: mails };
        return Object.values(all).every((each) => each.join().includes("SIMULATED: restart-service")) && all;
      },
      { within: 20_000, what: "the news on each channel" },
    );
    for (const [name, all] of Object.entries(texts)) {
      const text = all.join("\n");
      expect(text, name).to.contain(`Remediation requested: simulated ${NAME}`);
      expect(text, name).to.contain(`Remediation approved: simulated ${NAME}`);
      expect(text, name).not.to.match(/Completed: restart|Executing: restart/);
    }
  });

  it("is told as simulated by the CSV export, whose columns and status stay the contract's", async () => {
    const [header, row, ...more] = (await world.read("/remediation/export/csv")).trim().split("\r\n");
    expect(header).to.equal(
      "id,incidentId,actionType,status,performedBy,serviceName,environment,createdAt,updatedAt,details,error",
    );
    expect(more).to.deep.equal([]);
    expect(row).to.contain(`${world.action.id},${world.incidentId},restart-service,COMPLETED,`);
    expect(row).to.contain('""mode"":""simulate"",""shownAs"":""SIMULATED""');
  });

  it("is left out of every rate that people read, and counted by status on the wire", async () => {
    const none = { total: 0, pending: 0, executing: 0, completed: 0, failed: 0, successRate: null };
    const counted = { total: 1, pending: 0, executing: 0, completed: 1, failed: 0, successRate: 100 };
    expect(await world.get("/remediation/stats")).to.deep.equal({ ...counted, simulated: 1, live: none });
  });

  it("is told as simulated by the report mail, which claims no success for it", async () => {
    const body = { reportRecipients: [ANN] };
    expect(
      (await core(world.daemon, "/remediation/reporting/settings", { method: "PUT", token: world.token, body })).status,
    ).to.equal(200);
    await world.post("/remediation/reporting/runs");
    const got = await waitFor(() => world.mail.mails.find(({ recipients }) => recipients.includes(ANN)), {
      within: 20_000,
      what: "the report",
    });
    for (const line of [/^Completed: +0$/m, /^Simulated \(nothing was touched\): +1$/m, /^Success rate: +– /m]) {
      expect(got.text).to.match(line);
    }
    expect(got.text).to.contain("All actions that ended were simulated");
    expect(got.text).to.contain("Completed: 0\n    Failed: 0\n    Simulated: 1");
    expect(got.attachments[0]?.content.toString()).to.contain("SIMULATED");
  });

  it("helped nobody: it is no successful action of a similar incident, and its verification says why", async () => {
    const similar = await world.get<readonly Similar[]>(`/incidents/${world.similarId}/similar`);
    const found = similar.find((each) => each.incidentId === world.incidentId);
    expect(found?.topSuccessfulActions).to.deep.equal([]);
    expect(world.action.verification).to.include({
      status: "inconclusive",
      reason: "Nothing was changed: the action was simulated.",
    });
  });

  it("stands in the audit log with its mode, at each step that would have touched something", async () => {
    const log = await world.get<readonly { event: string; content: Record<string, unknown> }[]>(
      `/remediation/actions/${world.action.id}/audit`,
    );
    for (const event of ["executing", "sending", "sent", "completed"]) {
      expect(log.find((entry) => entry.event === event)?.content, event).to.include({ mode: "simulate" });
    }
  });
});
