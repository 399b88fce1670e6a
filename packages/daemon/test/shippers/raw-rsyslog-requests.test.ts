import { expect } from "chai";
import { rawRequestSender } from "./raw-request-sender.ts";

/** Eight bytes that begin a snappy block of something; nobody gets so far as to read them. */
const SNAPPY = Buffer.from([0x0f, 0x38, 0x7b, 0x22, 0x61, 0x22, 0x3a, 0x31]);

describe("Requests of rsyslog and of any shipper", function () {
  this.timeout(30_000);
  const world = rawRequestSender();

  it("rsyslog: an empty array, which is none of anything and no mistake", async () => {
    expect(await world.taken("empty", "[]", 0)).to.deep.equal([]);
  });

  it("rsyslog: messages that begin with a space, and times with an offset", async () => {
    const body =
      '[{"timestamp":"2026-11-20T22:00:01+01:00","service":"cron","level":"info","message":" (root) CMD (run-parts)"},' +
      '{"timestamp":"2026-11-20T21:00:01.123456-03:30","service":"cron","level":"info","message":" two"}]';
    const stored = await world.taken("rsyslog", body, 2);
    expect(stored.map(({ message, timestamp }) => `${timestamp}${message}`)).to.have.members([
      "2026-11-20T21:00:01.000Z (root) CMD (run-parts)",
      "2026-11-21T00:30:01.123Z two",
    ]);
  });

  it("rsyslog: the same event several times in one array is so many events", async () => {
    const event = '{"timestamp":"2026-11-20T21:00:01Z","service":"cron","level":"info","message":"again"}';
    expect(await world.taken("repeated", `[${event},${event},${event}]`, 3)).to.have.lengthOf(3);
  });

  it("any: control characters, U+0000 and what is not UTF-8 in a message", async () => {
    const body = Buffer.concat([
      Buffer.from('[{"service":"a","level":"info","message":"nul \\u0000 one \\u0001 esc \\u001b[31m raw '),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"},{"service":"a","level":"info","message":"next"}]'),
    ]);
    const stored = await world.taken("control", body, 2);
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
    const stored = await world.taken("metadata", body, 3);
    const pids = stored.map(({ message, metadata }) => [message, metadata]);
    expect(pids).to.have.deep.members([
      ["one", { pid: "" }],
      ["two", { pid: 17 }],
      ["three", { pid: "17", "event.pid": 18 }],
    ]);
  });

  it("Vector: HEAD on the readiness path answers exactly 200, with no body", async () => {
    const response = await fetch(`${world.daemon.ingest}/health/ready`, { method: "HEAD" });
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
    const response = await world.post("vector", body);
    expect([response.status, await response.json()]).to.deep.equal([202, { accepted: 9300 }]);
  });

  it("snappy is answered 415, naming what is taken", async () => {
    const response = await world.post("snappy", SNAPPY, { "content-encoding": "snappy" });
    expect(response.status).to.equal(415);
    expect(((await response.json()) as { message: string }).message).to.include("gzip");
  });

  it("winston's own Http transport: levels that are no levels of ours and no message are refused, and named", async () => {
    const body = '[{"level":"http","message":"GET /","service":"a"},{"level":"info","service":"a"}]';
    const response = await world.post("winston-http", body);
    expect(response.status).to.equal(400);
    const { details } = (await response.json()) as { details: { path: string }[] };
    expect(details.map(({ path }) => path)).to.deep.equal(["/0/level", "/1/message"]);
  });

  it("a batch of more than 10,000 events is answered 413, and nothing of it is stored", async () => {
    const events = Array.from({ length: 10_001 }, () => ({ service: "a", level: "info", message: "m" }));
    expect((await world.post("too-many", JSON.stringify(events))).status).to.equal(413);
    expect(await world.taken("too-many", "[]", 0)).to.deep.equal([]);
  });
});
