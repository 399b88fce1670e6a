import type { NotificationDelivery } from "@tocsin/sdk";
import { expect } from "chai";
import stringWidth from "string-width";
import { channelDetails, channelListing, deliveryListing } from "../src/format/channel.ts";
import { listTable } from "../src/format/listing.ts";
import { plainPaint } from "../src/text/paint.ts";
import { channel, chat } from "./channel-samples.ts";
import { fakeSession } from "./fake-session.ts";
import { json, refusal } from "./fake-tocsin.ts";

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

  it("channel test fails with the reason if the message is not accepted", async () => {
    await fake.serve({
      [channels]: json([channel()]),
      [`POST ${own}/test`]: json({ delivered: false, reason: "The host answered 404." }),
    });
    const { code, stderr } = await fake.run("channel test ops");
    expect(code).to.equal(1);
    expect(stderr).to.contain("The host answered 404.");
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
