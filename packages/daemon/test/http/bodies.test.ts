import { expect } from "chai";
import { conforms } from "../support/conforms.ts";
import {
  core,
  drained,
  type IngestOptions,
  ingest,
  type StoredEvent,
  search,
  startTestDaemon,
  stored,
  type TestDaemon,
} from "../support/daemon.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { log, logs } from "../support/telemetry.ts";

describe("bodies of telemetry", function () {
  this.timeout(20_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  const batch = (body: unknown, type = "application/json", path = "/events/logs/batch"): Promise<Answer> =>
    ingest(daemon, path, body, { headers: { "content-type": type } });
  const lines = (events: readonly unknown[], end = "\n"): string =>
    events.map((event) => JSON.stringify(event) + end).join("");

  /** Sends one event and answers how it is kept. */
  async function kept(event: unknown, options: IngestOptions & { path?: string } = {}): Promise<StoredEvent> {
    const { path = "/events/logs", ...rest } = options;
    const answer = await ingest(daemon, path, event, rest);
    expect(answer.status, answer.text).to.equal(202);
    return stored(daemon, answer.json<{ id: string }>().id);
  }

  async function accepts(answer: Answer, word: string, count: number): Promise<void> {
    expect(answer.status, answer.text).to.equal(202);
    conforms(answer, "sendLogs");
    expect(answer.json()).to.deep.equal({ accepted: count });
    await drained(daemon);
    expect(await search(daemon, { q: word })).to.have.lengthOf(count);
  }

  it("with one name twice in an object count with its last value, as JSON.parse reads them", async () => {
    const twice = '{"service":"shop","level":"info","message":"twice","level":"error","metadata":{"a":1,"a":2}}';
    expect(await kept(twice)).to.deep.include({ level: "error", metadata: { a: 2 } });
  });

  describe("in the forms that shippers send", () => {
    const three = (word: string) => logs(3, (index) => ({ message: `${word} ${index}` }));

    it("are taken as JSON lines, with or without a last line break", async () => {
      await accepts(await batch(lines(three("ndjsonone")), "application/x-ndjson"), "ndjsonone", 3);
      await accepts(
        await batch(lines(three("ndjsontwo")).trimEnd(), "application/x-ndjson; charset=utf-8"),
        "ndjsontwo",
        3,
      );
    });

    it("are taken as JSON lines with carriage returns and empty lines between", async () => {
      await accepts(await batch(lines(three("ndjsoncrlf"), "\r\n\r\n"), "application/x-ndjson"), "ndjsoncrlf", 3);
    });

    it("are taken as concatenated objects labelled application/json, as Fluent Bit's json_stream is", async () => {
      await accepts(await batch(lines(three("streamone"), "")), "streamone", 3);
      await accepts(await batch(lines(three('streamtwo "}{" \\'), "\n")), "streamtwo", 3);
    });

    it("are taken with a byte order mark in front, in each form", async () => {
      await accepts(await batch(`\uFEFF${JSON.stringify(three("bomarray"))}`), "bomarray", 3);
      await accepts(await batch(`\uFEFF${lines(three("bomlines"))}`, "application/x-ndjson"), "bomlines", 3);
      await accepts(await batch(`\uFEFF${lines(three("bomstream"), "")}`), "bomstream", 3);
      expect((await kept(`\uFEFF${JSON.stringify(log({ message: "bomsingle" }))}`)).message).to.equal("bomsingle");
    });

    it("are taken in UTF-8 by whatever name, and refused with 415 in any other charset", async () => {
      for (const charset of ["utf-8", "UTF-8", '"utf-8"', "utf8", "us-ascii"]) {
        expect((await batch(three("charset"), `application/json; charset=${charset}`)).status, charset).to.equal(202);
      }
      for (const charset of ["iso-8859-1", "utf-16", "windows-1252"]) {
        const answer = await batch(three("charset"), `application/json; charset=${charset}`);
        expect(answer.status, charset).to.equal(415);
        conforms(answer, "sendLogs");
      }
    });

    it("are refused with 415 as another content type, and JSON lines also where one event is asked for", async () => {
      for (const type of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/x-protobuf",
        "multipart/form-data; boundary=x",
      ]) {
        expect((await batch(three("other"), type)).status, type).to.equal(415);
      }
      expect((await batch(lines([log()]), "application/x-ndjson", "/events/logs")).status).to.equal(415);
    });

    it("are refused with the number of the first line that isn't JSON", async () => {
      const answer = await batch(`${lines(three("broken"))}{x\n`, "application/x-ndjson");
      expect(answer.status).to.equal(400);
      const { message, details } = answer.json<{ message: string; details: { path: string }[] }>();
      expect(message).to.contain("line 4 is not JSON");
      expect(details.map(({ path }) => path)).to.deep.equal(["/3"]);
    });

    it("are answered 202 with accepted 0 where the batch is empty", async () => {
      for (const [body, type] of [
        ["[]", "application/json"],
        [" [ ] ", "application/json"],
        ["", "application/x-ndjson"],
        ["\n\n", "application/x-ndjson"],
      ]) {
        const answer = await batch(body, type);
        expect(answer.status, answer.text).to.equal(202);
        expect(answer.json()).to.deep.equal({ accepted: 0 });
      }
    });

    it("are refused with 400 in the contract's words where they are no JSON", async () => {
      const cases: readonly (readonly [path: string, body: string, prefix: string])[] = [
        ["/events/logs", "{", "Invalid log event: "],
        ["/events/logs", "", "Invalid log event: "],
        ["/events/logs/batch", "[{]", "Invalid log event: "],
        ["/events/logs/batch", "{}{", "Invalid log event: "],
        ["/events/logs/batch", "null", "Invalid log event: "],
        ["/events/metrics", "[]", "Invalid metric data point: "],
        ["/events/deployments", '"x"', "Invalid deployment event: "],
      ];
      for (const [path, body, prefix] of cases) {
        const answer = await batch(body, "application/json", path);
        expect(answer.status, body).to.equal(400);
        expect(answer.json<ErrorBody>().message.startsWith(prefix), answer.text).to.equal(true);
      }
    });

    it("are refused whole where one element is wrong, which `details` names by its index", async () => {
      const bad = three("allornothing").with(1, log({ level: "loud" }));
      const answer = await batch(bad);
      expect(answer.status).to.equal(400);
      conforms(answer, "sendLogs");
      expect(answer.json<ErrorBody>().details?.[0]?.path).to.equal("/1/level");
      await drained(daemon);
      expect(await search(daemon, { q: "allornothing" })).to.deep.equal([]);
    });
  });

  describe("with odd content", () => {
    it("keep U+0000 as U+FFFD, in texts, in metadata and in its keys", async () => {
      const event = await kept(log({ message: "a\u0000b", traceId: "\u0000t", metadata: { "k\u0000": ["v\u0000"] } }));
      expect(event).to.deep.include({ message: "a\uFFFDb", traceId: "\uFFFDt", metadata: { "k\uFFFD": ["v\uFFFD"] } });
    });

    it("keep a text that only spells \\u0000", async () => {
      expect((await kept(log({ message: "a\\u0000b" }))).message).to.equal("a\\u0000b");
    });

    it("keep control characters, emoji and both directions of writing as they came", async () => {
      const message = "\u0001\u001b[31m 🙈 \u202E שלום \u0085";
      expect((await kept(log({ message }))).message).to.equal(message);
    });

    it("keep keys called __proto__, constructor and toString as data, and change no prototype", async () => {
      const body =
        '{"service":"checkout-api","level":"info","message":"proto","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},' +
        '"metadata":{"__proto__":{"inner":1},"toString":"text","hasOwnProperty":1}}';
      const answer = await ingest(daemon, "/events/logs", body);
      expect(answer.status, answer.text).to.equal(202);
      const { id } = answer.json<{ id: string }>();
      await stored(daemon, id);
      const { text } = await core(daemon, `/events/${id}`);
      expect(text).to.contain('"__proto__":{"inner":1}').and.contain('"event.__proto__":{"polluted":1}');
      expect(text).to.contain('"constructor":{"prototype":{"polluted":1}}').and.contain('"toString":"text"');
      expect(({} as { polluted?: unknown }).polluted).to.equal(undefined);
      expect(Object.prototype).to.not.have.property("inner");
    });

    it("keep a __proto__ also beside a U+0000", async () => {
      const body = '{"service":"checkout-api","level":"info","message":"\\u0000","metadata":{"__proto__":{"inner":1}}}';
      const { id } = (await ingest(daemon, "/events/logs", body)).json<{ id: string }>();
      await stored(daemon, id);
      expect((await core(daemon, `/events/${id}`)).text).to.contain('"__proto__":{"inner":1}');
    });

    it("keep unknown fields of a log event under metadata", async () => {
      const event = await kept(
        log({ date: 1795210690.151438, pid: "", host: { name: "a" }, metadata: { env: "prod" } }),
      );
      expect(event.metadata).to.deep.equal({ date: 1795210690.151438, pid: "", host: { name: "a" }, env: "prod" });
      expect(event).to.not.have.any.keys("date", "pid", "host");
    });

    it("lose no unknown field to one of the same name, nor to the name it is kept under then", async () => {
      const event = await kept(log({ pid: 1, "event.pid": 2, metadata: { pid: 3 } }));
      expect(Object.values(event.metadata ?? {})).to.have.members([1, 2, 3]);
      const other = await kept(log({ pid: 1, metadata: { pid: 3, "event.pid": 2 } }));
      expect(Object.values(other.metadata ?? {})).to.have.members([1, 2, 3]);
    });

    it("cannot set what the server sets", async () => {
      const forged = { id: "0", kind: "metric", organizationId: "other", receivedAt: "2001-01-01T00:00:00.000Z" };
      const event = await kept(log(forged));
      expect(event).to.include({ kind: "log", organizationId: "default" });
      expect(event.id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      expect(Date.parse(event.receivedAt)).to.be.above(Date.now() - 60_000);
      expect(event.metadata).to.deep.equal(forged);
    });

    it("are taken with lone surrogates, and what follows is processed", async () => {
      const event = await kept(
        '{"service":"checkout-api","level":"info","message":"x\\ud800y","metadata":{"\\udfff":"\\ud800"}}',
      );
      expect(event.message).to.match(/^x[\ud800\uFFFD]y$/);
      expect((await kept(log({ message: "after" }))).message).to.equal("after");
    });

    it("are taken with text that is no UTF-8, its broken bytes as U+FFFD", async () => {
      const body = Buffer.concat([
        Buffer.from('{"service":"checkout-api","level":"info","message":"x'),
        Buffer.from([0xff, 0xc3]),
        Buffer.from('"}'),
      ]);
      expect((await kept(body)).message).to.match(/^x\uFFFD+$/);
    });

    it("are refused where they nest deeper than 32 levels, also 100,000 deep, strict or lenient", async () => {
      const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
      const event = (levels: number): string =>
        `{"service":"checkout-api","level":"info","message":"deep","metadata":${nested(levels)}}`;
      expect((await ingest(daemon, "/events/logs", event(31))).status).to.equal(202);
      for (const levels of [32, 3_000, 100_000]) {
        const answer = await ingest(daemon, "/events/logs", event(levels));
        expect(answer.status, `${levels} levels`).to.equal(400);
        expect(answer.json<ErrorBody>().details?.[0]?.path).to.equal("/metadata");
        const lenient = await batch(`[${event(levels)}]`, "application/json", "/events/logs/batch?onInvalid=skip");
        expect(lenient.status, `${levels} levels, lenient: ${lenient.text}`).to.be.oneOf([202, 400, 413]);
      }
      await drained(daemon);
    });

    it("are refused where a metric's value is no finite number, and taken with the largest one", async () => {
      const metric = (value: string): string => `{"service":"checkout-api","name":"m","unit":"ms","value":${value}}`;
      for (const value of ["1e400", "-1e400", '"1"', "null", "true", "[1]"]) {
        expect((await ingest(daemon, "/events/metrics", metric(value))).status, value).to.equal(400);
      }
      for (const value of ["1.7976931348623157e308", "-0", "5e-324", "12345678901234567890"]) {
        expect(await kept(metric(value), { path: "/events/metrics" }))
          .to.have.property("value")
          .that.equals(Number(value) + 0);
      }
    });

    it("with the same key twice count as JSON.parse has it: the last one", async () => {
      expect(
        (await kept('{"service":"checkout-api","level":"info","message":"first","message":"last"}')).message,
      ).to.equal("last");
    });

    it("have their service trimmed, its casing kept, and white space alone refused", async () => {
      expect((await kept(log({ service: " \tCheckout-API\n " }))).service).to.equal("Checkout-API");
      for (const service of ["", " ", "\t\n", "\u00A0"]) {
        expect((await ingest(daemon, "/events/logs", log({ service }))).status, JSON.stringify(service)).to.equal(400);
      }
    });
  });
});
