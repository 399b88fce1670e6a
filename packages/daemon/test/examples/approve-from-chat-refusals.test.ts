import { createHmac } from "node:crypto";
import { expect } from "chai";
import { chatExample, WEBHOOK_SECRET } from "./chat-example.ts";

describe("Presses that the example approve-from-chat refuses", function () {
  this.timeout(60_000);
  const world = chatExample();

  it("does nothing for others, for who asked for it, and for another plan than the one shown", async () => {
    const { id, value } = await world.waiting("search");
    await world.press("U9", "approve", value);
    await world.answered(/^Nothing was done: U9 is not among those who may decide\.$/);
    await world.press("U1", "approve", value);
    await world.answered(/^Nothing was done: whoever asked for an action does not approve it\.$/);
    await world.press("U2", "approve", `${id} ${"0".repeat(64)}`);
    await world.answered(/^Nothing was done: the plan is another one by now\.$/);
    expect(await world.statusOf(id)).to.equal("PENDING_APPROVAL");
  });

  it("lets in neither presses nor webhooks that aren't signed, or were signed long ago", async () => {
    const { id, value } = await world.waiting("cart");
    const before = world.slack.messages.length;
    expect(await world.press("U2", "approve", value, { secret: "guessed" })).to.equal(401);
    expect(await world.press("U2", "approve", value, { age: 3600 })).to.equal(401);
    const unsigned = await fetch(`${world.address}/slack`, { method: "POST", body: "payload={}" });
    expect(unsigned.status).to.equal(401);

    const body = JSON.stringify({ events: [{ event: "approval_requested", incident: { id: "x" } }] });
    const post = (secret: string, age: number) => {
      const seconds = Math.floor(Date.now() / 1000) - age;
      const mac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
      const headers = { "x-tocsin-signature": `t=${seconds},v1=${mac}` };
      return fetch(`${world.address}/tocsin`, { method: "POST", body, headers }).then(({ status }) => status);
    };
    expect(await post("guessed", 0)).to.equal(401);
    expect(await post(WEBHOOK_SECRET, 3600)).to.equal(401);
    expect(world.slack.messages).to.have.lengthOf(before);
    expect(await world.statusOf(id)).to.equal("PENDING_APPROVAL");
  });
});
