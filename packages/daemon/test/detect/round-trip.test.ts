import { expect } from "chai";
import fc from "fast-check";
import { createDetectionEngine } from "../../src/detect/engine/detection-engine.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import type { LogLevel, Telemetry } from "../../src/model/telemetry.ts";
import { builtInRules, createWorld, deployment, log, metric, minutes, START } from "./support.ts";

const messages = [
  "pool exhausted after 30 ms",
  "user 7 not found",
  "user anna not found",
  "",
  "__proto__ a b",
  "deadlock in tx 0xfe12",
];

const HISTOGRAM = ["http_request_duration_seconds_sum", "http_request_duration_seconds_count"];

/** A batch: when it comes, and what happened around then. */
const batches = fc.array(
  fc.record({
    pauseMs: fc.oneof(fc.nat(2000), fc.nat(minutes(4)), fc.constant(minutes(70))),
    wakes: fc.boolean(),
    restarts: fc.boolean(),
    items: fc.array(
      fc.record({
        service: fc.constantFrom("checkout-api", "cart", "__proto__"),
        offsetMs: fc.oneof(
          fc.integer({ min: -5000, max: 5000 }),
          fc.integer({ min: -minutes(80), max: minutes(1440) }),
        ),
        kind: fc.constantFrom("log", "log", "log", "metric", "deployment"),
        level: fc.constantFrom<LogLevel>("info", "error", "error", "fatal"),
        message: fc.oneof(fc.constantFrom(...messages), fc.string()),
        times: fc.constantFrom(1, 1, 3, 60),
        value: fc.oneof(fc.constantFrom(0, 50, 85, 99), fc.double({ noNaN: true })),
        label: fc.constantFrom("a", "b", "__proto__"),
        name: fc.constantFrom("cpu_usage_percent", "http_requests_total", "http_errors_total", ...HISTOGRAM),
        environment: fc.constantFrom(undefined, undefined, "prod", "staging", "__proto__"),
      }),
      { maxLength: 12 },
    ),
  }),
  { maxLength: 25 },
);

type Batch = (typeof batches extends fc.Arbitrary<infer T> ? T : never)[number];

const telemetryOf = (batch: Batch, now: number, number: number): Telemetry[] =>
  batch.items.flatMap((item, index) =>
    Array.from({ length: item.times }, (_, copy): Telemetry => {
      const at = now + item.offsetMs + copy * 900;
      const fields = { id: `${number}-${index}-${copy}`, service: item.service, receivedAt: now };
      const env = item.environment === undefined ? {} : { env: item.environment };
      if (item.kind === "deployment") {
        const environment = item.environment ?? "qa";
        return deployment(at, { ...fields, environment, metadata: { status: item.label === "a" ? "failed" : "ok" } });
      }
      if (item.kind === "metric")
        return metric(at, item.value, { ...fields, name: item.name, labels: { pod: item.label, ...env } });
      return log(at, { ...fields, level: item.level, message: item.message, metadata: env });
    }),
  );

describe("state", () => {
  it("survives being stored and loaded at any point: the same telemetry finds the same", () => {
    fc.assert(
      fc.property(batches, (all) => {
        const straight = createWorld();
        const interrupted = createWorld();
        let now = START;
        all.forEach((batch, number) => {
          now += batch.pauseMs;
          const telemetry = telemetryOf(batch, now, number);
          const seen: Candidate[][] = [straight, interrupted].map((world) => [
            ...(batch.wakes ? world.wake(now) : []),
            ...world.send(telemetry, now),
          ]);
          expect(seen[1]).to.deep.equal(seen[0]);
          for (const service of ["checkout-api", "cart", "__proto__"]) {
            expect(interrupted.state(service)).to.equal(straight.state(service));
            expect(interrupted.wakeAt(service)).to.equal(straight.wakeAt(service));
          }
          if (batch.restarts) interrupted.restart();
        });
      }),
      { numRuns: 150 },
    );
  });

  it("that can't be read is a service never seen", () => {
    const key = { organizationId: "default", service: "checkout-api" };
    const fresh = (stored: string | null): string | undefined => {
      const engine = createDetectionEngine(builtInRules);
      engine.load(key, stored);
      engine.observe([log(START, { id: "1" })], START);
      return engine.takeChanges()[0]?.state;
    };
    const good = fresh(null) ?? "";
    const texts = [
      "",
      "null",
      "[]",
      "{}",
      '{"v":2}',
      good.replace(/"v":\d+/, '"v":99'),
      good.slice(0, -9),
      good.replaceAll(/"(?=\w+(?:@\d)?":)/g, '"x'),
    ];
    for (const text of texts) expect(fresh(text)).to.equal(good);
    expect(fresh(good)).to.not.equal(good);
  });
});
