import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { Tocsin } from "@tocsin/sdk";
import { expect } from "chai";
import { playRecording, splitIntoRuns } from "../src/demo/play-recording.ts";
import { type RecordedEvent, readRecording } from "../src/demo/recording.ts";
import { fakeTocsin, json } from "./fake-tocsin.ts";

const log = (offsetMs: number, message = "x"): RecordedEvent => ({
  offsetMs,
  kind: "log",
  event: { service: "shop", level: "error", message },
});
const metric = (offsetMs: number): RecordedEvent => ({
  offsetMs,
  kind: "metric",
  event: { service: "shop", name: "latency", value: 1, unit: "ms" },
});
const deployment = (offsetMs: number): RecordedEvent => ({
  offsetMs,
  kind: "deployment",
  event: { service: "shop", version: "2", environment: "prod" },
});

function file(name: string, content: string | Uint8Array): string {
  const place = path.join(mkdtempSync(path.join(tmpdir(), "tocsin-demo-")), name);
  writeFileSync(place, content);
  return place;
}

describe("recording", () => {
  const lines = [log(500), deployment(0)].map((each) => JSON.stringify(each)).join("\n");

  it("is read compressed and plain, and sorted", async () => {
    for (const place of [file("r.ndjson.gz", gzipSync(lines)), file("r.ndjson", `${lines}\n`)]) {
      expect(await readRecording(place)).to.deep.equal({ events: [deployment(0), log(500)], lengthMs: 500 });
    }
  });

  for (const [name, [content, message]] of Object.entries({
    "broken line": ['{"offsetMs":1}\n', "Line 1 of"],
    "broken archive": ["no archive", "Cannot read"],
    "empty file": [gzipSync(""), "contains no events"],
  }))
    it(`rejects a ${name} with a reason`, async () => {
      const failure = await readRecording(
        file("r.ndjson.gz", name === "broken line" ? gzipSync(content as string) : (content as string)),
      ).catch((error: Error) => error);
      expect(failure).to.be.instanceOf(Error).and.have.property("message").that.contains(message);
    });

  it("reports the path of a missing file", async () => {
    const failure = await readRecording("/nowhere/r.gz").catch((error: Error) => error);
    expect(failure).to.have.property("message", "Cannot find the recording /nowhere/r.gz.");
  });
});

describe("play", () => {
  it("splits runs where the kind changes or a batch is full", () => {
    const found = splitIntoRuns([...Array.from({ length: 501 }, () => log(0)), metric(0), metric(0), log(0)]);
    expect(found.map((run) => run.length)).to.deep.equal([500, 1, 2, 1]);
  });

  it("sends all events in order, with times that end at the start of playing", async () => {
    const server = await fakeTocsin({
      "POST /events/logs/batch": (response, asked) =>
        json({ accepted: JSON.parse(asked.body).length }, 202)(response, asked),
      "POST /events/metrics": json({ id: "e", queued: true }, 202),
      "POST /events/deployments": json({ id: "e", queued: true }, 202),
    });
    const client = new Tocsin({ baseUrl: server.url, ingestUrl: server.url });
    const begin = Date.parse("2026-11-20T08:00:00Z");
    let now = begin;
    const waits: number[] = [];
    const parts: number[] = [];
    const events = [deployment(0), log(1_000, "a"), log(1_000, "b"), metric(1_500), log(60_000, "c")];
    const counts = await playRecording(
      { events, lengthMs: 60_000 },
      {
        client,
        organizationId: "demo",
        speed: 60,
        signal: new AbortController().signal,
        now: () => now,
        wait: async (ms) => {
          waits.push(ms);
          now += ms;
        },
        onProgress: (part) => parts.push(part),
      },
    );
    await server.close();
    expect(counts).to.deep.equal({ logs: 3, metrics: 1, deployments: 1 });
    expect(server.requests.map(({ url }) => url)).to.deep.equal([
      "/events/deployments",
      "/events/logs/batch",
      "/events/metrics",
      "/events/logs/batch",
    ]);
    expect(server.requests.map(({ headers }) => headers["x-organization-id"])).to.deep.equal(Array(4).fill("demo"));
    const times = server.requests
      .flatMap(({ body }) => JSON.parse(body))
      .map(({ timestamp }) => Date.parse(timestamp) - begin);
    expect(times).to.deep.equal([-60_000, -59_000, -59_000, -58_500, 0]);
    // A minute in one second: ten steps.
    expect(waits).to.have.length(10);
    expect(parts.at(-1)).to.equal(1);
  });
});
