import { expect } from "chai";
import { parseLogLine } from "../src/ingest/parse-log-line.ts";

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

  it("have their level in the field that their logger names", () => {
    for (const name of ["severity", "levelname", "log.level", "severity_text"])
      expect(parseLogLine(`{"${name}":"ERROR","message":"x"}`, defaults)).to.deep.equal({
        service: "api",
        level: "error",
        message: "x",
      });
    expect(parseLogLine('{"severity":"high","message":"x"}', defaults)).to.include({ level: "info", severity: "high" });
  });

  it("keep an unknown level for the server's error", () => {
    expect(parseLogLine('{"level":"constructor","message":"x"}', defaults)).to.have.property("level", "constructor");
    expect(parseLogLine('{"level":"loud","message":"x"}', defaults)).to.have.property("level", "loud");
  });

  it("don't exist without a service", () => {
    expect(parseLogLine("hello", { service: undefined, level: "info" })).to.equal(undefined);
    expect(parseLogLine('{"service":" ","message":"x"}', { service: undefined, level: "info" })).to.equal(undefined);
  });
});
