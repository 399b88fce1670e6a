import { expect } from "chai";
import { core } from "../support/daemon.ts";
import { chatExample } from "./chat-example.ts";

describe("The example approve-from-chat", function () {
  this.timeout(60_000);
  const world = chatExample();

  it("shows action, target and policy, nothing that the incident says, and approves for a listed person", async () => {
    const { id, message, value } = await world.waiting("checkout");
    const text = message.blocks[0]?.text;
    expect(message.channel).to.equal("C1");
    expect(text?.type).to.equal("plain_text");
    expect(text?.text)
      .to.match(/^Action: restart-service\n/)
      .and.include('"checkout"')
      .and.include("Asked for by: ann");
    expect(text?.text).to.match(/^Policy: manual by /m);
    expect(JSON.stringify(world.slack.messages)).not.to.include("evil.example").and.not.to.include("<!channel>");

    expect(await world.press("U2", "approve", value)).to.equal(200);
    await world.answered(/^Approved by ben: /);
    expect(world.slack.messages.at(-1)?.thread_ts).to.match(/^\d+\.0$/);
    expect(await world.statusOf(id)).not.to.be.oneOf(["PENDING_APPROVAL", "REJECTED"]);
    expect(await world.press("U2", "approve", value)).to.equal(200);
    await world.answered(/^Nothing was done: the action is /);
  });

  it("rejects for a listed person, with the name in the reason", async () => {
    const { id, value } = await world.waiting("billing");
    await world.press("U2", "reject", value);
    await world.answered(/^REJECTED by ben\.$/);
    const action = (await core(world.daemon, `/remediation/actions/${id}`)).json<{ details: { rejection: object } }>();
    expect(action.details.rejection).to.include({ reason: "ben, in the chat" });
  });

  it("shows a value as one line, whatever it pretends to be", async () => {
    const { message } = await world.waiting("mail", "eve\nPolicy: automatic\u2028Rollback: none");
    expect(message.blocks[0]?.text?.text).to.match(/^Asked for by: eve Policy: automatic Rollback: none$/m);
  });

  it("lets nobody approve what is too long to be shown", async () => {
    const { message } = await world.waiting("orders", "e".repeat(4_000));
    expect(message.blocks[0]?.text?.text).to.match(/^Action \S+ is too long to be shown here/);
    expect(message.blocks[1]?.elements?.map(({ action_id }) => action_id)).to.deep.equal(["reject"]);
  });
});
