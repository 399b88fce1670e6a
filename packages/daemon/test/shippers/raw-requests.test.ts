import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { createDaemonProcess, type DaemonProcess } from "./daemon-process.ts";
import { allEvents, eventWith, type StoredEvent } from "./stored-events.ts";

const JSON_TYPE = "application/json";
const NDJSON_TYPE = "application/x-ndjson";

/** Eight bytes that begin a snappy block of something; nobody gets so far as to read them. */
const SNAPPY = Buffer.from([0x0f, 0x38, 0x7b, 0x22, 0x61, 0x22, 0x3a, 0x31]);

describe("Requests as the other shippers really send them", function () {
  this.timeout(30_000);
  let daemon: DaemonProcess;

  before(async () => {
    daemon = await createDaemonProcess();
    await daemon.start();
  });
  after(() => daemon?.remove());

  const post = (
    organization: string,
    body: string | Buffer,
    headers: Record<string, string> = {},
    query = "",
  ): Promise<Response> =>
    fetch(`${daemon.ingest}/events/logs/batch${query}`, {
      method: "POST",
      headers: { "content-type": JSON_TYPE, "x-organization-id": organization, ...headers },
      body: body as NonNullable<RequestInit["body"]>,
    });

  /** Posts, expects so many accepted, and reads back what is stored. */
  async function taken(
    organization: string,
    body: string | Buffer,
    count: number,
    headers: Record<string, string> = {},
  ): Promise<StoredEvent[]> {
    const response = await post(organization, body, headers);
    const text = await response.text();
    expect(response.status, text).to.equal(202);
    expect(JSON.parse(text)).to.deep.equal({ accepted: count });
    await post(organization, JSON.stringify([{ service: "end", level: "debug", message: "endmark" }]));
    await eventWith(daemon, organization, "endmark");
    return (await allEvents(daemon, organization)).filter(({ service }) => service !== "end");
  }

  it("Fluent Bit: a default chunk of 2.4 MB and 8,938 events in one line, with its date as a further key", async () => {
    const events = Array.from({ length: 8938 }, (_, index) => ({
      date: 1795210690.151438 + index / 1000,
      service: "checkout-api",
      level: "info",
      message: `10.1.2.3 - - "GET /orders/${index} HTTP/1.1" 200 ${"x".repeat(160)}`,
      stream: "stdout",
    }));
    const body = JSON.stringify(events);
    expect(body.length).to.be.greaterThan(2.3e6);
    const stored = await taken("fluent-bit", body, 8938, { "user-agent": "Fluent-Bit" });
    expect(stored).to.have.lengthOf(8938);
    expect(stored[0]?.metadata).to.have.all.keys("date", "stream");
  });

  it("Fluent Bit: times with six digits under the key timestamp", async () => {
    const body = '[{"timestamp":"2026-11-20T21:35:53.127000Z","service":"a","level":"info","message":"six"}]';
    const [event] = await taken("six-digits", body, 1);
    expect(event?.timestamp).to.equal("2026-11-20T21:35:53.127Z");
  });

  it("Fluent Bit: json_stream, objects one after the other that call themselves application/json", async () => {
    const object = (message: string): string =>
      JSON.stringify({ date: 1795210690.15, service: "a", level: "warn", message });
    const stored = await taken("json-stream", `${object('one {\\"}')}${object("two")}\n${object("three")}`, 3);
    expect(stored.map(({ message }) => message)).to.have.members(['one {\\"}', "two", "three"]);
  });

  it("Fluent Bit: json_lines as application/x-ndjson, with and without a last line end", async () => {
    const lines = '{"service":"a","level":"info","message":"one"}\n{"service":"a","level":"error","message":"two"}';
    expect(await taken("json-lines", lines, 2, { "content-type": NDJSON_TYPE })).to.have.lengthOf(2);
    expect(await taken("json-lines-end", `${lines}\n`, 2, { "content-type": NDJSON_TYPE })).to.have.lengthOf(2);
  });

  it("Fluent Bit and Vector: gzip", async () => {
    const events = Array.from({ length: 100 }, (_, index) => ({
      service: "a",
      level: "info",
      message: `zipped ${index}`,
    }));
    const stored = await taken("gzip", gzipSync(JSON.stringify(events)), 100, { "content-encoding": "gzip" });
    expect(stored).to.have.lengthOf(100);
  });

  it("fluentd: an array with a line for each object and a line end behind it", async () => {
    const body =
      '[{"service":"a","level":"info","message":"one"}\n,{"service":"a","level":"info","message":"two"}\n]\n';
    expect(await taken("fluentd", body, 2)).to.have.lengthOf(2);
  });

  it("rsyslog: an empty array, which is none of anything and no mistake", async () => {
    expect(await taken("empty", "[]", 0)).to.deep.equal([]);
  });

  it("rsyslog: messages that begin with a space, and times with an offset", async () => {
    const body =
      '[{"timestamp":"2026-11-20T22:00:01+01:00","service":"cron","level":"info","message":" (root) CMD (run-parts)"},' +
      '{"timestamp":"2026-11-20T21:00:01.123456-03:30","service":"cron","level":"info","message":" two"}]';
    const stored = await taken("rsyslog", body, 2);
    expect(stored.map(({ message, timestamp }) => `${timestamp}${message}`)).to.have.members([
      "2026-11-20T21:00:01.000Z (root) CMD (run-parts)",
      "2026-11-21T00:30:01.123Z two",
    ]);
  });

  it("rsyslog: the same event several times in one array is so many events", async () => {
    const event = '{"timestamp":"2026-11-20T21:00:01Z","service":"cron","level":"info","message":"again"}';
    expect(await taken("repeated", `[${event},${event},${event}]`, 3)).to.have.lengthOf(3);
  });

  it("any: control characters, U+0000 and what is not UTF-8 in a message", async () => {
    const body = Buffer.concat([
      Buffer.from('[{"service":"a","level":"info","message":"nul \\u0000 one \\u0001 esc \\u001b[31m raw '),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"},{"service":"a","level":"info","message":"next"}]'),
    ]);
    const stored = await taken("control", body, 2);
    expect(stored.map(({ message }) => message)).to.have.members([
      "nul \ufffd one \u0001 esc \u001b[31m raw \ufffd\ufffd",
      "next",
    ]);
  });

  it("any: empty strings in metadata, and the same key once as a number and once as a text", async () => {
    const body =
      '[{"service":"a","level":"info","message":"one","traceId":"","metadata":{"pid":""}},' +
      '{"service":"a","level":"info","message":"two","metadata":{"pid":17}},' +
      '{"service":"a","level":"info","message":"three","metadata":{"pid":"17"},"pid":18}]';
    const stored = await taken("metadata", body, 3);
    const pids = stored.map(({ message, metadata }) => [message, metadata]);
    expect(pids).to.have.deep.members([
      ["one", { pid: "" }],
      ["two", { pid: 17 }],
      ["three", { pid: "17", "event.pid": 18 }],
    ]);
  });

  it("Vector: HEAD on the readiness path answers exactly 200, with no body", async () => {
    const response = await fetch(`${daemon.ingest}/health/ready`, { method: "HEAD" });
    expect(response.status).to.equal(200);
    expect(await response.text()).to.equal("");
  });

  it("Vector: a batch of 10 MB, its default", async () => {
    const message = "v".repeat(1000);
    const events = Array.from({ length: 9300 }, (_, index) => ({
      service: "a",
      level: "info",
      message: `${index} ${message}`,
    }));
    const body = JSON.stringify(events);
    expect(body.length).to.be.within(9.5e6, 10e6);
    const response = await post("vector", body);
    expect([response.status, await response.json()]).to.deep.equal([202, { accepted: 9300 }]);
  });

  it("snappy is answered 415, naming what is taken", async () => {
    const response = await post("snappy", SNAPPY, { "content-encoding": "snappy" });
    expect(response.status).to.equal(415);
    expect(((await response.json()) as { message: string }).message).to.include("gzip");
  });

  it("winston's own Http transport: levels that are no levels of ours and no message are refused, and named", async () => {
    const body = '[{"level":"http","message":"GET /","service":"a"},{"level":"info","service":"a"}]';
    const response = await post("winston-http", body);
    expect(response.status).to.equal(400);
    const { details } = (await response.json()) as { details: { path: string }[] };
    expect(details.map(({ path }) => path)).to.deep.equal(["/0/level", "/1/message"]);
  });

  it("a batch of more than 10,000 events is answered 413, and nothing of it is stored", async () => {
    const events = Array.from({ length: 10_001 }, () => ({ service: "a", level: "info", message: "m" }));
    expect((await post("too-many", JSON.stringify(events))).status).to.equal(413);
    expect(await taken("too-many", "[]", 0)).to.deep.equal([]);
  });
});
