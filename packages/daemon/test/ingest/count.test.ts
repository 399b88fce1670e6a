import { expect } from "chai";
import fc from "fast-check";
import { countTelemetry, deploymentsIn } from "../../src/ingest/count-telemetry.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import type { DeploymentEvent } from "../../src/model/telemetry.ts";
import type { CountedBucket } from "../../src/model/telemetry-count.ts";
import { toRecordJson } from "../../src/model/telemetry-record.ts";
import { log, metric, NOW } from "../store/samples.ts";

const deployment = (given: Partial<DeploymentEvent> = {}): DeploymentEvent => ({
  kind: "deployment",
  id: uuidv7(NOW),
  organizationId: "acme",
  receivedAt: NOW,
  timestamp: NOW,
  service: "checkout",
  version: "1.2.3",
  environment: "production",
  ...given,
});
const shortOf = ({ service, span, start, events, logs, errors }: CountedBucket) =>
  [service, span === MINUTE_MS ? "minute" : "hour", start - NOW, events, logs, errors] as const;

describe("the counts of telemetry", () => {
  it("hold every event in the minute and in the hour of its own time, logs and errors apart", () => {
    const telemetry = [
      log(),
      log({ level: "error", timestamp: NOW + 59_999 }),
      log({ level: "fatal", timestamp: NOW + MINUTE_MS }),
      log({ level: "warn", service: "cart" }),
      metric(),
      deployment({ timestamp: NOW - 1 }),
    ];
    expect(countTelemetry(telemetry, NOW).map(shortOf)).to.have.deep.members([
      ["checkout", "minute", 0, 3, 2, 1],
      ["checkout", "minute", MINUTE_MS, 1, 1, 1],
      ["checkout", "minute", -MINUTE_MS, 1, 0, 0],
      ["checkout", "hour", 0, 4, 3, 2],
      ["checkout", "hour", -HOUR_MS, 1, 0, 0],
      ["cart", "minute", 0, 1, 1, 0],
      ["cart", "hour", 0, 1, 1, 0],
    ]);
  });

  it("leave out minutes and hours that are no longer kept, and times further ahead than a timestamp may be", () => {
    const at = (timestamp: number) => countTelemetry([log({ timestamp })], NOW).map(({ span }) => span);
    expect(at(NOW - 3 * DAY_MS)).to.have.members([MINUTE_MS, HOUR_MS]);
    expect(at(NOW - 3 * DAY_MS - 1)).to.deep.equal([HOUR_MS]);
    expect(at(NOW - 400 * DAY_MS)).to.deep.equal([HOUR_MS]);
    expect(at(NOW - 400 * DAY_MS - 1)).to.deep.equal([]);
    expect(at(NOW + DAY_MS)).to.have.members([MINUTE_MS, HOUR_MS]);
    expect(at(NOW + DAY_MS + 1)).to.deep.equal([]);
    expect(at(-8_640_000_000_000_000)).to.deep.equal([]);
    const old = [deployment({ timestamp: NOW - 400 * DAY_MS - 1 }), deployment({ timestamp: NOW + DAY_MS + 1 }), log()];
    expect(deploymentsIn([...old, deployment({ id: "kept" })], NOW).map(({ id }) => id)).to.deep.equal(["kept"]);
  });

  it("come to the same however telemetry is parted into batches, and name each bucket once, in one order", () => {
    const event = fc.record({
      service: fc.constantFrom("a", "b", "a 60000"),
      organizationId: fc.constantFrom("acme", "other"),
      level: fc.constantFrom("info", "error", "fatal"),
      timestamp: fc.integer({ min: NOW - 5 * DAY_MS, max: NOW + HOUR_MS }),
    } as const);
    const sum = (buckets: readonly CountedBucket[]) => {
      const sums = new Map<string, number[]>();
      for (const { organizationId, service, span, start, events, logs, errors } of buckets) {
        const key = JSON.stringify([organizationId, service, span, start]);
        const before = sums.get(key) ?? [0, 0, 0];
        sums.set(
          key,
          [events, logs, errors].map((count, index) => count + (before[index] ?? 0)),
        );
      }
      return [...sums].sort();
    };
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), fc.nat({ max: 40 }), (given, cut) => {
        const telemetry = given.map((each) => log(each));
        const whole = countTelemetry(telemetry, NOW);
        const parts = [telemetry.slice(0, cut), telemetry.slice(cut)].flatMap((part) => countTelemetry(part, NOW));
        expect(sum(parts)).to.deep.equal(sum(whole));
        expect(sum(whole)).to.have.lengthOf(whole.length);
        expect(countTelemetry([...telemetry].reverse(), NOW)).to.deep.equal(whole);
      }),
    );
  });

  it("leave nothing in the archived record of a log", () => {
    const failed = log({ level: "error" });
    const before = toRecordJson(failed);
    countTelemetry([failed], NOW);
    expect(toRecordJson(failed)).to.equal(before);
  });

  for (const [message, errors] of [
    ['"GET / HTTP/1.1" 503 12', 1],
    ["GET / HTTP/2 502", 1],
    ["be_web/srv1 0/0/1/2/3 503 212", 1],
    ["served status=500 in 3 ms", 1],
    ['{"statusCode":504}', 1],
    ["Completed 500 in 12ms", 1],
    ['"GET /orders/503 HTTP/1.1" 200 500', 0],
    ["fetched 500 rows in 503 ms", 0],
    ["status=5000", 0],
  ] as const) {
    it(`hold ${errors === 1 ? "a failure" : "no failure"} for ${message}`, () => {
      expect(countTelemetry([log({ message })], NOW)[0]?.errors).to.equal(errors);
    });
  }
});
