import { expect } from "chai";
import { channel, chat } from "./channel-samples.ts";
import { fakeSession } from "./fake-session.ts";
import { json } from "./fake-tocsin.ts";

describe("commands that change a notification channel", () => {
  const fake = fakeSession();
  const channels = "GET /notifications/channels";
  const own = `/notifications/channels/${channel().id}`;
  const bodyOf = (method: string, path: string): unknown => {
    const asked = fake.server.requests.find((each) => each.method === method && each.url === path);
    return asked?.body ? JSON.parse(asked.body) : undefined;
  };

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

  it("channel delete asks first, and reports the lost messages", async () => {
    await fake.serve({ [channels]: json([channel()]), [`DELETE ${own}`]: json({ deleted: true }) });
    expect((await fake.run("channel delete ops")).stderr).to.contain("Without a terminal, use --yes.");
    expect(fake.server.requests.filter(({ method }) => method === "DELETE")).to.deep.equal([]);
    expect((await fake.run("channel delete ops --yes")).stdout).to.equal("ops is deleted, with 3 waiting messages.\n");
  });
});
