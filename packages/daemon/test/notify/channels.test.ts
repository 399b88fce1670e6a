import { createHmac } from "node:crypto";
import { expect } from "chai";
import { createOutbound } from "../../src/adapters/outbound/outbound.ts";
import { isOver } from "../../src/model/incident.ts";
import type { OpenChannel } from "../../src/notify/channel.ts";
import { createSend } from "../../src/notify/channels/send.ts";
import { type Mail, MailFailed } from "../../src/notify/mail.ts";
import type { NewsMessage, Notification, Ticket } from "../../src/notify/message.ts";
import type { Outbound } from "../../src/notify/outbound.ts";
import { fakeGithub, fakeJira, fakeReceiver } from "../support/fake-trackers.ts";
import { hostileTexts } from "../support/hostile.ts";

const now = Date.parse("2026-11-20T08:00:00.000Z");
const incidentId = "019353e1-0000-7000-8000-000000000001";

const notification = (
  fields: Partial<Notification["incident"]> = {},
  more: Partial<Notification> = {},
): Notification => ({
  id: "0198c1da-0000-7000-8000-00000000ee01",
  event: "incident_created",
  at: now,
  incident: {
    id: incidentId,
    title: "Error burst in checkout",
    description: "Many errors.",
    severity: "CRITICAL",
    status: "OPEN",
    environment: "production",
    primaryService: "checkout",
    affectedServices: ["checkout"],
    signalType: "log_error_burst",
    assigneeId: null,
    parentIncidentId: null,
    duplicateCount: 0,
    diagnosisStatus: "PENDING",
    createdAt: now,
    resolvedAt: null,
    ...fields,
  },
  entry: { title: "Incident opened: Error burst in checkout", detail: "", actor: "system", metadata: {} },
  link: `https://tocsin.example/incidents/${incidentId}`,
  ...more,
});
const message = (ticket: Ticket | null, ...notifications: [Notification, ...Notification[]]): NewsMessage => ({
  id: "0198c1da-0000-7000-8000-00000000aa01",
  organizationId: "acme",
  test: false,
  notifications,
  ticket,
  taken: [],
});
const moved = (status: Notification["incident"]["status"], detail = ""): Notification =>
  notification(
    { status, resolvedAt: isOver(status) ? now : null },
    { event: "status_changed", entry: { title: `Status: ${status}`, detail, actor: "ada", metadata: {} } },
  );
const test = { id: "t-1", organizationId: "acme", test: true, actor: "ada", at: now } as const;

describe("the senders of notification channels", () => {
  const mails: Mail[] = [];
  const refusals = new Map<string, MailFailed>();
  /** The fakes of this test are allowed, whatever their ports; nothing else on an inner network is. */
  const outbound: Outbound = (request, signal) => {
    const { host, hostname } = new URL(request.url);
    return createOutbound({ hosts: hostname === "127.0.0.1" ? [host] : [] })(request, signal);
  };
  const send = createSend({
    outbound,
    clock: { now: () => now },
    async mail(mail) {
      const refusal = refusals.get(mail.to);
      if (refusal) throw refusal;
      mails.push(mail);
    },
  });
  const signal = AbortSignal.timeout(20_000);
  const common = { id: "c-1", organizationId: "acme", name: "ops" };
  const closing: (() => Promise<void>)[] = [];
  const closed = <Fake extends { close(): Promise<void> }>(fake: Fake): Fake => {
    closing.push(() => fake.close());
    return fake;
  };
  afterEach(async () => {
    mails.length = 0;
    refusals.clear();
    for (const close of closing.splice(0)) await close();
  });

  describe("a webhook", () => {
    const channel = (url: string): OpenChannel => ({ ...common, kind: "webhook", settings: { url }, secret: "key" });

    it("is posted what happened, signed over time and body", async () => {
      const receiver = closed(await fakeReceiver());
      const outcome = await send(message(null, notification()), channel(`${receiver.url}/in`), signal);
      expect(outcome).to.deep.equal({ delivered: true });
      const [{ body, headers, path } = expect.fail()] = receiver.asked;
      expect(path).to.equal("/in");
      const { events, ...rest } = body as { events: Record<string, unknown>[] };
      expect(rest).to.deep.equal({
        id: message(null, notification()).id,
        type: "incident.notification",
        organizationId: "acme",
      });
      expect(events[0]).to.include({ event: "incident_created", at: "2026-11-20T08:00:00.000Z" });
      expect(headers["x-tocsin-delivery"]).to.equal(message(null, notification()).id);
      const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["x-tocsin-signature"])) ?? [];
      const signed = createHmac("sha256", "key")
        .update(`${seconds}.${JSON.stringify(body)}`)
        .digest("hex");
      expect(mac).to.equal(signed);
      expect(Number(seconds)).to.equal(now / 1000);
    });

    for (const [status, again] of [
      [400, false],
      [401, true],
      [403, true],
      [301, true],
      [404, true],
      [405, true],
      [408, true],
      [410, false],
      [413, false],
      [425, true],
      [429, true],
      [500, true],
      [502, true],
      [503, true],
    ] as const) {
      it(`that answers ${status} is ${again ? "tried again" : "given up"}`, async () => {
        const receiver = closed(await fakeReceiver([status, "because"]));
        const outcome = await send(message(null, notification()), channel(receiver.url), signal);
        expect(outcome).to.include({ delivered: false, again });
        expect(outcome)
          .to.have.property("reason")
          .that.includes(`127.0.0.1:${receiver.port} answered ${status}: because.`);
      });
    }

    it("that leads elsewhere isn't followed", async () => {
      const elsewhere = closed(await fakeReceiver());
      const receiver = closed(await fakeReceiver([302, "", { location: elsewhere.url }]));
      const outcome = await send(message(null, notification()), channel(receiver.url), signal);
      expect(outcome).to.include({ delivered: false, again: true });
      expect(elsewhere.asked).to.deep.equal([]);
    });

    it("that asks to be left alone is, for an hour at most, given as seconds or as a date", async () => {
      const waits = [
        ["120", 120_000],
        ["Fri, 20 Nov 2026 08:01:00 GMT", 60_000],
        ["86400", 3_600_000],
      ] as const;
      for (const [given, retryAfterMs] of waits) {
        const receiver = closed(await fakeReceiver([503, "", { "retry-after": given }]));
        expect(await send(message(null, notification()), channel(receiver.url), signal)).to.include({ retryAfterMs });
      }
    });

    it("on an address that isn't allowed is never asked", async () => {
      const outcome = await send(message(null, notification()), channel("http://169.254.169.254/latest"), signal);
      expect(outcome).to.include({ delivered: false, again: true });
    });
  });

  describe("Slack", () => {
    const channel = (url: string): OpenChannel => ({ ...common, kind: "slack", settings: { url }, secret: null });

    it("is told what happened in words that can't mention, link or format anything", async () => {
      const receiver = closed(await fakeReceiver());
      const hostile = `<!channel> <@U1> <https://evil.example|click> *bold* ${hostileTexts.join(" ")}`;
      const entry = { title: hostile, detail: hostile, actor: hostile, metadata: {} };
      await send(message(null, notification({ title: hostile }, { entry })), channel(receiver.url), signal);
      const [{ body } = expect.fail()] = receiver.asked;
      const { text, blocks } = body as { text: string; blocks: object[] };
      expect(text).not.to.match(/<[!@#h]/);
      const markdown = JSON.stringify(blocks).match(/"type":"mrkdwn","text":"[^"]*"/g);
      expect(markdown).to.deep.equal([
        `"type":"mrkdwn","text":"<https://tocsin.example/incidents/${incidentId}|Open the incident>"`,
      ]);
    });

    it("has names and Markdown broken in the text that others show in place of blocks", async () => {
      const receiver = closed(await fakeReceiver());
      const title = "@all @here @channel @everyone ![x](https://evil.example/x.png)";
      await send(message(null, notification({ title })), channel(receiver.url), signal);
      const [{ body } = expect.fail()] = receiver.asked;
      const { text } = body as { text: string };
      expect(text)
        .to.include("evil.example")
        .and.not.match(/@(all|here|channel|everyone)|\]\(/);
    });

    it("gets many at once as one message, within its bounds", async () => {
      const receiver = closed(await fakeReceiver());
      const many = Array.from({ length: 49 }, () => notification({ title: "x".repeat(500) }));
      await send(message(null, notification(), ...many), channel(receiver.url), signal);
      expect(receiver.asked).to.have.length(1);
      const [{ body } = expect.fail()] = receiver.asked;
      const { blocks } = body as { blocks: { text?: { text: string } }[] };
      expect(blocks.every(({ text }) => (text?.text.length ?? 0) <= 3000)).to.equal(true);
    });
  });

  describe("email", () => {
    const channel = (...recipients: string[]): OpenChannel => ({
      ...common,
      kind: "email",
      settings: { recipients },
      secret: null,
    });

    it("goes to each recipient, under an id that stays and with text that is no markup", async () => {
      const hostile = hostileTexts.join(" ");
      const news = message(null, notification({ title: hostile }));
      await send(news, channel("a@example.com", "b@example.com"), signal);
      await send(news, channel("a@example.com"), signal);
      expect(mails.map(({ to }) => to)).to.deep.equal(["a@example.com", "b@example.com", "a@example.com"]);
      expect(mails[0]?.id).to.equal(mails[2]?.id).and.not.to.equal(mails[1]?.id);
      expect(mails[0]?.html).not.to.contain("<script>");
      expect(mails[0]?.subject).not.to.match(/[\r\n]/);
    });

    it("is given up where a recipient never takes it, and says who has it", async () => {
      refusals.set("b@example.com", new MailFailed("550 no such user", false));
      const outcome = await send(message(null, notification()), channel("a@example.com", "b@example.com"), signal);
      expect(outcome).to.deep.equal({
        delivered: false,
        again: false,
        reason: "1 of 2 recipients took it. b@example.com: 550 no such user",
        taken: ["a@example.com"],
      });
    });

    it("goes to nobody twice where others can't take it yet", async () => {
      refusals.set("b@example.com", new MailFailed("452 mailbox full", true));
      const both = channel("a@example.com", "b@example.com");
      const first = await send(message(null, notification()), both, signal);
      expect(first).to.deep.include({ delivered: false, again: true, taken: ["a@example.com"] });
      refusals.clear();
      const second = await send({ ...message(null, notification()), taken: ["a@example.com"] }, both, signal);
      expect(second).to.deep.equal({ delivered: true });
      expect(mails.map(({ to }) => to)).to.deep.equal(["a@example.com", "b@example.com"]);
    });

    it("keeps nobody waiting for one that the server takes its time with", async () => {
      const held = Promise.withResolvers<void>();
      const slow = createSend({
        outbound,
        clock: { now: () => now },
        mail: async ({ to }) => {
          if (to === "a@example.com") await held.promise;
          else held.resolve();
        },
      });
      const outcome = await slow(message(null, notification()), channel("a@example.com", "b@example.com"), signal);
      expect(outcome).to.deep.equal({ delivered: true });
    });
  });

  describe("GitHub", () => {
    const settings = (apiUrl: string) => ({ repository: "acme/shop", labels: ["incident"], apiUrl });
    const channel = (apiUrl: string): OpenChannel => ({
      ...common,
      kind: "github",
      settings: settings(apiUrl),
      secret: "tok",
    });

    it("has an issue opened, commented on, closed and opened again with the incident", async () => {
      const github = closed(await fakeGithub("tok", "acme/shop"));
      const opened = await send(message(null, notification()), channel(github.url), signal);
      const ticket = { key: "1", url: "https://github.example/acme/shop/issues/1" };
      expect(opened).to.deep.equal({ delivered: true, ticket });
      const [issue = expect.fail()] = github.issues;
      expect(issue).to.deep.include({
        title: "CRITICAL OPEN: Error burst in checkout",
        labels: ["incident"],
        state: "open",
      });
      await send(message(ticket, moved("RESOLVED")), channel(github.url), signal);
      expect(issue.state).to.equal("closed");
      await send(message(ticket, moved("OPEN")), channel(github.url), signal);
      expect(issue.state).to.equal("open");
      expect(issue.comments).to.have.length(2);
    });

    it("has no second issue opened by a try that doesn't know of the first", async () => {
      const github = closed(await fakeGithub("tok", "acme/shop"));
      await send(message(null, notification()), channel(github.url), signal);
      const again = await send(message(null, moved("INVESTIGATING")), channel(github.url), signal);
      expect(again).to.have.nested.property("ticket.key", "1");
      expect(github.issues).to.have.length(1);
    });

    it("has its issue found among many others", async () => {
      const github = closed(await fakeGithub("tok", "acme/shop"));
      await send(message(null, notification()), channel(github.url), signal);
      for (let count = 2; count <= 40; count++) {
        const body = "Something else. ".repeat(100);
        github.issues.push({ number: count, title: "Other", body, labels: [], state: "open", comments: [] });
      }
      await send(message(null, moved("INVESTIGATING")), channel(github.url), signal);
      expect(github.issues).to.have.length(40);
      expect(github.issues[0]?.comments).to.have.length(1);
    });

    it("whose issue was deleted isn't told of the incident again and again", async () => {
      const github = closed(await fakeGithub("tok", "acme/shop"));
      const ticket = { key: "9", url: "https://github.example/9" };
      const outcome = await send(message(ticket, moved("RESOLVED")), channel(github.url), signal);
      expect(outcome).to.deep.include({ delivered: false, again: false, ticket });
    });

    it("keeps text from outside in blocks of code, whatever it holds", async () => {
      const github = closed(await fakeGithub("tok", "acme/shop"));
      const hostile = "@everyone fixes #1 ```` ![x](https://evil.example/x.png) <img src=x> ```";
      await send(message(null, notification({ title: hostile, description: hostile })), channel(github.url), signal);
      const [issue = expect.fail()] = github.issues;
      const [, fence = "", inside = ""] = /^(`+)text\n([\s\S]*?)\n\1\n/.exec(issue.body) ?? [];
      expect(fence.length).to.be.greaterThan(4);
      expect(inside).to.contain("@everyone");
      expect(issue.body.replace(inside, "")).not.to.contain("@everyone");
    });

    it("is left alone as long as its limit asks", async () => {
      const github = closed(await fakeGithub("tok", "acme/shop"));
      const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(now / 1000 + 90) };
      github.next.push((_asked, answer) => answer(403, { message: "API rate limit exceeded" }, headers));
      const outcome = await send(message(null, notification()), channel(github.url), signal);
      expect(outcome).to.include({ delivered: false, again: true, retryAfterMs: 90_000 });
    });

    it("that opened an issue and then fails to close it tells of the issue all the same", async () => {
      const github = closed(await fakeGithub("tok", "acme/shop"));
      github.next.push(
        (_asked, answer) => answer(200, []),
        (_asked, answer) => answer(201, { number: 7, html_url: "https://github.example/7" }),
        (_asked, answer) => answer(502),
      );
      const outcome = await send(message(null, moved("RESOLVED")), channel(github.url), signal);
      expect(outcome).to.deep.include({
        delivered: false,
        again: true,
        ticket: { key: "7", url: "https://github.example/7" },
      });
    });

    it("is only looked at for a test, and says what is wrong with the token", async () => {
      const github = closed(await fakeGithub("other", "acme/shop"));
      expect(await send(test, channel(github.url), signal)).to.include({ delivered: false });
      expect(github.issues).to.deep.equal([]);
    });
  });

  describe("Jira", () => {
    const credentials = `Basic ${Buffer.from("ada@example.com:tok").toString("base64")}`;
    const channel = (baseUrl: string): OpenChannel => ({
      ...common,
      kind: "jira",
      settings: { baseUrl, project: "OPS", issueType: "Task", email: "ada@example.com", closeTransition: "Done" },
      secret: "tok",
    });

    it("has an issue opened, commented on, closed and opened again with the incident", async () => {
      const jira = closed(await fakeJira(credentials, "OPS"));
      const opened = await send(message(null, notification()), channel(jira.url), signal);
      const ticket = { key: "OPS-1", url: `${jira.url}/browse/OPS-1` };
      expect(opened).to.deep.equal({ delivered: true, ticket });
      const [issue = expect.fail()] = jira.issues;
      expect(issue.fields.labels).to.deep.equal([`tocsin-${incidentId}`]);
      await send(message(ticket, moved("RESOLVED")), channel(jira.url), signal);
      expect(issue.status).to.equal("Done");
      await send(message(ticket, moved("CLOSED")), channel(jira.url), signal);
      expect(issue.status, "closed already").to.equal("Done");
      await send(message(ticket, moved("INVESTIGATING")), channel(jira.url), signal);
      expect(issue.status).to.equal("To Do");
      expect(issue.comments).to.have.length(3);
    });

    it("has no second issue opened by a try that doesn't know of the first", async () => {
      const jira = closed(await fakeJira(credentials, "OPS"));
      await send(message(null, notification()), channel(jira.url), signal);
      await send(message(null, notification()), channel(jira.url), signal);
      expect(jira.issues).to.have.length(1);
    });

    it("takes whatever text there is as plain text of a document", async () => {
      const jira = closed(await fakeJira(credentials, "OPS"));
      const hostile = hostileTexts.join("\n");
      const outcome = await send(
        message(null, notification({ title: hostile, description: hostile })),
        channel(jira.url),
        signal,
      );
      expect(outcome).to.have.property("delivered", true);
    });

    it("of one's own is asked with a token that stands for itself, in texts without markup", async () => {
      const jira = closed(await fakeJira("Bearer tok", "OPS", 2));
      const own = { baseUrl: jira.url, project: "OPS", issueType: "Task", email: null, closeTransition: "Done" };
      const channel: OpenChannel = { ...common, kind: "jira", settings: own, secret: "tok" };
      const hostile = "{noformat} [~admin] {color:red}x";
      const outcome = await send(message(null, notification({ title: hostile })), channel, signal);
      expect(outcome).to.have.nested.property("ticket.key", "OPS-1");
      expect(jira.issues[0]?.fields["description"]).to.match(/^\{noformat\}\n[^{}]*\n\{noformat\}$/);
    });

    it("is only looked at for a test", async () => {
      const jira = closed(await fakeJira(credentials, "OPS"));
      expect(await send(test, channel(jira.url), signal)).to.deep.equal({ delivered: true });
      expect(jira.issues).to.deep.equal([]);
    });
  });
});
