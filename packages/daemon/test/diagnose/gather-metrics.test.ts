import { expect } from "chai";
import fc from "fast-check";
import { createCollector } from "../../src/diagnose/gather/collect.ts";
import type { Grid } from "../../src/diagnose/gather/incident-picture.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import { tokenizeMessage } from "../../src/methods/log-templates/tokenizer.ts";
import type { MetricPoint } from "../../src/model/telemetry.ts";

const START = Date.parse("2026-03-01T10:00:00Z");
const grid: Grid = { start: START, step: MINUTE_MS, count: 10 };

const metric = (minute: number, name: string, value: number, labels?: Record<string, string>): MetricPoint => ({
  kind: "metric",
  id: uuidv7(START + minute * MINUTE_MS),
  organizationId: "default",
  receivedAt: START,
  timestamp: START + minute * MINUTE_MS,
  service: "checkout",
  name,
  value,
  unit: "ms",
  ...(labels && { labels }),
});

describe("The parts of a message", () => {
  it("are as many tokens as the miner takes it for, whatever it holds", () => {
    const piece = fc.constantFrom(
      ...[...' \t\n=,;:.-<>[]/"|', "a", "word", "17", "/a/b", "deadbeef0123", "\u0000", "\ud800", "é"],
    );
    const message = fc.oneof(
      fc.array(piece, { maxLength: 200 }).map((pieces) => pieces.join("")),
      fc.string(),
    );
    fc.assert(
      fc.property(message, (text) => {
        const scanned = tokenizeMessage(text);
        const places = new Set(scanned.parts.map(({ place }) => place));
        expect([...places]).to.deep.equal([...scanned.tokens.keys()]);
      }),
    );
  });
});

describe("Metrics as series", () => {
  const series = (...points: MetricPoint[]) => {
    const collector = createCollector(grid);
    for (const point of points) collector.add(point);
    return collector.picture().metrics;
  };

  it("are the mean of each step, with the last event and nothing where nothing came", () => {
    const last = metric(3.9, "latency", 30);
    const [only, ...others] = series(last, metric(3.1, "latency", 10), metric(4, "latency", 7));
    expect(others).to.deep.equal([]);
    expect(only).to.include({ name: "latency", unit: "ms", instance: null });
    expect([...(only?.values ?? [])]).to.deep.equal([NaN, NaN, NaN, 20, 7, NaN, NaN, NaN, NaN, NaN]);
    expect(only?.eventIds[3]).to.equal(last.id);
    expect(only?.eventIds[2]).to.equal("");
  });

  it("are told apart by the labels that vary and by no other", () => {
    const found = series(
      metric(1, "latency", 1, { pod: "a", region: "eu", zone: "1" }),
      metric(1, "latency", 2, { pod: "b", region: "eu", zone: "1" }),
    );
    expect(found.map(({ instance }) => instance)).to.deep.equal(["pod=a", "pod=b"]);
  });

  it("show the increase of a counter, also where it began anew", () => {
    const values = [100, 160, 220, 5, 65];
    const [counter] = series(...values.map((value, minute) => metric(minute, "http_requests_total", value)));
    expect([...(counter?.values ?? [])].slice(0, 5)).to.deep.equal([NaN, 60, 60, 5, 60]);
  });

  it("leave a total that goes up and down as it is", () => {
    const values = [100, 60, 120, 50, 165, 20];
    const [gauge] = series(...values.map((value, minute) => metric(minute, "memory_total", value)));
    expect([...(gauge?.values ?? [])].slice(0, 6)).to.deep.equal(values);
  });

  it("are bounded for five thousand names and for as many instances", () => {
    const collector = createCollector(grid);
    for (let n = 0; n < 5000; n++) {
      collector.add(metric(1, `m${n}`, n));
      collector.add(metric(1, "latency", n, { pod: `p${n}` }));
    }
    const { metrics, omitted } = collector.picture();
    expect(metrics).to.have.length.at.most(300);
    expect(omitted.join()).to.match(/\d+ metric points are of series beyond/);
  });
});
