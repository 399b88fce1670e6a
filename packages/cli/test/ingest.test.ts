import { expect } from "chai";
import { batches } from "../src/ingest/batches.ts";
import { parseLogLine } from "../src/ingest/parse-log-line.ts";
import { splitLines } from "../src/ingest/split-lines.ts";
import { collect } from "../src/query/pages.ts";

async function* from<Item>(...items: Item[]): AsyncGenerator<Item, void, undefined> {
  yield* items;
}

describe("lines", () => {
  const linesOf = async (longest: number, ...chunks: (string | Uint8Array)[]) => {
    const found = await collect(splitLines(from(...chunks), longest));
    return {
      lines: found.flatMap(({ lines }) => lines.map(({ number, text }) => `${number} ${text}`)),
      tooLong: found.flatMap(({ tooLong }) => tooLong),
    };
  };

  it("are joined over chunks and numbered as in the input, and the last one needs no line end", async () => {
    expect(await linesOf(100, "a", "b\nc\r\n", "\n  \nd")).to.deep.equal({
      lines: ["1 ab", "2 c", "5 d"],
      tooLong: [],
    });
  });

  it("keep characters whose bytes are in two chunks", async () => {
    const bytes = new TextEncoder().encode("grün\n");
    expect(await linesOf(100, bytes.slice(0, 3), bytes.slice(3))).to.deep.equal({
      lines: ["1 grün"],
      tooLong: [],
    });
  });

  it("are dropped and counted once if they are too long", async () => {
    expect(await linesOf(4, "\nabcde\nok\n")).to.deep.equal({ lines: ["3 ok"], tooLong: [2] });
    expect(await linesOf(4, "abc", "def", "ghi", "j\nok\n")).to.deep.equal({ lines: ["2 ok"], tooLong: [1] });
    expect(await linesOf(4, "abcdefg", "h")).to.deep.equal({ lines: [], tooLong: [1] });
  });
});

describe("batches", () => {
  const limits = { count: 3, size: 100, waitMs: 60_000 };
  const sizeOf = (text: string) => text.length;

  it("are full except the last one", async () => {
    expect(await collect(batches(from(["a", "b"], ["c", "d", "e", "f", "g"]), limits, sizeOf))).to.deep.equal([
      ["a", "b", "c"],
      ["d", "e", "f"],
      ["g"],
    ]);
  });

  it("stay below the maximum size", async () => {
    expect(await collect(batches(from(["x".repeat(60), "y".repeat(60), "z"]), limits, sizeOf))).to.deep.equal([
      ["x".repeat(60)],
      ["y".repeat(60), "z"],
    ]);
  });

  it("are sent after the maximum wait", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    async function* slow() {
      yield ["a"];
      await promise;
      yield ["b"];
    }
    const iterator = batches(slow(), { ...limits, waitMs: 5 }, sizeOf);
    expect((await iterator.next()).value).to.deep.equal(["a"]);
    resolve();
    expect((await iterator.next()).value).to.deep.equal(["b"]);
    expect((await iterator.next()).done).to.equal(true);
  });

  it("apply back-pressure to the source", async () => {
    let read = 0;
    async function* endless() {
      for (;;) {
        read += 3;
        yield ["a", "b", "c"];
      }
    }
    const iterator = batches(endless(), limits, sizeOf);
    for (let taken = 1; taken <= 5; taken += 1) {
      await iterator.next();
      for (let tick = 0; tick < 20; tick += 1) await new Promise(setImmediate);
      expect(read).to.be.at.most(3 * (taken + 1));
    }
    await iterator.return();
  });

  it("fail with the failure of the source", async () => {
    async function* failing(): AsyncGenerator<string[], void, undefined> {
      yield ["a"];
      throw new Error("broken pipe");
    }
    expect(await collect(batches(failing(), limits, sizeOf)).catch((error: Error) => error.message)).to.equal(
      "broken pipe",
    );
  });
});

describe("events of lines", () => {
  const defaults = { service: "api", level: "info" } as const;

  it("have the text as message", () => {
    expect(parseLogLine("GET / 200", defaults)).to.deep.equal({ service: "api", level: "info", message: "GET / 200" });
    expect(parseLogLine("{not json", defaults)).to.deep.equal({ service: "api", level: "info", message: "{not json" });
    expect(parseLogLine('["a"]', defaults)).to.deep.equal({ service: "api", level: "info", message: '["a"]' });
  });

  it("keep the fields of a JSON object", () => {
    const event = {
      service: "web",
      level: "error",
      message: "boom",
      timestamp: "2026-11-20T08:00:00Z",
      traceId: "t",
      metadata: { env: "prod" },
      extra: 1,
    };
    expect(parseLogLine(JSON.stringify(event), defaults)).to.deep.equal(event);
  });

  it("accept the field names of common loggers", () => {
    expect(parseLogLine('{"level":50,"time":1763625600000,"msg":"boom","pid":7}', defaults)).to.deep.equal({
      service: "api",
      level: "error",
      message: "boom",
      timestamp: "2025-11-20T08:00:00.000Z",
      pid: 7,
    });
    expect(parseLogLine('{"level":"WARNING","log":"careful"}', defaults)).to.deep.include({
      level: "warn",
      message: "careful",
    });
  });

  it("parse the times of loggers, without a zone as UTC", () => {
    const timeOf = (field: string, value: unknown) =>
      parseLogLine(JSON.stringify({ message: "x", [field]: value }), defaults)?.timestamp;
    for (const [value, time] of [
      ["2026-01-02 03:04:05", "2026-01-02T03:04:05Z"],
      ["2026-01-02 03:04:05,123", "2026-01-02T03:04:05.123Z"],
      ["2026-01-02T03:04:05", "2026-01-02T03:04:05Z"],
      ["2026-01-02 03:04:05 +0100", "2026-01-02T03:04:05+01:00"],
      ["2026-01-02T03:04:05.123456-05:30", "2026-01-02T03:04:05.123456-05:30"],
      ["2026-01-02 03:04:05 UTC", "2026-01-02T03:04:05Z"],
      [1700000000, "2023-11-14T22:13:20.000Z"],
      [1700000000.5, "2023-11-14T22:13:20.500Z"],
      [1700000000500, "2023-11-14T22:13:20.500Z"],
      ["1700000000.5", "2023-11-14T22:13:20.500Z"],
      ["yesterday", "yesterday"],
    ])
      for (const field of ["timestamp", "time", "ts", "@timestamp"])
        expect(timeOf(field, value), `${field} ${value}`).to.equal(time);
  });

  it("have no timestamp if it is null", () => {
    expect(parseLogLine('{"message":"x","timestamp":null}', defaults)).to.not.have.property("timestamp");
  });

  it("keep a number that is too small for a time", () => {
    expect(parseLogLine('{"message":"x","time":12,"ts":1700000000}', defaults)).to.deep.equal({
      service: "api",
      level: "info",
      message: "x",
      time: 12,
      timestamp: "2023-11-14T22:13:20.000Z",
    });
  });

  it("have the whole object as message if it has none", () => {
    expect(parseLogLine('{"level":"info","code":7}', defaults)).to.deep.equal({
      service: "api",
      level: "info",
      message: '{"level":"info","code":7}',
      code: 7,
    });
  });

  it("keep an unknown level for the server's error", () => {
    expect(parseLogLine('{"level":"loud","message":"x"}', defaults)).to.have.property("level", "loud");
  });

  it("don't exist without a service", () => {
    expect(parseLogLine("hello", { service: undefined, level: "info" })).to.equal(undefined);
    expect(parseLogLine('{"service":" ","message":"x"}', { service: undefined, level: "info" })).to.equal(undefined);
  });
});
