import { expect } from "chai";
import { refuses, resets, streams } from "./scripted-server.ts";
import { incident, scriptedStream } from "./scripted-stream.ts";

describe("the connections of a stream", () => {
  const scripted = scriptedStream();

  for (const [how, act] of Object.entries({
    "an orderly end": streams(incident(1), { end: true }),
    "a drop": streams(incident(1), { drop: true }),
  })) {
    it(`resumes after the last message when it reconnects after ${how}`, async () => {
      const messages = await scripted.take(2, [act, streams(incident(2))]);
      expect(messages.map(({ id }) => id)).to.deep.equal(["1", "2"]);
      expect(scripted.server.seen.map(({ headers }) => headers["last-event-id"])).to.deep.equal([undefined, "1"]);
      expect(scripted.delays).to.deep.equal([2_000]);
      expect(scripted.states.map(({ connected }) => connected)).to.deep.equal([true, false, true]);
    });
  }

  it("resumes from its start when the connection breaks before the first message", async () => {
    const ready = 'retry: 5\n\nid: 7\nevent: ready\ndata: {"lastEventId":"7"}\n\n';
    const messages = await scripted.take(1, [streams(ready, { end: true }), streams(incident(8))]);
    expect(messages.map(({ type, id }) => [type, id])).to.deep.equal([["incident", "8"]]);
    expect(scripted.server.seen.map(({ headers }) => headers["last-event-id"])).to.deep.equal([undefined, "7"]);
  });

  it("reports for each connection whether it resumes after an id", async () => {
    const connections = () => scripted.states.map((state) => state.connected && state.resumed);
    await scripted.take(2, [
      streams("retry: 5\n\n", { end: true }),
      streams(incident(1), { end: true }),
      streams(incident(2)),
    ]);
    expect(connections()).to.deep.equal([false, false, false, false, true]);
    await scripted.server.close();
    await scripted.take(1, [streams(incident(8))], { lastEventId: "7" });
    expect(connections()).to.deep.equal([true]);
  });

  it("starts after the id of the caller", async () => {
    await scripted.take(1, [streams(incident(8))], { lastEventId: "7" });
    expect(scripted.server.seen[0]?.headers["last-event-id"]).to.equal("7");
  });

  it("waits as long as the field retry says", async () => {
    await scripted.take(2, [streams(`retry: 123\n\n${incident(1)}`, { end: true }), streams(incident(2))]);
    expect(scripted.delays).to.deep.equal([123]);
  });

  it("retries ever more slowly while the server is away, and obeys Retry-After", async () => {
    await scripted.take(1, [resets, resets, refuses(503), refuses(429, { "retry-after": "9" }), streams(incident(1))]);
    expect(scripted.delays[0]).to.equal(2_000);
    expect(scripted.delays[1]).to.be.within(2_000, 4_000);
    expect(scripted.delays[2]).to.be.within(4_000, 8_000);
    expect(scripted.delays[3]).to.equal(9_000);
    expect(scripted.states.at(-1)).to.deep.equal({ connected: true, resumed: false });
  });

  it("reconnects when a connection is silent", async () => {
    const messages = await scripted.take(2, [streams(incident(1)), streams(incident(2))], { idleTimeoutMs: 50 });
    expect(messages.map(({ id }) => id)).to.deep.equal(["1", "2"]);
    expect(scripted.states[1]).to.have.nested.property("error.name", "TimeoutError");
  });

  it("rejects a time beyond the maximum of a timer before it connects", async () => {
    for (const idleTimeoutMs of [2 ** 31, 0, Number.NaN]) {
      const failure = await scripted
        .take(1, [streams(incident(1))], { idleTimeoutMs })
        .catch((error: unknown) => error);
      expect(failure, String(idleTimeoutMs)).to.be.instanceOf(RangeError);
      expect(scripted.server.seen).to.have.length(0);
      await scripted.server.close();
    }
  });

  it("bounds the wait that the server asks for, below and above", async () => {
    const text = (retry: string) => streams(`retry: ${retry}\n\n${incident(1)}`, { end: true });
    await scripted.take(2, [text("99999999999999"), streams(incident(2))]);
    expect(scripted.delays).to.deep.equal([30_000]);
    await scripted.server.close();
    await scripted.take(1, [refuses(503, { "retry-after": "99999999999" }), streams(incident(1))]);
    expect(scripted.delays).to.deep.equal([300_000]);
    await scripted.server.close();
    await scripted.take(2, [text("0"), refuses(503, { "retry-after": "0" }), refuses(503), streams(incident(2))]);
    expect(scripted.delays[0]).to.equal(0);
    for (const delay of scripted.delays.slice(1)) expect(delay).to.be.at.least(500);
  });
});
