import { expect } from "chai";
import type { LogEvent } from "../src/index.ts";
import { line, numbered, scriptedBuffer, takes } from "./scripted-buffer.ts";
import { deadAddress, hangs } from "./scripted-server.ts";

describe("the bounds of a buffer", () => {
  const scripted = scriptedBuffer();

  describe("bounds", () => {
    it("drop new events when the buffer is full, and report it once", async () => {
      const buffer = scripted.open(await deadAddress(), { maxEvents: 3 });
      expect([0, 1, 2, 3, 4].map((index) => buffer.log(line(index)))).to.deep.equal([true, true, true, false, false]);
      expect(scripted.drops.map(({ reason, events }) => [reason, events])).to.deep.equal([
        ["full", [line(3)]],
        ["full", [line(4)]],
      ]);
      expect(scripted.errors.map(({ message }) => message)).to.deep.equal([
        "The buffer is full, and events are dropped.",
      ]);
      expect(buffer.stats()).to.deep.include({ pending: 3, given: 5 });
    });

    it("drop the oldest events if configured, and never events in flight", async () => {
      const buffer = await scripted.play({ maxEvents: 3, batchEvents: 1, dropWhenFull: "oldest" }, hangs, takes);
      buffer.log(line(0));
      const flushed = buffer.flush();
      for (let index = 1; index < 6; index += 1) buffer.log(line(index));
      expect(
        scripted.drops.flatMap(({ events }) => (events as LogEvent[]).map(({ message }) => message)),
      ).to.deep.equal(numbered(1, 4));
      await buffer.close({ timeoutMs: 0 });
      await flushed;
      expect(buffer.stats().dropped).to.include({ full: 3, out_of_time: 3 });
    });

    it("count bytes too", async () => {
      const buffer = scripted.open(await deadAddress(), { maxBytes: 250 });
      for (let index = 0; index < 4; index += 1) buffer.log(line(index));
      expect(buffer.stats().bytes).to.be.at.most(250).and.above(150);
      expect(buffer.stats().dropped.full).to.equal(2);
    });

    it("reject invalid numbers", () => {
      expect(() => scripted.open("http://127.0.0.1:1", { maxEvents: 0 })).to.throw(RangeError, "maxEvents");
      expect(() => scripted.open("http://127.0.0.1:1", { flushMs: Number.NaN })).to.throw(RangeError, "flushMs");
    });
  });

  describe("the application", () => {
    it("survives events that cannot be serialized, of which as much as possible is sent", async () => {
      const buffer = await scripted.play({}, takes);
      const circular: Record<string, unknown> = { amount: 12n, at: new Date(0) };
      circular["self"] = circular;
      let deep: unknown = "deep";
      for (let level = 0; level < 100_000; level += 1) deep = [deep];
      const throwing = {
        get secret() {
          throw new Error("not for you");
        },
        fine: true,
      };
      const proxy = new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error("no keys");
          },
        },
      );
      const metadata = {
        circular,
        deep,
        throwing,
        proxy,
        error: new TypeError("wrong"),
        toJson: {
          toJSON: () => {
            throw new Error("x");
          },
        },
      };
      buffer.log({ ...line(0), metadata });
      for (const odd of [undefined, null, "text", 5, [], () => 1]) buffer.log(odd as unknown as LogEvent);
      buffer.log(throwing as unknown as LogEvent);
      await buffer.flush();
      const [first] = JSON.parse(scripted.server?.seen[0]?.body ?? "[]") as LogEvent[];
      expect(first?.metadata?.["circular"]).to.deep.equal({
        amount: "12",
        at: "1970-01-01T00:00:00.000Z",
        self: "(circular)",
      });
      expect(first?.metadata?.["throwing"]).to.deep.equal({ secret: "(cannot be read)", fine: true });
      expect(first?.metadata?.["proxy"]).to.equal("(cannot be read: no keys)");
      expect(first?.metadata?.["error"]).to.include({ type: "TypeError", message: "wrong" });
      expect(JSON.stringify(first?.metadata?.["deep"])).to.include("(nested too deeply)");
      expect(buffer.stats()).to.include({ given: 8, accepted: 2 });
      expect(buffer.stats().dropped.unserialisable).to.equal(6);
    });

    it("survives messages of 10 MB, which are cut and marked", async () => {
      const buffer = await scripted.play({}, takes);
      buffer.log({ ...line(0), message: "x".repeat(10_000_000) });
      buffer.log({ ...line(1), message: "\u0000".repeat(10_000_000), metadata: { big: "y".repeat(1_000_000) } });
      await buffer.flush();
      const [plain, controls] = JSON.parse(scripted.server?.seen[0]?.body ?? "[]") as LogEvent[];
      expect(plain?.message).to.match(/^x{65536} … \(cut, 10000000 characters\)$/);
      expect(JSON.stringify(controls).length).to.be.below(256 * 1024);
      expect(controls?.metadata).to.deep.equal({ truncated: "metadata was too large" });
    });

    it("is notified of an event too large to be cut", async () => {
      const buffer = scripted.open(await deadAddress());
      buffer.log({ ...line(0), service: "s".repeat(300_000) });
      expect(scripted.drops.map(({ reason }) => reason)).to.deep.equal(["too_large"]);
    });

    it("survives callbacks that throw or add events", async () => {
      const buffer = scripted.open(await deadAddress(), {
        maxEvents: 1,
        onDrop: () => {
          buffer.log(line(9));
          throw new Error("the host's own mistake");
        },
        onError: () => {
          throw new Error("another one");
        },
      });
      for (let index = 0; index < 3; index += 1) buffer.log(line(index));
      expect(buffer.stats().dropped.full).to.equal(4);
    });
  });
});
