import { expect } from "chai";
import { line, messagesOf, numbered, scriptedBuffer, takes } from "./scripted-buffer.ts";
import { type Act, answers, hangs, refuses, resets } from "./scripted-server.ts";

describe("the retries of a buffer", () => {
  const scripted = scriptedBuffer();

  const keys = () => scripted.server?.seen.map(({ headers }) => headers["idempotency-key"]);
  const sent = () =>
    scripted.server?.seen.map(({ url, body }) => (url.startsWith("/events/logs/batch") ? messagesOf(body) : url));

  describe("retries with the same key", () => {
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
        const buffer = await scripted.play({ flushMs: 1 }, act, act, takes);
        buffer.log(line(0));
        await reaches(() => buffer.stats().pending === 0);
        expect(sent()).to.deep.equal([["line 0"], ["line 0"], ["line 0"]]);
        expect(new Set(keys())).to.have.lengthOf(1);
        expect(scripted.waits).to.deep.equal([1, 500, 1000]);
        expect(scripted.errors, "said once").to.have.lengthOf(1);
        expect(buffer.stats()).to.include({ accepted: 1, rejected: 0 });
      });
    }

    it("after Retry-After, if that is longer", async () => {
      const buffer = await scripted.play({ flushMs: 1 }, refuses(503, { "retry-after": "90" }), takes);
      buffer.log(line(0));
      await reaches(() => buffer.stats().pending === 0);
      expect(scripted.waits).to.deep.equal([1, 90_000]);
    });

    it("as after a first failure once somebody waits, but no sooner than the server asks", async () => {
      const down = refuses(503, { "retry-after": "1" });
      let flushed: Promise<boolean> | undefined;
      const meanwhile: Act = (response, request) => {
        flushed = scripted.buffer?.flush();
        down(response, request);
      };
      const buffer = await scripted.play({ flushMs: 1 }, down, down, down, meanwhile, down, takes);
      buffer.log(line(0));
      await reaches(() => buffer.stats().pending === 0);
      expect(await flushed).to.equal(true);
      expect(scripted.waits).to.deep.equal([1, 1000, 1000, 2000, 1000, 2000]);
    });

    it("after the timeout of a server that hangs", async () => {
      const buffer = await scripted.play({ flushMs: 1, timeoutMs: 20 }, hangs, takes);
      buffer.log(line(0));
      await reaches(() => buffer.stats().pending === 0);
      expect(scripted.errors[0]?.name).to.equal("TimeoutError");
      expect(new Set(keys())).to.have.lengthOf(1);
    });

    it("at most half a minute apart, and reports an error again after a success", async () => {
      const down = Array.from({ length: 9 }, () => refuses(503));
      const buffer = await scripted.play({ flushMs: 1 }, ...down, takes, refuses(503), takes);
      buffer.log(line(0));
      await reaches(() => buffer.stats().pending === 0);
      expect(scripted.waits).to.deep.equal([1, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
      buffer.log(line(1));
      await reaches(() => buffer.stats().pending === 0);
      expect(scripted.errors).to.have.lengthOf(2);
    });
  });

  describe("rejected events", () => {
    it("are counted as the server counts them, and the others are accepted", async () => {
      const details = [{ path: "/1/level", message: "must be one of debug, info" }];
      const buffer = await scripted.play({}, answers(202, { accepted: 2, rejected: 1, details }));
      for (let index = 0; index < 3; index += 1) buffer.log(line(index));
      await buffer.flush();
      expect(buffer.stats()).to.include({ accepted: 2, rejected: 1, pending: 0 });
      expect(scripted.errors.map(({ message }) => message)).to.deep.equal([
        "Tocsin rejected 1 event: /1/level must be one of debug, info",
      ]);
    });

    it("are left out of a rejected batch that names them", async () => {
      const buffer = await scripted.play(
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
      it(`are found by bisection if a batch is rejected with ${status} and names none`, async () => {
        const buffer = await scripted.play({}, (response, request) => {
          const bad = messagesOf(request.body).includes("line 5");
          (bad ? refuses(status) : takes)(response, request);
        });
        for (let index = 0; index < 8; index += 1) buffer.log(line(index));
        expect(await buffer.flush()).to.equal(true);
        expect(buffer.stats()).to.include({ accepted: 7, rejected: 1, pending: 0 });
      });
    }

    it("of another path are rejected alone, and delay nothing", async () => {
      const buffer = await scripted.play({}, refuses(403), refuses(400), takes);
      buffer.metric({ service: "one-too-many", name: "latency", value: 1, unit: "ms" });
      buffer.deployment({ service: "checkout", version: "", environment: "production" });
      buffer.log(line(0));
      await buffer.flush();
      expect(buffer.stats()).to.include({ accepted: 1, rejected: 2 });
    });
  });

  /** Lets everything else happen until it is so. */
  async function reaches(condition: () => boolean) {
    while (!condition()) await new Promise((resolve) => setImmediate(resolve));
  }
});
