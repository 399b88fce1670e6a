import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { rawRequestSender } from "./raw-request-sender.ts";

const NDJSON_TYPE = "application/x-ndjson";

describe("Requests as the other shippers really send them", function () {
  this.timeout(30_000);
  const world = rawRequestSender();

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
    const stored = await world.taken("fluent-bit", body, 8938, { "user-agent": "Fluent-Bit" });
    expect(stored).to.have.lengthOf(8938);
    expect(stored[0]?.metadata).to.have.all.keys("date", "stream");
  });

  it("Fluent Bit: times with six digits under the key timestamp", async () => {
    const body = '[{"timestamp":"2026-11-20T21:35:53.127000Z","service":"a","level":"info","message":"six"}]';
    const [event] = await world.taken("six-digits", body, 1);
    expect(event?.timestamp).to.equal("2026-11-20T21:35:53.127Z");
  });

  it("Fluent Bit: json_stream, objects one after the other that call themselves application/json", async () => {
    const object = (message: string): string =>
      JSON.stringify({ date: 1795210690.15, service: "a", level: "warn", message });
    const stored = await world.taken("json-stream", `${object('one {\\"}')}${object("two")}\n${object("three")}`, 3);
    expect(stored.map(({ message }) => message)).to.have.members(['one {\\"}', "two", "three"]);
  });

  it("Fluent Bit: json_lines as application/x-ndjson, with and without a last line end", async () => {
    const lines = '{"service":"a","level":"info","message":"one"}\n{"service":"a","level":"error","message":"two"}';
    expect(await world.taken("json-lines", lines, 2, { "content-type": NDJSON_TYPE })).to.have.lengthOf(2);
    expect(await world.taken("json-lines-end", `${lines}\n`, 2, { "content-type": NDJSON_TYPE })).to.have.lengthOf(2);
  });

  it("Fluent Bit and Vector: gzip", async () => {
    const events = Array.from({ length: 100 }, (_, index) => ({
      service: "a",
      level: "info",
      message: `zipped ${index}`,
    }));
    const stored = await world.taken("gzip", gzipSync(JSON.stringify(events)), 100, { "content-encoding": "gzip" });
    expect(stored).to.have.lengthOf(100);
  });

  it("fluentd: an array with a line for each object and a line end behind it", async () => {
    const body =
      '[{"service":"a","level":"info","message":"one"}\n,{"service":"a","level":"info","message":"two"}\n]\n';
    expect(await world.taken("fluentd", body, 2)).to.have.lengthOf(2);
  });
});
