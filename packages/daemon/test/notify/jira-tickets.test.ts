import { expect } from "chai";
import type { OpenChannel } from "../../src/notify/channel.ts";
import { fakeJira } from "../support/fake-trackers.ts";
import { hostileTexts } from "../support/hostile.ts";
import { common, incidentId, message, moved, notification, senderBench, test } from "./sender-bench.ts";

describe("the sender of tickets to Jira", () => {
  const { send, signal, closed } = senderBench();

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
