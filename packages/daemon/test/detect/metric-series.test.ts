import { expect } from "chai";
import { COUNTERS_MAX } from "../../src/detect/detection-bounds.ts";
import type { Telemetry } from "../../src/model/telemetry.ts";
import { createChance, createWorld, keys, learned, metric, minutes, repeat, START } from "./support.ts";

const keysOf = (found: Parameters<typeof keys>[0]): string[] => [...new Set(keys(found))];

/** So many instances of a metric, each with a value a minute. */
const fleet = (
  count: number,
  lasting: number,
  value: (minute: number, instance: number) => number,
  fields: Parameters<typeof metric>[2] = {},
): Telemetry[] =>
  repeat(lasting * count, (index) => {
    const minute = Math.floor(index / count);
    const instance = index % count;
    const at = START + minutes(minute) + Math.floor((instance * minutes(1)) / count);
    return metric(at, value(minute, instance), { ...fields, labels: { pod: `p${instance}`, zone: "a" } });
  });

const restarts = { name: "container_restarts_total", unit: "1" };

describe("many instances of one metric", () => {
  it("are one trouble, which names them", () => {
    const found = createWorld().live(fleet(40, 8, (minute) => 10 * minute, restarts));
    expect(keysOf(found)).to.deep.equal(["restarts:checkout-api:container_restarts_total{zone=a}"]);
    expect(found[0]?.severity).to.equal("HIGH");
    expect(found.at(-1)?.description).to.match(/ for 39 other instances: pod=p\d+; pod=p\d+/);
    expect(found.at(-1)?.description).to.contain("and 29 more");
  });

  it("are one trouble however they spell their environment, another environment's is another", () => {
    const of = (pod: string, env: string) =>
      repeat(8, (index) => metric(START + minutes(index), 97, { labels: { pod, env } }));
    const telemetry = [...of("a", "prod"), ...of("b", "Production"), ...of("c", "staging")];
    const inOrder = telemetry.sort((left, right) => left.timestamp - right.timestamp);
    expect(keysOf(createWorld().live(inOrder)).sort()).to.deep.equal([
      "cpu-high:checkout-api:cpu_usage",
      "cpu-high:checkout-api:cpu_usage@staging",
    ]);
  });

  it("are seen when they are more than there is room for troubles", () => {
    expect(keysOf(createWorld().live(fleet(100, 10, (minute) => 10 * minute, restarts)))).to.have.lengthOf(1);
    expect(keysOf(createWorld().live(fleet(200, 10, () => 97)))).to.deep.equal([
      "cpu-high:checkout-api:cpu_usage{zone=a}",
    ]);
  });

  it("are one trouble for their own history as well", () => {
    const chance = createChance(3);
    const telemetry = fleet(5, 200, (minute) => (minute < 180 ? 20 : 90) + chance.normal(), {
      name: "latency",
      unit: "ms",
    });
    const found = createWorld(learned(120)).live(telemetry);
    expect(keysOf(found)).to.deep.equal(["metric-anomaly:checkout-api:latency{zone=a}"]);
    expect(found.at(-1)?.description).to.contain("4 other instances");
  });

  it("don't take the places of another rule's trouble", () => {
    const world = createWorld();
    world.live(fleet(100, 8, () => 97));
    const from = START + minutes(8);
    const disk = repeat(7, (index) => metric(from + minutes(index), 99, { name: "disk_used_percent" }));
    const others = fleet(100, 7, () => 97).map((item) => ({ ...item, timestamp: item.timestamp + minutes(8) }));
    const both = [...disk, ...others].sort((left, right) => left.timestamp - right.timestamp);
    expect(keysOf(world.live(both))).to.include("disk-high:checkout-api:disk_used_percent");
  });

  it("are told apart though their labels are too long to be kept", () => {
    const long = "x".repeat(300);
    const telemetry = repeat(40, (index) =>
      metric(START + minutes(index), index % 2 === 0 ? 5 : 0, {
        ...restarts,
        labels: { namespace: long, pod: `p${index % 2}` },
      }),
    );
    expect(createWorld().live(telemetry)).to.deep.equal([]);
  });
});

describe("a counter", () => {
  it("is followed among a thousand, and through a restart", () => {
    const world = createWorld();
    const quiet = (from: number) =>
      fleet(COUNTERS_MAX - 1, 1, () => 3, restarts).map((item) => ({ ...item, timestamp: item.timestamp + from }));
    const one = (minute: number, value: number) =>
      metric(START + minutes(minute), value, { ...restarts, labels: { pod: "looping" } });
    world.live([one(0, 1), ...quiet(0)]);
    world.restart();
    expect(keysOf(world.live([...quiet(minutes(1)), one(2, 9)]))).to.deep.equal([
      "restarts:checkout-api:container_restarts_total",
    ]);
  });

  it("beyond those is said to be missing, and followed when another went silent", () => {
    const world = createWorld();
    const named = (pod: string, minute: number, value: number) =>
      metric(START + minutes(minute), value, { ...restarts, labels: { pod } });
    const crowd = (minute: number) => repeat(COUNTERS_MAX, (index) => named(`p${index}`, minute, minute));
    world.send(crowd(0));
    world.send([named("late", 0, 0)]);
    const [found] = world.send([named("late", 3, 50), ...crowd(3).map((point) => ({ ...point, value: 9 }))]);
    expect(found?.description).to.contain("More counters come than the 1000 that are followed");
    world.send([named("late", 60, 50)]);
    const later = world.send([named("late", 61, 90)]);
    expect(later[0]?.description).to.contain("pod=late");
    expect(later[0]?.description).to.not.contain("More counters");
  });
});

describe("a metric that comes seldom", () => {
  const disk = (everyMinutes: number, count: number, value = 99) =>
    repeat(count, (index) => metric(START + minutes(index * everyMinutes), value, { name: "disk_used_percent" }));

  it("is beyond its threshold when three values in a row are", () => {
    for (const every of [15, 30, 60, 180]) {
      expect(createWorld().live(disk(every, 2))).to.deep.equal([], `every ${every} minutes`);
      expect(keysOf(createWorld().live(disk(every, 3)))).to.deep.equal(["disk-high:checkout-api:disk_used_percent"]);
    }
  });

  it("keeps its trouble open from one value to the next", () => {
    const resolveAfterMinutes = (every: number) =>
      (createWorld().live(disk(every, 8))[0]?.resolveAfterMs ?? 0) / minutes(1);
    expect([1, 5, 15, 60].map(resolveAfterMinutes)).to.deep.equal([15, 15, 45, 180]);
  });

  it("may come in pairs", () => {
    const pairs = disk(20, 6).flatMap((point) => [point, { ...point, timestamp: point.timestamp + 1000 }]);
    expect(keysOf(createWorld().live(pairs))).to.have.lengthOf(1);
  });

  it("is not the one that was silent once", () => {
    const cpu = (from: number, count: number) => repeat(count, (index) => metric(START + minutes(from + index), 97));
    expect(createWorld().live([...cpu(0, 2), ...cpu(30, 3)])).to.deep.equal([]);
  });

  it("has an interval for its own history as well", () => {
    const telemetry = repeat(220, (index) =>
      metric(START + minutes(30 * index), index < 200 ? 20 + (index % 3) : 900, { name: "latency", unit: "ms" }),
    );
    const [found] = createWorld(learned(120)).live(telemetry);
    expect(found?.resolveAfterMs).to.equal(minutes(90));
  });
});
