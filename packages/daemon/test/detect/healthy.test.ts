import { expect } from "chai";
import type { Telemetry } from "../../src/model/telemetry.ts";
import { createChance, createWorld, deployment, keys, log, metric, minutes, START } from "./support.ts";

const shop = [
  { service: "storefront", logs: 220, errors: 0.02 },
  { service: "checkout-api", logs: 90, errors: 0.04 },
  { service: "cart", logs: 140, errors: 0.01 },
  { service: "catalogue", logs: 300, errors: 0.003 },
  { service: "payment", logs: 40, errors: 0.05 },
  { service: "mailer", logs: 9, errors: 0.03 },
];
/** How often a kind of error comes falls off, as it does in life; the last ones are rare. */
const kinds = [
  "request to upstream timed out after",
  "validation failed for order",
  "card declined for customer",
  "lock wait exceeded on row",
  "template missing for locale",
  "unexpected status from partner",
];

type Chance = ReturnType<typeof createChance>;

function logsOf(
  chance: Chance,
  { service, logs, errors }: (typeof shop)[number],
  from: number,
  swing: number,
): Telemetry[] {
  return Array.from({ length: chance.poisson(Math.min(logs * swing, 400)) }, () => {
    const at = from + Math.floor(chance.next() * minutes(1));
    const kind = kinds[Math.min(Math.floor(-Math.log(1 - chance.next()) * 1.2), kinds.length - 1)];
    const metadata = { env: "production" };
    return chance.next() < errors
      ? log(at, { service, level: "error", message: `${kind} ${Math.floor(chance.next() * 1e6)}`, metadata })
      : log(at, { service, level: chance.next() < 0.1 ? "warn" : "info", metadata });
  });
}

function metricsOf(chance: Chance, service: string, from: number, minute: number, swing: number): Telemetry[] {
  const point = (name: string, unit: string, value: number, labels = {}) =>
    metric(from + Math.floor(chance.next() * 60_000), value, {
      service,
      name,
      unit,
      labels: { env: "production", ...labels },
    });
  return [
    point("cpu_usage", "percent", Math.min(78, 35 * swing + 6 * chance.normal()), { pod: "a" }),
    point("memory_usage", "percent", 55 + 10 * ((minute % 300) / 300) + chance.normal()),
    point("latency_p99", "ms", 180 * swing * Math.exp(0.25 * chance.normal())),
    point("http_5xx_ratio", "ratio", Math.max(0, 0.008 + 0.004 * chance.normal())),
    point("http_requests_total", "count", 5000 * minute + 900 * chance.next()),
    point("container_restarts", "count", minute < 95 ? 3 : 4),
    point("queue_depth", "count", chance.poisson(4)),
  ];
}

/** A host at rest as OpenTelemetry's collector tells of it: a share of a whole for each state, and numbers of things. */
function restingHostOf(chance: Chance, from: number): Telemetry[] {
  const service = "host";
  const point = (name: string, value: number, labels: Record<string, string> = {}, unit = "1") =>
    metric(from + Math.floor(chance.next() * 60_000), value, { service, name, unit, labels });
  const shares = (name: string, states: Record<string, number>, labels: Record<string, string> = {}) =>
    Object.entries(states).map(([state, share]) =>
      point(name, share + 0.002 * Math.abs(chance.normal()), { ...labels, state }),
    );
  return [
    ...["cpu0", "cpu1"].flatMap((cpu) =>
      shares("system.cpu.utilization", { idle: 0.96, user: 0.02, system: 0.01, wait: 0.002, steal: 0 }, { cpu }),
    ),
    ...shares("system.memory.utilization", { used: 0.04, free: 0.03, cached: 0.92, buffered: 0.01 }),
    point("system.filesystem.utilization", 0.4, { device: "/dev/sda1", mode: "rw", type: "ext4" }),
    point("system.filesystem.utilization", 1, { device: "/dev/loop0", mode: "ro", type: "squashfs" }),
    point("system.cpu.logical.count", 8, {}, "{cpu}"),
    point("cpu_count", 8),
    point("disk_count", 2),
    point("jvm_memory_pool_count", 6),
    point("postgres_connections", 20),
    point("http_5xx_total", 3),
  ];
}

/** A small shop's telemetry of some hours: a daily swing, a restart of everything and a deployment that went well. */
function healthyShop(seed: number, lasting: number): Telemetry[] {
  const chance = createChance(seed);
  const all: Telemetry[] = [];
  for (let minute = 0; minute < lasting; minute++) {
    const from = START + minutes(minute);
    const swing = 1 + 0.5 * Math.sin((2 * Math.PI * (minute + 100 * seed)) / 1440);
    for (const each of shop) {
      const isRestarting = minute === 30 && each.service !== "storefront";
      if (!isRestarting) all.push(...logsOf(chance, each, from, swing));
      all.push(...metricsOf(chance, each.service, from, minute, swing));
    }
    if (minute === 35) all.push(deployment(from, { service: "cart", metadata: { status: "success" } }));
  }
  return all.sort((left, right) => left.timestamp - right.timestamp);
}

describe("a healthy shop", () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    it(`gives no candidate in an hour (seed ${seed})`, () => {
      const world = createWorld();
      expect(keys(world.live(healthyShop(seed, 60)))).to.deep.equal([]);
      expect(keys(world.wake(START + minutes(60)))).to.deep.equal([]);
    }).timeout(20_000);
  }

  it("gives none when the same comes as one backfill", () => {
    const telemetry = healthyShop(7, 60);
    expect(keys(createWorld().send(telemetry, START + minutes(600)))).to.deep.equal([]);
  }).timeout(20_000);

  it("gives none in four hours, when metrics are known and new patterns are news", () => {
    expect(keys(createWorld().live(healthyShop(8, 240)))).to.deep.equal([]);
  }).timeout(30_000);

  it("gives none on hosts at rest", () => {
    const chance = createChance(9);
    const telemetry = Array.from({ length: 180 }, (_, minute) => restingHostOf(chance, START + minutes(minute)));
    const inOrder = telemetry.flat().sort((left, right) => left.timestamp - right.timestamp);
    expect(keys(createWorld().live(inOrder))).to.deep.equal([]);
  }).timeout(20_000);
});
