import { expect } from "chai";
import type { LogEvent, TocsinError } from "../src/index.ts";
import { IngestBuffer } from "../src/ingest/buffer.ts";
import type { BufferOptions, BufferStats } from "../src/ingest/options.ts";
import type { Delivery } from "../src/ingest/post.ts";
import {
  type Act,
  answers,
  deadAddress,
  hangs,
  refuses,
  resets,
  type ScriptedServer,
  scriptedServer,
} from "./scripted-server.ts";

/** Says that it has all, as the ingestion interface does. */
const takes: Act = (response, { url, body }) => {
  const answer = url.startsWith("/events/logs/batch")
    ? { accepted: JSON.parse(body).length }
    : { id: "1", queued: true };
  answers(202, answer)(response, { method: "POST", url, headers: {}, body });
};
const line = (index: number): LogEvent => ({ service: "checkout", level: "info", message: `line ${index}` });
const messagesOf = (body: string) => (JSON.parse(body) as LogEvent[]).map(({ message }) => message);
const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `line ${from + index}`);

const settled = ({ accepted, rejected, dropped, pending }: BufferStats) =>
  accepted + rejected + pending + Object.values(dropped).reduce((sum, count) => sum + count, 0);

describe("buffered ingestion", () => {
  let server: ScriptedServer | undefined;
  let buffer: IngestBuffer | undefined;
  /** Milliseconds that were waited for, all over at once. */
  let waits: number[];
  let errors: TocsinError[];
  let drops: { reason: string; events: readonly unknown[] }[];

  function open(url: string, options: BufferOptions = {}) {
    [waits, errors, drops] = [[], [], []];
    const delivery: Delivery = {
      url,
      headers: { "x-api-key": "K" },
      fetch,
      random: () => 1,
      now: () => 1_772_442_000_000,
      tick: () => 0,
      after: (ms, callback, held) => {
        if (!held) waits.push(ms);
        const timer = setTimeout(callback, held ? ms : 0);
        return () => clearTimeout(timer);
      },
    };
    buffer = new IngestBuffer(delivery, {
      flushOnExit: false,
      onError: (error) => errors.push(error),
      onDrop: (events, reason) => drops.push({ reason, events }),
      ...options,
    });
    return buffer;
  }
  async function play(options: BufferOptions, ...acts: Act[]) {
    server = await scriptedServer(...acts);
    return open(server.url, options);
  }
  const keys = () => server?.seen.map(({ headers }) => headers["idempotency-key"]);
  const sent = () =>
    server?.seen.map(({ url, body }) => (url.startsWith("/events/logs/batch") ? messagesOf(body) : url));
  afterEach(async () => {
    if (buffer) expect(settled(buffer.stats()), "what became of all that was given").to.equal(buffer.stats().given);
    await buffer?.close({ timeoutMs: 0 });
    await server?.close();
    buffer = server = undefined;
  });

  describe("sends", () => {
    it("everything in order, in batches, one request at a time, as the server keeps what it takes", async () => {
      let open = 0;
      let most = 0;
      const buffer = await play({ batchEvents: 3 }, (response, request) => {
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
      expect(server?.seen[0]).to.include({ method: "POST", url: "/events/logs/batch?onInvalid=skip" });
      expect(server?.seen[0]?.headers).to.include({ "x-api-key": "K", "content-type": "application/json" });
      expect(new Set(keys())).to.have.lengthOf(3);
      expect(most).to.equal(1);
      expect(buffer.stats()).to.include({ given: 8, accepted: 8, rejected: 0, pending: 0, bytes: 0 });
    });

    it("metrics and deployments each to their own door, between the logs that came before and after", async () => {
      const buffer = await play({}, takes);
      buffer.log(line(0));
      buffer.metric({ service: "checkout", name: "latency", value: 48, unit: "ms" });
      buffer.deployment({ service: "checkout", version: "1.4.2", environment: "production" });
      buffer.log(line(1));
      await buffer.flush();
      expect(sent()).to.deep.equal([["line 0"], "/events/metrics", "/events/deployments", ["line 1"]]);
      expect(buffer.stats()).to.include({ accepted: 4, pending: 0 });
    });

    it("the time at which an event was given, unless it has one", async () => {
      const buffer = await play({}, takes);
      buffer.log(line(0));
      buffer.log({ ...line(1), timestamp: "2026-01-01T00:00:00Z" });
      await buffer.flush();
      const times = (JSON.parse(server?.seen[0]?.body ?? "[]") as LogEvent[]).map(({ timestamp }) => timestamp);
      expect(times).to.deep.equal(["2026-03-02T09:00:00.000Z", "2026-01-01T00:00:00Z"]);
    });

    it("a batch when it has so many bytes", async () => {
      const buffer = await play({ batchBytes: 250 }, takes);
      for (let index = 0; index < 4; index += 1) buffer.log(line(index));
      await buffer.flush();
      expect(sent()).to.deep.equal([numbered(0, 2), numbered(2, 4)]);
    });

    it("by itself: a part of a batch after flushMs, a full one at once", async () => {
      const buffer = await play({ batchEvents: 2, flushMs: 777 }, takes);
      buffer.log(line(0));
      expect(waits).to.deep.equal([777]);
      buffer.log(line(1));
      expect(waits).to.deep.equal([777, 0]);
      await buffer.flush();
    });
  });

  describe("keeps and tries again, with the same key", () => {
    for (const [what, act] of [
      ["429", refuses(429)],
      ["503", refuses(503)],
      ["500", refuses(500)],
      ["408", refuses(408)],
      ["409, as the first try still runs", refuses(409)],
      ["a connection that is reset", resets],
      ["401", refuses(401)],
      ["403", refuses(403)],
      ["404", refuses(404)],
      ["a redirect", answers(302, {}, { location: "/elsewhere" })],
      ["200 of a page that is no Tocsin", answers(200, { hello: "there" })],
    ] as const) {
      it(`after ${what}`, async () => {
        const buffer = await play({ flushMs: 1 }, act, act, takes);
        buffer.log(line(0));
        await reaches(() => buffer.stats().pending === 0);
        expect(sent()).to.deep.equal([["line 0"], ["line 0"], ["line 0"]]);
        expect(new Set(keys())).to.have.lengthOf(1);
        expect(waits).to.deep.equal([1, 500, 1000]);
        expect(errors, "said once").to.have.lengthOf(1);
        expect(buffer.stats()).to.include({ accepted: 1, rejected: 0 });
      });
    }

    it("after as long as Retry-After says, where that is longer", async () => {
      const buffer = await play({ flushMs: 1 }, refuses(503, { "retry-after": "90" }), takes);
      buffer.log(line(0));
      await reaches(() => buffer.stats().pending === 0);
      expect(waits).to.deep.equal([1, 90_000]);
    });

    it("after a server that hangs, once its time is over", async () => {
      const buffer = await play({ flushMs: 1, timeoutMs: 20 }, hangs, takes);
      buffer.log(line(0));
      await reaches(() => buffer.stats().pending === 0);
      expect(errors[0]?.name).to.equal("TimeoutError");
      expect(new Set(keys())).to.have.lengthOf(1);
    });

    it("no longer than half a minute apart, and says what is wrong again after it was right", async () => {
      const down = Array.from({ length: 9 }, () => refuses(503));
      const buffer = await play({ flushMs: 1 }, ...down, takes, refuses(503), takes);
      buffer.log(line(0));
      await reaches(() => buffer.stats().pending === 0);
      expect(waits).to.deep.equal([1, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
      buffer.log(line(1));
      await reaches(() => buffer.stats().pending === 0);
      expect(errors).to.have.lengthOf(2);
    });
  });

  describe("rejected events", () => {
    it("are counted as the server counts them, and the others are taken", async () => {
      const details = [{ path: "/1/level", message: "must be one of debug, info" }];
      const buffer = await play({}, answers(202, { accepted: 2, rejected: 1, details }));
      for (let index = 0; index < 3; index += 1) buffer.log(line(index));
      await buffer.flush();
      expect(buffer.stats()).to.include({ accepted: 2, rejected: 1, pending: 0 });
      expect(errors.map(({ message }) => message)).to.deep.equal([
        "Tocsin rejected 1 event: /1/level must be one of debug, info",
      ]);
    });

    it("are left out where a refused batch names them", async () => {
      const buffer = await play(
        {},
        refuses(400, {}, { details: [{ path: "/1/level", message: "is wrong" }, null] }),
        takes,
      );
      for (let index = 0; index < 3; index += 1) buffer.log(line(index));
      await buffer.flush();
      expect(sent()).to.deep.equal([numbered(0, 3), ["line 0", "line 2"]]);
      expect(new Set(keys())).to.have.lengthOf(2);
      expect(buffer.stats()).to.include({ accepted: 2, rejected: 1 });
    });

    for (const status of [400, 413, 422]) {
      it(`are found by halves where a batch is refused with ${status} and names none`, async () => {
        const buffer = await play({}, (response, request) => {
          const bad = messagesOf(request.body).includes("line 5");
          (bad ? refuses(status) : takes)(response, request);
        });
        for (let index = 0; index < 8; index += 1) buffer.log(line(index));
        expect(await buffer.flush()).to.equal(true);
        expect(buffer.stats()).to.include({ accepted: 7, rejected: 1, pending: 0 });
      });
    }

    it("of their own door are rejected alone, and hold nothing up", async () => {
      const buffer = await play({}, refuses(403), refuses(400), takes);
      buffer.metric({ service: "one-too-many", name: "latency", value: 1, unit: "ms" });
      buffer.deployment({ service: "checkout", version: "", environment: "production" });
      buffer.log(line(0));
      await buffer.flush();
      expect(buffer.stats()).to.include({ accepted: 1, rejected: 2 });
    });
  });

  describe("bounds", () => {
    it("drop what comes when the buffer has as many events as it may, and say so once", async () => {
      const buffer = open(await deadAddress(), { maxEvents: 3 });
      expect([0, 1, 2, 3, 4].map((index) => buffer.log(line(index)))).to.deep.equal([true, true, true, false, false]);
      expect(drops.map(({ reason, events }) => [reason, events])).to.deep.equal([
        ["full", [line(3)]],
        ["full", [line(4)]],
      ]);
      expect(errors.map(({ message }) => message)).to.deep.equal(["The buffer is full, and events are dropped."]);
      expect(buffer.stats()).to.deep.include({ pending: 3, given: 5 });
    });

    it("drop the oldest where that is asked for, and never what is on its way", async () => {
      const buffer = await play({ maxEvents: 3, batchEvents: 1, dropWhenFull: "oldest" }, hangs, takes);
      buffer.log(line(0));
      const flushed = buffer.flush();
      for (let index = 1; index < 6; index += 1) buffer.log(line(index));
      expect(drops.flatMap(({ events }) => (events as LogEvent[]).map(({ message }) => message))).to.deep.equal(
        numbered(1, 4),
      );
      await buffer.close({ timeoutMs: 0 });
      await flushed;
      expect(buffer.stats().dropped).to.include({ full: 3, out_of_time: 3 });
    });

    it("count bytes too", async () => {
      const buffer = open(await deadAddress(), { maxBytes: 250 });
      for (let index = 0; index < 4; index += 1) buffer.log(line(index));
      expect(buffer.stats().bytes).to.be.at.most(250).and.above(150);
      expect(buffer.stats().dropped.full).to.equal(2);
    });

    it("refuse numbers that can't hold", () => {
      expect(() => open("http://127.0.0.1:1", { maxEvents: 0 })).to.throw(RangeError, "maxEvents");
      expect(() => open("http://127.0.0.1:1", { flushMs: Number.NaN })).to.throw(RangeError, "flushMs");
    });
  });

  describe("the host", () => {
    it("survives events that can't be written, which come as far as they can", async () => {
      const buffer = await play({}, takes);
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
      const [first] = JSON.parse(server?.seen[0]?.body ?? "[]") as LogEvent[];
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

    it("survives messages of 10 MB: they are cut, and say so", async () => {
      const buffer = await play({}, takes);
      buffer.log({ ...line(0), message: "x".repeat(10_000_000) });
      buffer.log({ ...line(1), message: "\u0000".repeat(10_000_000), metadata: { big: "y".repeat(1_000_000) } });
      await buffer.flush();
      const [plain, controls] = JSON.parse(server?.seen[0]?.body ?? "[]") as LogEvent[];
      expect(plain?.message).to.match(/^x{65536} … \(cut, 10000000 characters\)$/);
      expect(JSON.stringify(controls).length).to.be.below(256 * 1024);
      expect(controls?.metadata).to.deep.equal({ truncated: "metadata was too large" });
    });

    it("hears of an event too large to be cut", async () => {
      const buffer = open(await deadAddress());
      buffer.log({ ...line(0), service: "s".repeat(300_000) });
      expect(drops.map(({ reason }) => reason)).to.deep.equal(["too_large"]);
    });

    it("is not brought down by its own callbacks, nor sent in circles by them", async () => {
      const buffer = open(await deadAddress(), {
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

  describe("close", () => {
    it("sends what waits, and drops what comes afterwards", async () => {
      const buffer = await play({}, takes);
      buffer.log(line(0));
      expect(await buffer.close()).to.include({ accepted: 1, pending: 0 });
      expect(buffer.log(line(1))).to.equal(false);
      expect((await buffer.close()).accepted).to.equal(1);
      expect(buffer.stats().dropped.closed).to.equal(1);
    });

    it("gives up in time when nobody answers, and says what is lost", async () => {
      const buffer = await play({}, hangs);
      buffer.log(line(0));
      buffer.log(line(1));
      expect(await buffer.flush({ timeoutMs: 1 })).to.equal(false);
      expect(buffer.stats().pending).to.equal(2);
      await buffer.close({ timeoutMs: 1 });
      expect(buffer.stats()).to.include({ pending: 0, bytes: 0 });
      expect(drops.map(({ reason, events }) => [reason, events.length])).to.deep.equal([["out_of_time", 2]]);
      expect(errors.at(-1)?.message).to.equal("2 events could not be sent in time and are lost.");
    });

    it("does not wait for what no wait changes", async () => {
      const buffer = await play({}, refuses(401));
      buffer.log(line(0));
      await buffer.close({ timeoutMs: 2 ** 31 - 1 });
      expect(server?.seen).to.have.lengthOf(1);
      expect(errors.at(-1)?.message).to.include("1 event could not be sent in time and is lost. Refused with 401.");
    });
  });

  /** Lets everything else happen until it is so. */
  async function reaches(condition: () => boolean) {
    while (!condition()) await new Promise((resolve) => setImmediate(resolve));
  }
});
