import { expect } from "chai";
import { conforms } from "../support/conforms.ts";
import { core, ingest, search } from "../support/daemon.ts";
import { log } from "../support/telemetry.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";
import { type DeadLetter, LENIENT, lenientBatch } from "./lenient-batch.ts";

describe("a lenient batch", function () {
  this.timeout(20_000);
  const world = lenientBatch();

  it("takes the good events, and says which were left out and why", async () => {
    const answer = await world.send([
      log({ message: "good one" }),
      log({ level: "loud" }),
      log({ message: "good two" }),
      7,
      log({ message: undefined }),
    ]);
    expect(answer.status).to.equal(202);
    conforms(answer, "sendLogs");
    const body = answer.json<{ accepted: number; rejected: number; details: { path: string }[] }>();
    expect(body).to.include({ accepted: 2, rejected: 3 });
    expect(body.details.map(({ path }) => path)).to.deep.equal(["/1/level", "/3", "/4/message"]);
    await world.deadLettersWhen(3);
    expect(await search(world.daemon, { q: "good" }, tokenOf(world.organization))).to.have.lengthOf(2);
  });

  it("keeps what it left out as dead letters, as it was sent", async () => {
    const bad = { service: "checkout-api", level: "silly", message: "m", extra: [1, { deep: null }] };
    const before = Date.now();
    await world.send([bad]);
    const [deadLetter] = await world.deadLettersWhen(1);
    expect(deadLetter).to.deep.include({ organizationId: world.organization, kind: "log", attempts: 0, payload: bad });
    expect(deadLetter?.reason).to.contain("/level must be one of debug, info, warn, error, fatal");
    expect(Date.parse(deadLetter?.receivedAt ?? "")).to.be.within(before, Date.now());
    expect(deadLetter?.id).to.match(/^[0-9a-f-]{36}$/);
  });

  it("takes the good lines, and keeps those that are no JSON as they were sent", async () => {
    const lines = [
      JSON.stringify(log({ message: "good line" })),
      "plain text",
      '{"service":"checkout-api",',
      JSON.stringify(log({ level: "loud" })),
      "",
      JSON.stringify(log({ message: "good line" })),
    ];
    const headers = { "content-type": "application/x-ndjson" };
    for (const end of ["\n", "\r\n"]) {
      const own = `${world.organization}-${end.length}`;
      const body = lines.join(end);
      const answer = await ingest(world.daemon, LENIENT, body, { organization: own, headers });
      expect(answer.status, answer.text).to.equal(202);
      conforms(answer, "sendLogs");
      const { accepted, rejected, details } = answer.json<{
        accepted: number;
        rejected: number;
        details: { path: string; message: string }[];
      }>();
      expect({ accepted, rejected }).to.deep.equal({ accepted: 2, rejected: 3 });
      expect(details.map(({ path }) => path)).to.deep.equal(["/1", "/2", "/3/level"]);
      expect(details[0]?.message).to.contain("is not JSON");

      const kept = await waitFor(
        async () => {
          const found = (await core(world.daemon, "/events/dead-letters", { token: tokenOf(own) })).json<
            DeadLetter[]
          >();
          return found.length === 3 && found;
        },
        { what: "three dead letters" },
      );
      const payloads = kept.map(({ payload }) => payload);
      expect(payloads).to.deep.include.members(["plain text", '{"service":"checkout-api",', log({ level: "loud" })]);
      expect(kept.find(({ payload }) => payload === "plain text")?.reason).to.contain("is not JSON");
      expect(await search(world.daemon, { q: "good" }, tokenOf(own))).to.have.lengthOf(2);
      const refused = await ingest(world.daemon, "/events/logs/batch", body, { organization: own, headers });
      expect(refused.status).to.equal(400);
    }
  });

  it("keeps nothing that is larger than an event may be, whatever is wrong with it", async () => {
    const text = "\u0001".repeat(1_000);
    await world.send([{ large: "x".repeat(5_000) }, { large: text }, { small: 1 }]);
    const headers = { "content-type": "application/x-ndjson" };
    await ingest(world.daemon, LENIENT, `${text}\n{}\n${"no json ".repeat(400)}`, {
      organization: world.organization,
      headers,
    });
    const payloads = (await world.deadLettersWhen(6)).map(({ payload }) => payload);
    const tooLarge = payloads.filter((each) => each === "(too large to be kept)");
    expect(tooLarge).to.have.lengthOf(4);
    expect(payloads).to.deep.include.members([{ small: 1 }, {}]);
  });

  it("leaves out an event over its size limit, and one a day ahead", async () => {
    const answer = await world.send([
      log({ message: "x".repeat(3_000) }),
      log({ timestamp: "2999-01-01T00:00:00Z" }),
      log(),
    ]);
    expect(answer.json()).to.include({ accepted: 1, rejected: 2 });
    const reasons = (await world.deadLettersWhen(2)).map(({ reason }) => reason).sort();
    expect(reasons[0]).to.contain("/timestamp").and.contain("24 hours");
    expect(reasons[1]).to.contain("TOCSIN_EVENT_BYTES_MAX");
  });

  it("counts all that it leaves out, and names at most 100", async () => {
    const body = (await world.send(Array.from({ length: 300 }, () => ({})))).json<{
      rejected: number;
      details: unknown[];
    }>();
    expect(body.rejected).to.equal(300);
    expect(body.details).to.have.lengthOf(100);
    await waitFor(async () => (await world.deadLetters("?limit=500")).length === 300, { what: "300 dead letters" });
  });

  it("that is no array stays a 400, and another word than refuse and skip too", async () => {
    expect((await world.send({})).status).to.equal(400);
    const answer = await ingest(world.daemon, "/events/logs/batch?onInvalid=maybe", [log()]);
    expect(answer.status).to.equal(400);
    conforms(answer, "sendLogs");
    expect((await ingest(world.daemon, "/events/logs/batch?onInvalid=refuse", [{}])).status).to.equal(400);
  });
});
