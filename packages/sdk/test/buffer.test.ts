import { expect } from "chai";
import type { LogEvent } from "../src/index.ts";
import { line, messagesOf, numbered, scriptedBuffer, takes } from "./scripted-buffer.ts";
import { hangs, refuses } from "./scripted-server.ts";

describe("a buffer", () => {
  const scripted = scriptedBuffer();

  const keys = () => scripted.server?.seen.map(({ headers }) => headers["idempotency-key"]);
  const sent = () =>
    scripted.server?.seen.map(({ url, body }) => (url.startsWith("/events/logs/batch") ? messagesOf(body) : url));

  describe("sends", () => {
    it("all events in order, in batches, one request at a time", async () => {
      let open = 0;
      let most = 0;
      const buffer = await scripted.play({ batchEvents: 3 }, (response, request) => {
        open += 1;
        most = Math.max(most, open);
        setImmediate(() => {
          open -= 1;
          takes(response, request);
        });
      });
      for (let index = 0; index < 8; index += 1) expect(buffer.log(line(index))).to.equal(true);
      expect(await buffer.flush()).to.equal(true);
      expect(sent()).to.deep.equal([numbered(0, 3), numbered(3, 6), numbered(6, 8)]);
      expect(scripted.server?.seen[0]).to.include({ method: "POST", url: "/events/logs/batch?onInvalid=skip" });
      expect(scripted.server?.seen[0]?.headers).to.include({ "x-api-key": "K", "content-type": "application/json" });
      expect(new Set(keys())).to.have.lengthOf(3);
      expect(most).to.equal(1);
      expect(buffer.stats()).to.include({ given: 8, accepted: 8, rejected: 0, pending: 0, bytes: 0 });
    });

    it("metrics and deployments to their own paths, between the logs before and after them", async () => {
      const buffer = await scripted.play({}, takes);
      buffer.log(line(0));
      buffer.metric({ service: "checkout", name: "latency", value: 48, unit: "ms" });
      buffer.deployment({ service: "checkout", version: "1.4.2", environment: "production" });
      buffer.log(line(1));
      await buffer.flush();
      expect(sent()).to.deep.equal([["line 0"], "/events/metrics", "/events/deployments", ["line 1"]]);
      expect(buffer.stats()).to.include({ accepted: 4, pending: 0 });
    });

    it("the time at which an event was added, unless it has one", async () => {
      const buffer = await scripted.play({}, takes);
      buffer.log(line(0));
      buffer.log({ ...line(1), timestamp: "2026-01-01T00:00:00Z" });
      await buffer.flush();
      const times = (JSON.parse(scripted.server?.seen[0]?.body ?? "[]") as LogEvent[]).map(
        ({ timestamp }) => timestamp,
      );
      expect(times).to.deep.equal(["2026-03-02T09:00:00.000Z", "2026-01-01T00:00:00Z"]);
    });

    it("a batch that reaches its maximum of bytes", async () => {
      const buffer = await scripted.play({ batchBytes: 250 }, takes);
      for (let index = 0; index < 4; index += 1) buffer.log(line(index));
      await buffer.flush();
      expect(sent()).to.deep.equal([numbered(0, 2), numbered(2, 4)]);
    });

    it("part of a batch after flushMs, and a full one at once", async () => {
      const buffer = await scripted.play({ batchEvents: 2, flushMs: 777 }, takes);
      buffer.log(line(0));
      expect(scripted.waits).to.deep.equal([777]);
      buffer.log(line(1));
      expect(scripted.waits).to.deep.equal([777, 0]);
      await buffer.flush();
    });
  });

  describe("close", () => {
    it("sends pending events, and drops later ones", async () => {
      const buffer = await scripted.play({}, takes);
      buffer.log(line(0));
      expect(await buffer.close()).to.include({ accepted: 1, pending: 0 });
      expect(buffer.log(line(1))).to.equal(false);
      expect((await buffer.close()).accepted).to.equal(1);
      expect(buffer.stats().dropped.closed).to.equal(1);
    });

    it("gives up in time when nobody answers, and reports the loss", async () => {
      const buffer = await scripted.play({}, hangs);
      buffer.log(line(0));
      buffer.log(line(1));
      expect(await buffer.flush({ timeoutMs: 1 })).to.equal(false);
      expect(buffer.stats().pending).to.equal(2);
      await buffer.close({ timeoutMs: 1 });
      expect(buffer.stats()).to.include({ pending: 0, bytes: 0 });
      expect(scripted.drops.map(({ reason, events }) => [reason, events.length])).to.deep.equal([["out_of_time", 2]]);
      expect(scripted.errors.at(-1)?.message).to.equal("2 events could not be sent in time and are lost.");
    });

    it("does not wait for a failure that no wait changes", async () => {
      const buffer = await scripted.play({}, refuses(401));
      buffer.log(line(0));
      await buffer.close({ timeoutMs: 2 ** 31 - 1 });
      expect(scripted.server?.seen).to.have.lengthOf(1);
      expect(scripted.errors.at(-1)?.message).to.include(
        "1 event could not be sent in time and is lost. Refused with 401.",
      );
    });
  });
});
