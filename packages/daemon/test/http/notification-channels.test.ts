import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect } from "chai";
import type { components } from "../../src/generated/interfaces.ts";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { fakeGithub, fakeJira, fakeReceiver } from "../support/fake-trackers.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { type Received, type Receiver, startReceiver } from "../support/receiver.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

type Channel = components["schemas"]["NotificationChannel"];
type Delivery = components["schemas"]["NotificationDelivery"];
type IsOurs = (header: unknown, body: string, secret: string) => boolean;

const PUBLIC_URL = "https://tocsin.example";
const TITLE = "Checkout @channel fails ![x](https://evil.example/x.png) <b>now</b>";
const guide = readFileSync(new URL("../../../../docs/notifications.md", import.meta.url), "utf8");
const snippet = (language: string): string =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? expect.fail(`no ${language} in the guide`);
const python = spawnSync("python3", ["--version"]).status === 0;

describe("each kind of notification channel of a running daemon", function () {
  this.timeout(60_000);
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

  describe("webhook", () => {
    let secret = "";
    let got: readonly Received[] = [];
    before(async () => {
      organization = "org-webhook";
      token = tokenOf(organization, { name: "Ada", sub: "ada" });
      const made = await channel("webhook", { url: `${receiver.url}/webhook` });
      secret = made.secret ?? expect.fail("no secret was made");
      await incident();
      got = receiver.received.filter(({ path }) => path === "/webhook");
    });

    it("is posted a test, the opening and the end, in this order", () => {
      const bodies = got.map(({ text }) => JSON.parse(text) as { type: string; events: { event: string }[] });
      expect(bodies.map(({ type, events }) => [type, ...events.map(({ event }) => event)])).to.deep.equal([
        ["test"],
        ["incident.notification", "incident_created"],
        ["incident.notification", "status_changed"],
      ]);
    });

    it("is signed so that the guide's code for Node takes it, and nothing else", async () => {
      const { isOurs } = (await import(`data:text/javascript,${encodeURIComponent(snippet("js"))}`)) as {
        isOurs: IsOurs;
      };
      for (const each of got) {
        const [header, body] = signed(each);
        expect(isOurs(header, body, secret)).to.equal(true);
        expect(isOurs(header, `${body} `, secret)).to.equal(false);
        expect(isOurs(header, body, `${secret}x`)).to.equal(false);
        const older = String(header).replace(/\d+/, (seconds) => String(Number(seconds) - 1));
        expect(isOurs(older, body, secret)).to.equal(false);
      }
      for (const header of [undefined, "", "t=1,v1=00"]) expect(isOurs(header, "{}", secret)).to.equal(false);
    });

    (python ? it : it.skip)("is signed so that the guide's code for Python takes it, and nothing else", () => {
      const cases = got.flatMap((each) => {
        const [header, body] = signed(each);
        return [
          [header, body, secret],
          [header, `${body} `, secret],
          [header, body, `${secret}x`],
          [null, body, secret],
        ];
      });
      const program = `${snippet("python")}
import json, sys
print(json.dumps([is_ours(header, body.encode(), secret) for header, body, secret in json.load(sys.stdin)]))`;
      const { stdout, stderr } = spawnSync("python3", ["-c", program], { input: JSON.stringify(cases) });
      expect(stderr.toString()).to.equal("");
      expect(JSON.parse(stdout.toString())).to.deep.equal(got.flatMap(() => [true, false, false, false]));
    });
  });

  it("slack: is posted blocks of plain text with a link, and a text that mentions nobody", async () => {
    await channel("slack", { url: `${slack.url}/services/T0/B0/key` });
    const id = await incident();
    const bodies = slack.asked.map(({ body }) => body as { text: string; blocks?: object[] });
    expect(bodies).to.have.length(3);
    expect(JSON.stringify(bodies[1]?.blocks)).to.include(`<${PUBLIC_URL}/incidents/${id}|Open the incident>`);
    expect(bodies[2]?.text).to.match(/^HIGH RESOLVED: /);
    for (const { text } of bodies) expect(text).not.to.match(/@channel|\]\(|<b>/);
  });

  it("email: reaches each recipient once, also where the server can't take one's yet", async () => {
    const recipients = ["ann@example.com", "bob@example.com"];
    const { id } = await channel("email", { recipients });
    busy.set("bob@example.com", "452 mailbox full");
    const opened = incident();
    await waitFor(
      async () => (await act<Channel>("GET", `/notifications/channels/${id}`)).health.consecutiveFailures > 0,
      { what: "the first try" },
    );
    const [waiting] = await act<Delivery[]>("GET", "/notifications/deliveries");
    expect(waiting?.lastError).to.match(/^1 of 2 recipients took it. bob@example.com: .*452/);
    busy.clear();
    await opened;
    const subjects = (address: string): (string | undefined)[] =>
      mailServer.mails.filter((mail) => mail.recipients.includes(address)).map(({ subject }) => subject);
    for (const recipient of recipients) {
      const [test, open, resolved, ...more] = subjects(recipient);
      expect([test, more]).to.deep.equal(["Tocsin: a test", []]);
      expect(open).to.match(/^HIGH OPEN: Checkout/);
      expect(resolved).to.match(/^HIGH RESOLVED: Checkout/);
    }
    expect(mailServer.mails.at(-1)?.html).to.include("&lt;b&gt;now").and.not.to.include("<b>now");
  });

  it("github: keeps one issue an incident, closed with it", async () => {
    await channel("github", { repository: "acme/shop", labels: ["incident"], apiUrl: github.url }, "gh-token");
    expect(github.issues).to.have.length(0);
    const id = await incident();
    const [issue = expect.fail(), ...others] = github.issues;
    expect(others).to.have.length(0);
    expect(issue).to.deep.include({ state: "closed", labels: ["incident"] });
    expect(issue.body).to.include(`<!-- tocsin-${id} -->`).and.to.include(`${PUBLIC_URL}/incidents/${id}`);
    expect(issue.comments).to.have.length(1);
  });

  it("jira: keeps one issue an incident, done with it", async () => {
    const settings = { baseUrl: jira.url, project: "OPS", email: "ada@example.com" };
    await channel("jira", settings, "jira-token");
    const id = await incident();
    const [issue = expect.fail(), ...others] = jira.issues;
    expect(others).to.have.length(0);
    expect(issue).to.deep.include({ status: "Done" });
    expect(issue.fields.labels).to.deep.equal([`tocsin-${id}`]);
    expect(issue.comments).to.have.length(1);
  });
});
