import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import type { TestStream } from "../support/stream.ts";
import { openStream } from "../support/stream.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

export interface Action {
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

/** The stores and helpers of the tests about a simulated action, from its request to its end. */
export function simulatedAction() {
  const token = tokenOf("acme", { sub: "ada", name: "Ada" });
  let mail: MailServer;
  let receiver: Receiver;
  let daemon: TestDaemon;
  let stream: TestStream;
  let incidentId = "";
  let similarId = "";
  let atFirst: { readonly incident: Record<string, unknown>; readonly plan: Record<string, unknown> };
  let requested: Action;
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
    atFirst = await state();
    stream = await openStream(daemon.core, token);
    requested = await post<Action>("/remediation/request", { incidentId, actionType: "restart-service" });
    approved = await post(`/remediation/${requested.id}/approve`);
    action = await waitFor(
      async () => {
        const [row] = await get<Action[]>(`/remediation/history/${incidentId}`);
        return row?.status === "COMPLETED" && row;
      },
      { within: 15_000, what: "the end of the action" },
    );
  });

  after(async () => {
    stream?.close();
    await daemon.stop();
    await Promise.all([mail.close(), receiver.close()]);
  });

  return {
    state,
    token,
    post,
    get,
    entries,
    read,
    titleOf,
    get atFirst() {
      return atFirst;
    },
    get stream() {
      return stream;
    },
    get daemon() {
      return daemon;
    },
    get incidentId() {
      return incidentId;
    },
    get requested() {
      return requested;
    },
    get approved() {
      return approved;
    },
    get action() {
      return action;
    },
    get receiver() {
      return receiver;
    },
    get mail() {
      return mail;
    },
    get similarId() {
      return similarId;
    },
  };
}
