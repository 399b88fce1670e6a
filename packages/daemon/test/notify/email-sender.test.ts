import { expect } from "chai";
import type { OpenChannel } from "../../src/notify/channel.ts";
import { createSend } from "../../src/notify/channels/send.ts";
import { MailFailed } from "../../src/notify/mail.ts";
import { hostileTexts } from "../support/hostile.ts";
import { common, message, notification, now, senderBench } from "./sender-bench.ts";

describe("the sender of mail", () => {
  const { send, outbound, signal, mails, refusals } = senderBench();

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
});
