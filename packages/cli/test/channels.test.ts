import type { NotificationChannel, NotificationDelivery } from "@tocsin/sdk";
import { expect } from "chai";
import stringWidth from "string-width";
import { channelDetails, channelListing, deliveryListing } from "../src/format/channel.ts";
import { listTable } from "../src/format/listing.ts";
import { plainPaint } from "../src/text/paint.ts";
import { fakeSession } from "./fake-session.ts";
import { json, refusal } from "./fake-tocsin.ts";

const channel = (fields: Partial<NotificationChannel> = {}): NotificationChannel => ({
  id: "5c1d0c2f-0000-4000-8000-000000000001",
  organizationId: "acme",
  name: "ops",
  kind: "webhook",
  enabled: true,
  events: [],
  minSeverity: null,
  services: [],
  settings: { url: "https://ops.example.com/…" },
  secretSet: true,
  secret: null,
  health: {
    state: "open",
    consecutiveFailures: 5,
    lastError: "The host answered 500\u001b[2J.",
    lastDeliveredAt: null,
    nextTryAt: null,
    waiting: 3,
    dead: 1,
  },
  createdAt: "2026-11-20T08:00:00.000Z",
  updatedAt: "2026-11-20T08:00:00.000Z",
  ...fields,
});
const chat = channel({ id: "6d1d0c2f-0000-4000-8000-000000000002", name: "chat\u202e", kind: "slack", enabled: false });
const delivery: NotificationDelivery = {
  id: "0198c1da-0000-7000-8000-00000000ee01",
  organizationId: "acme",
  channelId: channel().id,
  channelName: "ops",
  incidentId: "019353e1-0000-7000-8000-000000000001",
  event: "incident_created",
  status: "dead",
  attempts: 12,
  lastError: "The host answered 404.",
  createdAt: "2026-11-20T08:00:00.000Z",
  nextTryAt: null,
  deliveredAt: null,
};

describe("commands about notifications", () => {
  const fake = fakeSession();
  const channels = "GET /notifications/channels";
  const own = `/notifications/channels/${channel().id}`;
  const bodyOf = (method: string, path: string): unknown => {
    const asked = fake.server.requests.find((each) => each.method === method && each.url === path);
    return asked?.body ? JSON.parse(asked.body) : undefined;
  };

  it("channel list prints full, tab-separated and cleaned values in a pipe", async () => {
    await fake.serve({ [channels]: json([channel(), chat]) });
    expect((await fake.run("channel list")).stdout.trimEnd().split("\n")).to.deep.equal([
      `${channel().id}\twebhook\topen\tops\t3\t1`,
      `${chat.id}\tslack\toff\tchat\t3\t1`,
    ]);
  });

  it("channel show takes a name, and prints the health of the channel", async () => {
    await fake.serve({ [channels]: json([channel(), chat]) });
    const { stdout } = await fake.run("channel show ops");
    expect(stdout).to.contain("The host answered 500.").and.to.contain("3; failed: 1");
    expect(stdout).not.to.contain("\u001b[2J");
  });

  it("never read a missing argument from stdin, which may be the lines of a loop", async () => {
    await fake.serve({ [channels]: json([channel()]) });
    expect(await fake.run("channel show", "ops\n")).to.have.property("code", 2);
  });

  describe("channel create", () => {
    it("creates a webhook, and shows its generated key", async () => {
      await fake.serve({ "POST /notifications/channels": json(channel({ secret: "made-for-you" }), 201) });
      const { stdout } = await fake.run(
        "channel create webhook ops --url https://ops.example.com/in --events incident_created,escalated --min-severity high --service checkout",
      );
      expect(stdout).to.contain("made-for-you");
      expect(bodyOf("POST", "/notifications/channels")).to.deep.equal({
        name: "ops",
        kind: "webhook",
        settings: { url: "https://ops.example.com/in" },
        events: ["incident_created", "escalated"],
        minSeverity: "HIGH",
        services: ["checkout"],
      });
    });

    it("reads the secret address of a Slack webhook from stdin", async () => {
      await fake.serve({ "POST /notifications/channels": json(chat, 201) });
      await fake.run("channel create slack chat", "https://hooks.slack.com/services/T/B/X\n");
      expect(bodyOf("POST", "/notifications/channels")).to.deep.equal({
        name: "chat",
        kind: "slack",
        settings: { url: "https://hooks.slack.com/services/T/B/X" },
      });
      const { code, stderr } = await fake.run("channel create slack chat --url https://hooks.slack.com/services/T/B/X");
      expect(code).to.equal(2);
      expect(stderr).to.contain("stdin");
    });

    it("reads the token of a tracker from stdin, and never prints it", async () => {
      await fake.serve({ "POST /notifications/channels": json(channel({ kind: "jira" }), 201) });
      const { stdout, stderr } = await fake.run(
        "channel create jira tickets --base-url https://acme.example.com --project OPS --account ada@example.com",
        "s3cret-token\n",
      );
      expect(bodyOf("POST", "/notifications/channels")).to.deep.equal({
        name: "tickets",
        kind: "jira",
        settings: { baseUrl: "https://acme.example.com", project: "OPS", email: "ada@example.com" },
        secret: "s3cret-token",
      });
      expect(stdout + stderr).not.to.contain("s3cret-token");
    });

    it("creates a Jira channel without an account, as for a Data Center", async () => {
      await fake.serve({ "POST /notifications/channels": json(channel({ kind: "jira" }), 201) });
      await fake.run("channel create jira tickets --base-url https://jira.example.com --project OPS", "token\n");
      expect(bodyOf("POST", "/notifications/channels")).to.deep.include({
        settings: { baseUrl: "https://jira.example.com", project: "OPS" },
      });
    });

    it("reports missing and wrong settings of a kind before it asks for a secret", async () => {
      await fake.serve();
      expect((await fake.run("channel create github x")).stderr).to.contain("--repository");
      const { code, stderr } = await fake.run("channel create email x --to a@example.com --project OPS");
      expect(code).to.equal(2);
      expect(stderr).to.contain("--project doesn't apply to a channel of kind email");
    });
  });

  it("channel update changes only the given settings, and needs at least one", async () => {
    await fake.serve({ [channels]: json([channel()]), [`PATCH ${own}`]: json(channel()) });
    await fake.run("channel update ops --off --min-severity critical");
    expect(bodyOf("PATCH", own)).to.deep.equal({ minSeverity: "CRITICAL", enabled: false });
    expect((await fake.run("channel update ops")).code).to.equal(2);
  });

  it("channel update keeps other settings, and removes filters", async () => {
    const settings = { baseUrl: "https://acme.example.com", project: "OPS", email: "ada@example.com", issueType: null };
    const tickets = channel({ name: "tickets", kind: "jira", settings });
    await fake.serve({ [channels]: json([tickets]), [`PATCH ${own}`]: json(tickets) });
    await fake.run("channel update tickets --project SRE --all-events --all-severities --all-services");
    expect(bodyOf("PATCH", own)).to.deep.equal({
      settings: { baseUrl: "https://acme.example.com", project: "SRE", email: "ada@example.com" },
      events: [],
      minSeverity: null,
      services: [],
    });
  });

  it("channel update changes the address of a webhook, and of no other kind", async () => {
    await fake.serve({ [channels]: json([channel(), chat]), [`PATCH ${own}`]: json(channel()) });
    await fake.run("channel update ops --url https://ops.example.com/v2");
    expect(bodyOf("PATCH", own)).to.deep.equal({ settings: { url: "https://ops.example.com/v2" } });
    expect((await fake.run("channel update ops --project OPS")).stderr).to.contain(
      "doesn't apply to a channel of kind webhook",
    );
  });

  it("channel update needs the token again for a new address, and reads it from stdin", async () => {
    const tickets = channel({ name: "tickets", kind: "jira", settings: { baseUrl: "https://a.example.com" } });
    await fake.serve({ [channels]: json([tickets]), [`PATCH ${own}`]: json(tickets) });
    const refused = await fake.run("channel update tickets --base-url https://b.example.com");
    expect(refused.code).to.equal(2);
    expect(refused.stderr).to.contain("--secret");
    await fake.run("channel update tickets --base-url https://b.example.com --secret", "t0ken\n");
    expect(bodyOf("PATCH", own)).to.deep.equal({ settings: { baseUrl: "https://b.example.com" }, secret: "t0ken" });
  });

  it("channel update changes nothing in a dry run", async () => {
    await fake.serve({ [channels]: json([channel()]) });
    const { code, stdout } = await fake.run("channel update ops --off --dry-run");
    expect({ code, stdout }).to.deep.equal({ code: 0, stdout: `Would send PATCH ${own} {"enabled":false}\n` });
  });

  it("channel test fails with the reason if the message is not accepted", async () => {
    await fake.serve({
      [channels]: json([channel()]),
      [`POST ${own}/test`]: json({ delivered: false, reason: "The host answered 404." }),
    });
    const { code, stderr } = await fake.run("channel test ops");
    expect(code).to.equal(1);
    expect(stderr).to.contain("The host answered 404.");
  });

  it("channel delete asks first, and reports the lost messages", async () => {
    await fake.serve({ [channels]: json([channel()]), [`DELETE ${own}`]: json({ deleted: true }) });
    expect((await fake.run("channel delete ops")).stderr).to.contain("Without a terminal, use --yes.");
    expect(fake.server.requests.filter(({ method }) => method === "DELETE")).to.deep.equal([]);
    expect((await fake.run("channel delete ops --yes")).stdout).to.equal("ops is deleted, with 3 waiting messages.\n");
  });

  it("notification list passes its filters on, by the name of a channel", async () => {
    await fake.serve({ [channels]: json([channel()]), "GET /notifications/deliveries": json([delivery]) });
    const { stdout } = await fake.run("notification list --status dead --channel ops --limit 7");
    expect(stdout.split("\t")[0]).to.equal(delivery.id);
    expect(fake.server.requests.at(-1)?.url).to.equal(
      `/notifications/deliveries?status=dead&channelId=${channel().id}&limit=7`,
    );
  });

  for (const width of [40, 80, 200]) {
    it(`their lists and pages fit ${width} cells`, () => {
      const now = Date.parse("2026-11-20T08:05:00Z");
      const name = "a channel whose name is quite a bit longer than others are";
      const waiting = { status: "delivered", event: "remediation_executing", channelName: name } as const;
      const other = { ...delivery, ...waiting, id: "93535ba1-0000-4000-8000-00000000ee01" };
      const text = [
        listTable(channelListing([channel({ name }), chat]), { width, now, paint: plainPaint }),
        channelDetails(channel({ name }), { width, now, paint: plainPaint }),
        listTable(deliveryListing([delivery, other]), { width, now, paint: plainPaint }),
      ].join("\n");
      for (const line of text.split("\n")) expect(stringWidth(line), line).to.be.at.most(width);
    });
  }

  it("notification replay tries each delivery, and fails if one is refused", async () => {
    const other = delivery.id.replace("01", "02");
    await fake.serve({
      [`POST /notifications/deliveries/${delivery.id}/replay`]: json({ ...delivery, status: "pending" }),
      [`POST /notifications/deliveries/${other}/replay`]: refusal(409, "The delivery is not dead."),
    });
    const { code, stdout, stderr } = await fake.run(`notification replay ${other} ${delivery.id}`);
    expect(code).to.equal(1);
    expect(stdout).to.equal(`${delivery.id} is queued again.\n`);
    expect(stderr).to.contain("The delivery is not dead.");
  });

  it("notification replay --all sends all failed deliveries, and needs --yes without a terminal", async () => {
    await fake.serve({
      "GET /notifications/deliveries": json([delivery]),
      [`POST /notifications/deliveries/${delivery.id}/replay`]: json({ ...delivery, status: "pending" }),
    });
    const refused = await fake.run("notification replay --all");
    expect(refused.code).to.equal(2);
    expect(refused.stderr).to.contain("--yes");
    expect(await fake.run("notification replay")).to.have.property("code", 2);
    expect((await fake.run("notification replay --all --yes")).stdout).to.equal(`${delivery.id} is queued again.\n`);
  });
});
