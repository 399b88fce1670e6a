import { expect } from "chai";
import type { components } from "../../src/generated/interfaces.ts";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { fakeGithub, fakeJira, fakeReceiver } from "../support/fake-trackers.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { type Received, type Receiver, startReceiver } from "../support/receiver.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

export type Channel = components["schemas"]["NotificationChannel"];
export type Delivery = components["schemas"]["NotificationDelivery"];

export const PUBLIC_URL = "https://tocsin.example";
const TITLE = "Checkout @channel fails ![x](https://evil.example/x.png) <b>now</b>";

/** The stores and helpers of the tests about each kind of notification channel of a running daemon. */
export function channelDaemon() {
  let daemon: TestDaemon;
  let receiver: Receiver;
  let slack: Awaited<ReturnType<typeof fakeReceiver>>;
  let github: Awaited<ReturnType<typeof fakeGithub>>;
  let jira: Awaited<ReturnType<typeof fakeJira>>;
  let mailServer: MailServer;
  /** What the mail server answers to recipients for now. */
  const busy = new Map<string, string>();
  let organization = "";
  let token = "";
  let last = 0;
  before(async () => {
    receiver = await startReceiver();
    slack = await fakeReceiver();
    github = await fakeGithub("gh-token", "acme/shop");
    jira = await fakeJira(`Basic ${Buffer.from("ada@example.com:jira-token").toString("base64")}`, "OPS");
    mailServer = await startMailServer({ recipient: (address) => busy.get(address) });
    daemon = await startTestDaemon({
      TOCSIN_OUTBOUND_HOSTS: [receiver.url, slack.url, github.url, jira.url].map((url) => new URL(url).host).join(","),
      TOCSIN_PUBLIC_URL: PUBLIC_URL,
      TOCSIN_SMTP_URL: mailServer.url,
      TOCSIN_MAIL_FROM: "Tocsin <tocsin@example.com>",
    });
  });
  beforeEach(() => {
    organization = `org-${++last}`;
    token = tokenOf(organization, { name: "Ada", sub: "ada" });
  });
  after(async () => {
    await daemon.stop();
    for (const each of [receiver, slack, github, jira, mailServer]) await each.close();
  });

  async function act<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const answer = await core(daemon, path, { method, token, ...(body === undefined ? {} : { body }) });
    expect(answer.status, answer.text).to.be.within(200, 201);
    return answer.json<Body>();
  }
  /** Tried out, before anything happens. */
  async function channel(kind: string, settings: unknown, secret?: string): Promise<Channel> {
    const body = { name: kind, kind, settings, ...(secret === undefined ? {} : { secret }) };
    const made = await act<Channel>("POST", "/notifications/channels", body);
    const outcome = await act("POST", `/notifications/channels/${made.id}/test`);
    expect(outcome).to.deep.equal({ delivered: true, reason: null });
    return made;
  }
  /** Opens an incident and resolves it, and waits until both are told. */
  async function incident(): Promise<string> {
    const body = { title: TITLE, description: "It fails.", severity: "HIGH", affectedServices: ["shop"] };
    const { id } = await act<{ id: string }>("POST", "/incidents", body);
    await delivered(1);
    await act("PATCH", `/incidents/${id}/status`, { status: "RESOLVED" });
    await delivered(2);
    return id;
  }
  const delivered = (count: number): Promise<unknown> =>
    waitFor(
      async () => {
        const list = await act<Delivery[]>("GET", "/notifications/deliveries");
        return list.filter(({ status }) => status === "delivered").length === count;
      },
      { what: `${count} deliveries` },
    );
  const signed = ({ headers, text }: Received) => [headers["x-tocsin-signature"], text] as const;

  return {
    channel,
    incident,
    signed,
    busy,
    act,
    get organization() {
      return organization;
    },
    set organization(value) {
      organization = value;
    },
    get token() {
      return token;
    },
    set token(value) {
      token = value;
    },
    get receiver() {
      return receiver;
    },
    get slack() {
      return slack;
    },
    get mailServer() {
      return mailServer;
    },
    get github() {
      return github;
    },
    get jira() {
      return jira;
    },
  };
}
