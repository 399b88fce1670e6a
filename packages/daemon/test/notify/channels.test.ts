import { createHmac } from "node:crypto";
import { expect } from "chai";
import type { OpenChannel } from "../../src/notify/channel.ts";
import { fakeReceiver } from "../support/fake-trackers.ts";
import { hostileTexts } from "../support/hostile.ts";
import { common, incidentId, message, notification, now, senderBench } from "./sender-bench.ts";

describe("the senders of messages", () => {
  const { send, signal, closed } = senderBench();

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

    it("is told of a rule by the rule's name, not as news of the incident", async () => {
      const receiver = closed(await fakeReceiver());
      const entry = { title: "The rule a only watches from now on", detail: "1 of 20", actor: "system", metadata: {} };
      await send(message(null, notification({}, { event: "rule_demoted", entry })), channel(receiver.url), signal);
      const [{ body } = expect.fail()] = receiver.asked;
      expect((body as { text: string }).text).to.match(/^The rule a only watches from now on\n/);
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
});
