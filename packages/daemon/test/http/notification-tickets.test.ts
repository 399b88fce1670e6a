import { expect } from "chai";
import { waitFor } from "../support/wait.ts";
import { type Channel, channelDaemon, type Delivery, PUBLIC_URL } from "./channel-daemon.ts";

describe("mail and tickets of a running daemon", function () {
  this.timeout(60_000);
  const world = channelDaemon();

  it("email: reaches each recipient once, also where the server can't take one's yet", async () => {
    const recipients = ["ann@example.com", "bob@example.com"];
    const { id } = await world.channel("email", { recipients });
    world.busy.set("bob@example.com", "452 mailbox full");
    const opened = world.incident();
    await waitFor(
      async () => (await world.act<Channel>("GET", `/notifications/channels/${id}`)).health.consecutiveFailures > 0,
      { what: "the first try" },
    );
    const [waiting] = await world.act<Delivery[]>("GET", "/notifications/deliveries");
    expect(waiting?.lastError).to.match(/^1 of 2 recipients took it. bob@example.com: .*452/);
    world.busy.clear();
    await opened;
    const subjects = (address: string): (string | undefined)[] =>
      world.mailServer.mails.filter((mail) => mail.recipients.includes(address)).map(({ subject }) => subject);
    for (const recipient of recipients) {
      const [test, open, resolved, ...more] = subjects(recipient);
      expect([test, more]).to.deep.equal(["Tocsin: a test", []]);
      expect(open).to.match(/^HIGH OPEN: Checkout/);
      expect(resolved).to.match(/^HIGH RESOLVED: Checkout/);
    }
    expect(world.mailServer.mails.at(-1)?.html).to.include("&lt;b&gt;now").and.not.to.include("<b>now");
  });

  it("github: keeps one issue an incident, closed with it", async () => {
    await world.channel(
      "github",
      { repository: "acme/shop", labels: ["incident"], apiUrl: world.github.url },
      "gh-token",
    );
    expect(world.github.issues).to.have.length(0);
    const id = await world.incident();
    const [issue = expect.fail(), ...others] = world.github.issues;
    expect(others).to.have.length(0);
    expect(issue).to.deep.include({ state: "closed", labels: ["incident"] });
    expect(issue.body).to.include(`<!-- tocsin-${id} -->`).and.to.include(`${PUBLIC_URL}/incidents/${id}`);
    expect(issue.comments).to.have.length(1);
  });

  it("jira: keeps one issue an incident, done with it", async () => {
    const settings = { baseUrl: world.jira.url, project: "OPS", email: "ada@example.com" };
    await world.channel("jira", settings, "jira-token");
    const id = await world.incident();
    const [issue = expect.fail(), ...others] = world.jira.issues;
    expect(others).to.have.length(0);
    expect(issue).to.deep.include({ status: "Done" });
    expect(issue.fields.labels).to.deep.equal([`tocsin-${id}`]);
    expect(issue.comments).to.have.length(1);
  });
});
