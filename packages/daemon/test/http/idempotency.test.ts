import { expect } from "chai";
import { conforms } from "../support/conforms.ts";
import { drained, ingest, search, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { log, logs } from "../support/telemetry.ts";
import { tokenOf } from "../support/tokens.ts";

describe("an Idempotency-Key", function () {
  this.timeout(20_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  const count = async (word: string): Promise<number> => {
    await drained(daemon);
    return (await search(daemon, { q: word })).length;
  };

  it("that comes again gets the first answer, byte for byte, and queues nothing", async () => {
    const event = log({ message: "replayedonce" });
    const first = await ingest(daemon, "/events/logs", event, { idempotencyKey: "a" });
    const again = await ingest(daemon, "/events/logs", event, { idempotencyKey: "a" });
    expect([first.status, again.status]).to.deep.equal([202, 202]);
    conforms(again, "sendLog");
    expect(again.text).to.equal(first.text);
    expect(again.headers.get("idempotent-replayed")).to.equal("true");
    expect(first.headers.get("idempotent-replayed")).to.equal(null);
    expect(await count("replayedonce")).to.equal(1);
  });

  it("with another body is refused with 422, and the first effect stands", async () => {
    await ingest(daemon, "/events/logs", log({ message: "firstbody" }), { idempotencyKey: "b" });
    const other = await ingest(daemon, "/events/logs", log({ message: "otherbody" }), { idempotencyKey: "b" });
    expect(other.status).to.equal(422);
    conforms(other, "sendLog");
    expect(await count("firstbody")).to.equal(1);
    expect(await count("otherbody")).to.equal(0);
  });

  it("sent eight times at once has one effect; the others get its answer or 409", async () => {
    const body = logs(4, () => ({ message: "eighttimes" }));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ingest(daemon, "/events/logs/batch", body, { idempotencyKey: "c" })),
    );
    expect(answers.filter(({ status }) => status === 202)).to.not.have.lengthOf(0);
    for (const answer of answers) {
      expect(answer.status).to.be.oneOf([202, 409]);
      conforms(answer, "sendLogs");
      if (answer.status === 202) expect(answer.json()).to.deep.equal({ accepted: 4 });
    }
    expect(await count("eighttimes")).to.equal(4);
  });

  it("of eight different bodies at once lets one in", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        ingest(daemon, "/events/logs", log({ message: `onlyone ${index}` }), { idempotencyKey: "d" }),
      ),
    );
    expect(answers.filter(({ status }) => status === 202)).to.have.lengthOf(1);
    for (const { status } of answers) expect(status).to.be.oneOf([202, 409, 422]);
    expect(await count("onlyone")).to.equal(1);
  });

  it("is one of its organization and path alone", async () => {
    const send = (path: string, body: unknown, organization: string) =>
      ingest(daemon, path, body, { idempotencyKey: "e", organization });
    const event = log({ message: "scoped" });
    const answers = await Promise.all([
      send("/events/logs", event, "default"),
      send("/events/logs", event, "shop"),
      send("/events/logs/batch", [event], "default"),
    ]);
    expect(answers.map(({ status }) => status)).to.deep.equal([202, 202, 202]);
    expect(await count("scoped")).to.equal(2);
    await drained(daemon, { organization: "shop" });
    expect(await search(daemon, { q: "scoped" }, tokenOf("shop"))).to.have.lengthOf(1);
  });

  it("whose first request was refused is free for the next", async () => {
    expect((await ingest(daemon, "/events/logs", log({ level: "loud" }), { idempotencyKey: "f" })).status).to.equal(
      400,
    );
    expect((await ingest(daemon, "/events/logs", log(), { idempotencyKey: "f" })).status).to.equal(202);
  });

  it("with a different onInvalid is another request: 422", async () => {
    const body = [log({ message: "lenientkey" }), log({ level: "loud" })];
    const first = await ingest(daemon, "/events/logs/batch?onInvalid=skip", body, { idempotencyKey: "g" });
    expect(first.json()).to.include({ accepted: 1, rejected: 1 });
    const again = await ingest(daemon, "/events/logs/batch?onInvalid=skip", body, { idempotencyKey: "g" });
    expect(again.text).to.equal(first.text);
    expect((await ingest(daemon, "/events/logs/batch", body, { idempotencyKey: "g" })).status).to.equal(422);
  });

  it("is 1 to 255 characters long", async () => {
    expect((await ingest(daemon, "/events/logs", log(), { idempotencyKey: "k".repeat(255) })).status).to.equal(202);
    expect((await ingest(daemon, "/events/logs", log(), { idempotencyKey: "k".repeat(256) })).status).to.equal(400);
    expect((await ingest(daemon, "/events/logs", log(), { idempotencyKey: "" })).status).to.equal(400);
  });

  it("is remembered over a restart", async () => {
    const event = log({ message: "overrestart" });
    const first = await ingest(daemon, "/events/logs", event, { idempotencyKey: "h" });
    await drained(daemon);
    daemon = await daemon.restart();
    const again = await ingest(daemon, "/events/logs", event, { idempotencyKey: "h" });
    expect(again.text).to.equal(first.text);
    expect((await ingest(daemon, "/events/logs", log(), { idempotencyKey: "h" })).status).to.equal(422);
    expect(await count("overrestart")).to.equal(1);
  });
});
