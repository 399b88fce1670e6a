import { expect } from "chai";
import type { Candidate } from "../../src/model/candidate.ts";
import type { MetricPoint, Telemetry } from "../../src/model/telemetry.ts";
import { createWorld, log, metric, minutes, repeat, START, type World } from "./support.ts";

const OWN = ["requests_total", "request_latency_ms", "heap_used_bytes", "open_connections"];
const OUTSIDE = ["disk_used_percent", "pod_restarts_total"];

/** Each metric once a minute. */
const scrapes = (names: readonly string[], from: number, lasting: number): MetricPoint[] =>
  repeat(lasting, (index) => index).flatMap((nth) =>
    names.map((name, place) => metric(START + minutes(from + nth) + place, 40 + (nth % 3), { name, unit: "" })),
  );

const stopped = (world: World, telemetry: readonly Telemetry[]): Candidate[] =>
  world.live(telemetry).filter(({ ruleId }) => ruleId === "service-silent");

const steady = (lasting: number): World => {
  const world = createWorld();
  world.live(scrapes([...OWN, ...OUTSIDE], 0, lasting));
  return world;
};

describe("metrics of a service that stop", () => {
  it("are an incident after three minutes, if others go on", () => {
    const world = steady(120);
    expect(stopped(world, scrapes(OUTSIDE, 120, 3))).to.deep.equal([]);
    const [found, ...more] = stopped(world, scrapes(OUTSIDE, 123, 2));
    expect(more.map(({ deduplicationKey }) => deduplicationKey)).to.satisfy((keys: string[]) =>
      keys.every((key) => key === "service-silent:checkout-api:metrics"),
    );
    expect(found).to.include({
      reason: "metrics_stopped",
      severity: "LOW",
      title: "4 of 6 metrics of checkout-api stopped",
      deduplicationKey: "service-silent:checkout-api:metrics",
    });
    expect(found?.description).to.include("requests_total; request_latency_ms");
  });

  it("are an incident where all of them stop while the logs go on, and none without logs", () => {
    const world = steady(120);
    const logs = repeat(8, (nth) => log(START + minutes(120 + nth) + 9));
    expect(stopped(world, logs)[0]).to.include({ severity: "LOW", title: "All 6 metrics of checkout-api stopped" });
    expect(stopped(steady(120), [log(START + minutes(128))])).to.deep.equal([]);
  });

  it("are MEDIUM after ten minutes where they came for a day, and HIGH after fifteen where the logs stopped, too", () => {
    const severities = (lasting: number, before: boolean, after: boolean) => {
      const world = steady(lasting);
      const end = START + minutes(lasting);
      if (before)
        world.send(
          repeat(9, (nth) => log(end - minutes(10 - nth))),
          end,
        );
      const telemetry = scrapes(OUTSIDE, lasting, 17).flatMap((point) =>
        after ? [point, log(point.timestamp + 5)] : [point],
      );
      return [...new Set(stopped(world, telemetry).map(({ severity }) => severity))];
    };
    expect(severities(120, true, false)).to.deep.equal(["LOW"]);
    expect(severities(26 * 60, false, false)).to.deep.equal(["LOW", "MEDIUM"]);
    expect(severities(26 * 60, true, true)).to.deep.equal(["LOW", "MEDIUM"]);
    expect(severities(26 * 60, true, false)).to.deep.equal(["LOW", "MEDIUM", "HIGH"]);
  });

  it("are usual where they stop at night, from the third day on", () => {
    const world = createWorld();
    const found = repeat(4, (day) => {
      const from = day * 24 * 60;
      world.live(scrapes([...OWN, ...OUTSIDE], from, 180));
      return stopped(world, scrapes(OUTSIDE, from + 180, 21 * 60)).length > 0;
    });
    expect(found).to.deep.equal([true, true, false, false]);
  });

  it("are none where a source always dates its values minutes back", () => {
    const world = createWorld();
    const late = scrapes(OWN, 0, 240).map((point) => ({
      ...point,
      timestamp: point.timestamp - minutes(4),
      receivedAt: point.timestamp,
    }));
    const both = [...scrapes(OUTSIDE, 0, 240), ...late].sort((one, other) => one.receivedAt - other.receivedAt);
    expect(
      repeat(240, (nth) => both.slice(6 * nth, 6 * nth + 6)).flatMap((part) => stopped(world, part)),
    ).to.deep.equal([]);
  });

  it("are none while new names replace them", () => {
    const world = steady(120);
    const renamed = OWN.map((name) => `app_${name}`);
    expect(stopped(world, scrapes([...renamed, ...OUTSIDE], 120, 30))).to.deep.equal([]);
  });

  it("are none if they came with gaps, or for less than an hour", () => {
    expect(stopped(steady(50), scrapes(OUTSIDE, 50, 20))).to.deep.equal([]);
    const world = createWorld();
    for (const from of [0, 50, 100]) {
      world.live(scrapes([...OWN, ...OUTSIDE], from, 40));
      expect(stopped(world, scrapes(OUTSIDE, from + 40, 10))).to.deep.equal([]);
    }
  });

  it("are none when the whole service comes back from a pause", () => {
    const world = steady(120);
    expect(stopped(world, scrapes([...OWN, ...OUTSIDE], 150, 20))).to.deep.equal([]);
  });

  it("are followed across a restart of the worker", () => {
    const world = steady(120);
    world.restart();
    expect(stopped(world, scrapes(OUTSIDE, 120, 5))).to.have.lengthOf.above(0);
  });
});
