import { expect } from "chai";
import type { OpenChannel } from "../../src/notify/channel.ts";
import { fakeGithub } from "../support/fake-trackers.ts";
import { common, message, moved, notification, now, senderBench, test } from "./sender-bench.ts";

describe("the senders that keep tickets", () => {
  const { send, signal, closed } = senderBench();

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
});
