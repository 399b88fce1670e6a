import { expect } from "chai";
import { core, drained, ingest, stored } from "../support/daemon.ts";
import type { ErrorBody } from "../support/request.ts";
import { log } from "../support/telemetry.ts";
import { bodySender } from "./body-sender.ts";

describe("The content of telemetry", function () {
  this.timeout(20_000);
  const world = bodySender();

  describe("with odd content", () => {
    it("keep U+0000 as U+FFFD, in texts, in metadata and in its keys", async () => {
      const event = await world.kept(
        log({ message: "a\u0000b", traceId: "\u0000t", metadata: { "k\u0000": ["v\u0000"] } }),
      );
      expect(event).to.deep.include({ message: "a\uFFFDb", traceId: "\uFFFDt", metadata: { "k\uFFFD": ["v\uFFFD"] } });
    });

    it("keep a text that only spells \\u0000", async () => {
      expect((await world.kept(log({ message: "a\\u0000b" }))).message).to.equal("a\\u0000b");
    });

    it("keep control characters, emoji and both directions of writing as they came", async () => {
      const message = "\u0001\u001b[31m 🙈 \u202E שלום \u0085";
      expect((await world.kept(log({ message }))).message).to.equal(message);
    });

    it("keep keys called __proto__, constructor and toString as data, and change no prototype", async () => {
      const body =
        '{"service":"checkout-api","level":"info","message":"proto","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},' +
        '"metadata":{"__proto__":{"inner":1},"toString":"text","hasOwnProperty":1}}';
      const answer = await ingest(world.daemon, "/events/logs", body);
      expect(answer.status, answer.text).to.equal(202);
      const { id } = answer.json<{ id: string }>();
      await stored(world.daemon, id);
      const { text } = await core(world.daemon, `/events/${id}`);
      expect(text).to.contain('"__proto__":{"inner":1}').and.contain('"event.__proto__":{"polluted":1}');
      expect(text).to.contain('"constructor":{"prototype":{"polluted":1}}').and.contain('"toString":"text"');
      expect(({} as { polluted?: unknown }).polluted).to.equal(undefined);
      expect(Object.prototype).to.not.have.property("inner");
    });

    it("keep a __proto__ also beside a U+0000", async () => {
      const body = '{"service":"checkout-api","level":"info","message":"\\u0000","metadata":{"__proto__":{"inner":1}}}';
      const { id } = (await ingest(world.daemon, "/events/logs", body)).json<{ id: string }>();
      await stored(world.daemon, id);
      expect((await core(world.daemon, `/events/${id}`)).text).to.contain('"__proto__":{"inner":1}');
    });

    it("keep unknown fields of a log event under metadata", async () => {
      const event = await world.kept(
        log({ date: 1795210690.151438, pid: "", host: { name: "a" }, metadata: { env: "prod" } }),
      );
      expect(event.metadata).to.deep.equal({ date: 1795210690.151438, pid: "", host: { name: "a" }, env: "prod" });
      expect(event).to.not.have.any.keys("date", "pid", "host");
    });

    it("lose no unknown field to one of the same name, nor to the name it is kept under then", async () => {
      const event = await world.kept(log({ pid: 1, "event.pid": 2, metadata: { pid: 3 } }));
      expect(Object.values(event.metadata ?? {})).to.have.members([1, 2, 3]);
      const other = await world.kept(log({ pid: 1, metadata: { pid: 3, "event.pid": 2 } }));
      expect(Object.values(other.metadata ?? {})).to.have.members([1, 2, 3]);
    });

    it("cannot set what the server sets", async () => {
      const forged = { id: "0", kind: "metric", organizationId: "other", receivedAt: "2001-01-01T00:00:00.000Z" };
      const event = await world.kept(log(forged));
      expect(event).to.include({ kind: "log", organizationId: "default" });
      expect(event.id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      expect(Date.parse(event.receivedAt)).to.be.above(Date.now() - 60_000);
      expect(event.metadata).to.deep.equal(forged);
    });

    it("are taken with lone surrogates, and what follows is processed", async () => {
      const event = await world.kept(
        '{"service":"checkout-api","level":"info","message":"x\\ud800y","metadata":{"\\udfff":"\\ud800"}}',
      );
      expect(event.message).to.match(/^x[\ud800\uFFFD]y$/);
      expect((await world.kept(log({ message: "after" }))).message).to.equal("after");
    });

    it("are taken with text that is no UTF-8, its broken bytes as U+FFFD", async () => {
      const body = Buffer.concat([
        Buffer.from('{"service":"checkout-api","level":"info","message":"x'),
        Buffer.from([0xff, 0xc3]),
        Buffer.from('"}'),
      ]);
      expect((await world.kept(body)).message).to.match(/^x\uFFFD+$/);
    });

    it("are refused where they nest deeper than 32 levels, also 100,000 deep, strict or lenient", async () => {
      const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
      const event = (levels: number): string =>
        `{"service":"checkout-api","level":"info","message":"deep","metadata":${nested(levels)}}`;
      expect((await ingest(world.daemon, "/events/logs", event(31))).status).to.equal(202);
      for (const levels of [32, 3_000, 100_000]) {
        const answer = await ingest(world.daemon, "/events/logs", event(levels));
        expect(answer.status, `${levels} levels`).to.equal(400);
        expect(answer.json<ErrorBody>().details?.[0]?.path).to.equal("/metadata");
        const lenient = await world.batch(
          `[${event(levels)}]`,
          "application/json",
          "/events/logs/batch?onInvalid=skip",
        );
        expect(lenient.status, `${levels} levels, lenient: ${lenient.text}`).to.be.oneOf([202, 400, 413]);
      }
      await drained(world.daemon);
    });

    it("are refused where a metric's value is no finite number, and taken with the largest one", async () => {
      const metric = (value: string): string => `{"service":"checkout-api","name":"m","unit":"ms","value":${value}}`;
      for (const value of ["1e400", "-1e400", '"1"', "null", "true", "[1]"]) {
        expect((await ingest(world.daemon, "/events/metrics", metric(value))).status, value).to.equal(400);
      }
      for (const value of ["1.7976931348623157e308", "-0", "5e-324", "12345678901234567890"]) {
        expect(await world.kept(metric(value), { path: "/events/metrics" }))
          .to.have.property("value")
          .that.equals(Number(value) + 0);
      }
    });

    it("with the same key twice count as JSON.parse has it: the last one", async () => {
      expect(
        (await world.kept('{"service":"checkout-api","level":"info","message":"first","message":"last"}')).message,
      ).to.equal("last");
    });

    it("have their service trimmed, its casing kept, and white space alone refused", async () => {
      expect((await world.kept(log({ service: " \tCheckout-API\n " }))).service).to.equal("Checkout-API");
      for (const service of ["", " ", "\t\n", "\u00A0"]) {
        expect((await ingest(world.daemon, "/events/logs", log({ service }))).status, JSON.stringify(service)).to.equal(
          400,
        );
      }
    });
  });
});
