import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { openStream, type TestStream } from "../support/stream.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

interface Action {
  readonly id: string;
  readonly status: string;
  readonly mode: string;
  readonly verification: { readonly status: string; readonly reason: string } | null;
}
interface Entry {
  readonly type: string;
  readonly title: string;
  readonly detail: string;
}
interface Similar {
  readonly incidentId: string;
  readonly topSuccessfulActions: readonly string[];
}

const NAME = "restart-service on checkout in an unknown environment";
const ANN = "ann@shop.example";

/** One simulated action from its request to its end, and everything that tells of it. */
describe("A simulated action, from its request to its end", function () {
  this.timeout(60_000);
  const token = tokenOf("acme", { sub: "ada", name: "Ada" });
  let mail: MailServer;
  let receiver: Receiver;
  let daemon: TestDaemon;
  let stream: TestStream;
  let incidentId = "";
  let similarId = "";
  let atFirst: { readonly incident: Record<string, unknown>; readonly plan: Record<string, unknown> };
  let action: Action;
  let approved: Record<string, unknown>;

  const post = async <Body>(path: string, body: unknown = {}): Promise<Body> => {
    const answer = await core(daemon, path, { method: "POST", token, body });
    expect(answer.status, `${path}: ${answer.text}`).to.be.oneOf([200, 201]);
    return answer.json<Body>();
  };
  const read = async (path: string): Promise<string> => {
    const answer = await core(daemon, path, { token });
    expect(answer.status, `${path}: ${answer.text}`).to.equal(200);
    return answer.text;
  };
  const get = async <Body>(path: string): Promise<Body> => JSON.parse(await read(path)) as Body;
  const open = async (): Promise<string> => {
    const body = { title: "Checkout answers 500", description: "d", severity: "HIGH", affectedServices: ["checkout"] };
    return (await post<{ id: string }>("/incidents", body)).id;
  };
  const channel = (name: string, kind: string, settings: object): Promise<unknown> => {
    const events = ["approval_requested", "remediation_approved", "remediation_executing", "remediation_completed"];
    return post("/notifications/channels", { name, kind, settings, events });
  };
  const state = async () => ({
    incident: await get<Record<string, unknown>>(`/incidents/${incidentId}`),
    plan: await get<Record<string, unknown>>(`/incidents/${incidentId}/escalation-plan`),
  });
  const entries = (): Promise<readonly Entry[]> => get(`/incidents/${incidentId}/events`);
  const titleOf = async (type: string): Promise<string | undefined> =>
    (await entries()).find((entry) => entry.type === type)?.title;

  before(async () => {
    [mail, receiver] = [await startMailServer(), await startReceiver()];
    daemon = await startTestDaemon({
      TOCSIN_OUTBOUND_HOSTS: receiver.host,
      TOCSIN_SMTP_URL: mail.url,
      TOCSIN_MAIL_FROM: "Tocsin <tocsin@ops.example>",
    });
    await channel("hook", "webhook", { url: `${receiver.url}/hook` });
    await channel("chat", "slack", { url: `${receiver.url}/chat` });
    await channel("mail", "email", { recipients: ["ops@shop.example"] });
    [incidentId, similarId] = [await open(), await open()];
  });

  after(async () => {
    stream?.close();
    await daemon.stop();
    await Promise.all([mail.close(), receiver.close()]);
  });

  it("is COMPLETED on the wire, with the mode simulate", async () => {
    atFirst = await state();
    stream = await openStream(daemon.core, token);
    const body = { incidentId, actionType: "restart-service" };
    const requested = await post<Action>("/remediation/request", body);
    expect(requested).to.include({ status: "PENDING_APPROVAL", mode: "simulate" });
    approved = await post(`/remediation/${requested.id}/approve`);
    expect(approved).to.deep.equal({ status: "QUEUED", mode: "simulate" });
    action = await waitFor(
      async () => {
        const [row] = await get<Action[]>(`/remediation/history/${incidentId}`);
        return row?.status === "COMPLETED" && row;
      },
      { within: 15_000, what: "the end of the action" },
    );
    expect(action).to.include({ mode: "simulate" });
    expect(await post(`/remediation/${action.id}/approve`)).to.deep.equal({ status: "COMPLETED", mode: "simulate" });
    expect(await get("/remediation/policy")).to.include({ mode: "simulate" });
  });

  it("leaves the incident's status and assignee as they were", async () => {
    const { incident } = await state();
    const { status, assigneeId } = atFirst.incident;
    expect(incident).to.include({ status, assigneeId });
    expect(incident).to.include({ status: "OPEN", assigneeId: null });
    expect((await entries()).map(({ type }) => type)).not.to.include("status_changed");
  });

  it("tells readers of the stream of no status but OPEN", async () => {
    const statuses = stream.messages.filter(({ data }) => data["id"] === incidentId).map(({ data }) => data["status"]);
    expect(statuses.filter((status) => status !== "OPEN")).to.deep.equal([]);
  });

  it("acknowledges nothing: the escalation signal and the postmortem say that nobody has", async () => {
    const { state: escalation, timeToAcknowledge } = (await state()).plan as Record<string, Record<string, unknown>>;
    expect(escalation).to.equal(atFirst.plan["state"]);
    expect(timeToAcknowledge).to.include({ breached: false });
    expect(String(atFirst.plan["reason"])).to.contain("nobody has acknowledged it");
    expect(String((await state()).plan["reason"])).to.contain("nobody has acknowledged it");
    const draft = await read(`/incidents/${incidentId}/postmortem`);
    expect(draft).to.contain("| Acknowledged | by nobody |");
    expect(draft).to.contain("Remediation actions: all that are recorded were simulated.");
  });

  it("is told as simulated on the timeline, from its request on", async () => {
    expect(await titleOf("remediation_requested")).to.equal(`Remediation requested: simulated ${NAME}`);
    expect(await titleOf("remediation_approved")).to.equal(`Remediation approved: simulated ${NAME}`);
    expect(await titleOf("remediation_executing")).to.equal(`EXECUTING (simulated): ${NAME}`);
    expect(await titleOf("remediation_completed")).to.equal(`SIMULATED: ${NAME}`);
    const requested = (await entries()).find(({ type }) => type === "remediation_requested");
    expect(requested?.detail).to.contain("It would be simulated: nothing is touched.");
  });

  it("is told as simulated by every channel", async () => {
    const texts = await waitFor(
      () => {
        const sent = (path: string) => receiver.received.filter((each) => each.path === path).map(({ text }) => text);
        const mails = mail.mails.map(({ text }) => String(text));
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
    const [header, row, ...more] = (await read("/remediation/export/csv")).trim().split("\r\n");
    expect(header).to.equal(
      "id,incidentId,actionType,status,performedBy,serviceName,environment,createdAt,updatedAt,details,error",
    );
    expect(more).to.deep.equal([]);
    expect(row).to.contain(`${action.id},${incidentId},restart-service,COMPLETED,`);
    expect(row).to.contain('""mode"":""simulate"",""shownAs"":""SIMULATED""');
  });

  it("is left out of every rate that people read, and counted by status on the wire", async () => {
    const none = { total: 0, pending: 0, executing: 0, completed: 0, failed: 0, successRate: null };
    const counted = { total: 1, pending: 0, executing: 0, completed: 1, failed: 0, successRate: 100 };
    expect(await get("/remediation/stats")).to.deep.equal({ ...counted, simulated: 1, live: none });
  });

  it("is told as simulated by the report mail, which claims no success for it", async () => {
    const body = { reportRecipients: [ANN] };
    expect((await core(daemon, "/remediation/reporting/settings", { method: "PUT", token, body })).status).to.equal(
      200,
    );
    await post("/remediation/reporting/runs");
    const got = await waitFor(() => mail.mails.find(({ recipients }) => recipients.includes(ANN)), {
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
    const similar = await get<readonly Similar[]>(`/incidents/${similarId}/similar`);
    const found = similar.find((each) => each.incidentId === incidentId);
    expect(found?.topSuccessfulActions).to.deep.equal([]);
    expect(action.verification).to.include({
      status: "inconclusive",
      reason: "Nothing was changed: the action was simulated.",
    });
  });

  it("stands in the audit log with its mode, at each step that would have touched something", async () => {
    const log = await get<readonly { event: string; content: Record<string, unknown> }[]>(
      `/remediation/actions/${action.id}/audit`,
    );
    for (const event of ["executing", "sending", "sent", "completed"]) {
      expect(log.find((entry) => entry.event === event)?.content, event).to.include({ mode: "simulate" });
    }
  });
});
