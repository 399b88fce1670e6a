import { expect } from "chai";
import { isNonProduction } from "../../src/detect/environment.ts";
import { createWorld, error, log, metric, minutes, repeat, START } from "./support.ts";

const HOURS = 3;
const ONSET = 60 * HOURS;

/** One value a minute, a little noisy, with a shift in the last ten minutes. */
const shifted = (name: string, unit: string, from: number, to: number, labels: Record<string, string> = {}) =>
  repeat(ONSET + 10, (minute) => {
    const value = (minute < ONSET ? from : to) * (to === 0 ? 1 : 1 + 0.01 * Math.sin(minute));
    return metric(START + minutes(minute), value, { name, unit, labels });
  });

/** A total that grows by `usual` in seven minutes, and then by `failing` a minute. */
const growing = (name: string, labels: Record<string, string>, failing: number) =>
  repeat(ONSET + 10, (minute) => {
    const value = 100_000 + Math.floor(minute / 7) + failing * Math.max(0, minute - ONSET);
    return metric(START + minutes(minute), value, { name, unit: "1", labels });
  });

const openedAfterOnset = (telemetry: ReturnType<typeof shifted>) =>
  createWorld()
    .live(telemetry, 5000)
    .filter(({ ruleId }) => ruleId === "golden-signals")
    .map(({ severity, observedAt }) => ({ severity, after: (observedAt - START) / 60_000 - ONSET }));

describe("an outage in a system that nobody prepared for", () => {
  for (const [name, unit, from, to] of [
    ["TargetResponseTime", "Seconds", 0.05, 5],
    ["http_server_requests_seconds_max", "", 0.2, 9],
    ["HTTPCode_Target_5XX_Count", "Count", 1, 200],
    ["Http5xx", "Count", 1, 200],
    ["ApproximateAgeOfOldestMessage", "Seconds", 2, 4000],
    ["redis_up", "", 1, 0],
    ["up", "", 1, 0],
    ["trace.web.request", "ms", 50, 4000],
  ] as const) {
    it(`opens HIGH within five minutes for ${name} from ${from} to ${to} after three hours`, () => {
      const found = openedAfterOnset(shifted(name, unit, from, to));
      expect(found.filter(({ after }) => after < 0)).to.deep.equal([]);
      expect(found.find(({ severity }) => severity === "HIGH")?.after).to.be.at.most(5);
    });
  }

  for (const [name, labels] of [
    ["http_server_request_duration_seconds_count", { http_response_status_code: "500" }],
    ["envoy_cluster_upstream_rq_5xx", {}],
    ["haproxy_backend_http_responses_total", { code: "5xx" }],
  ] as const) {
    it(`opens within five minutes for a total of rare errors, ${name}`, () => {
      const found = openedAfterOnset(growing(name, labels, 100));
      expect(found.filter(({ after }) => after < 0)).to.deep.equal([]);
      expect(found[0]?.after).to.be.at.most(5);
    });
  }

  it("opens nothing above LOW for a new total of rare rollbacks, and nothing after its first hour", () => {
    const total = repeat(60 * HOURS, (minute) =>
      metric(START + minutes(minute), Math.floor(minute / 6), { name: "pg_stat_database_xact_rollback", unit: "1" }),
    );
    const found = openedAfterOnset(total).filter(({ severity, after }) => severity !== "LOW" || after + ONSET > 60);
    expect(found).to.deep.equal([]);
  });

  it("goes on while a number of errors stays where it rose to in five steps", () => {
    const errors = repeat(60 * HOURS, (minute) =>
      metric(START + minutes(minute), Math.min(100, Math.max(0, minute - 90) * 20), { name: "errors", unit: "Count" }),
    );
    expect(openedAfterOnset(errors).at(-1)).to.deep.include({ severity: "HIGH", after: -1 });
  });

  for (const [form, fields] of [
    ["a number", (status: number) => ({ statusCode: status })],
    ["a text", (status: number) => ({ "http.response.status_code": String(status) })],
    ["nested", (status: number) => ({ res: { statusCode: status } })],
  ] as const) {
    it(`opens for server errors whose status is ${form} in the fields of access logs`, () => {
      const line = (at: number, status: number) => log(at, { message: "request completed", metadata: fields(status) });
      const quiet = repeat(60 * 30, (each) => line(START + each * 2000, each % 300 === 3 ? 502 : 200));
      const failing = repeat(60 * 3, (each) => line(START + minutes(60) + each * 2000, each % 2 === 0 ? 503 : 200));
      const found = createWorld().live([...quiet, ...failing], 5000);
      expect(found[0]).to.include({ ruleId: "log-error-rate" });
      expect(found[0]?.observedAt).to.be.greaterThan(START + minutes(60));
    });
  }

  it("opens for a latency of a service that has more other series than are kept", () => {
    const others = (minute: number) =>
      repeat(260, (nth) =>
        metric(START + minutes(minute), nth, { name: "widgets", unit: "", labels: { shard: `${nth}` } }),
      );
    const latencies = shifted("checkout_latency_p99", "ms", 100, 9000);
    const found = openedAfterOnset(latencies.flatMap((each, minute) => [...others(minute), each]));
    expect(found.find(({ severity }) => severity === "HIGH")?.after).to.be.at.most(5);
  });

  it("is LOW for one value of a series of five minutes, and HIGH for two", () => {
    const values = (bad: number) =>
      repeat(36 + bad, (nth) =>
        metric(START + minutes(5 * nth), nth < 36 ? 100 : 4000, { name: "latency_p50", unit: "ms" }),
      );
    const severities = (bad: number) =>
      new Set(
        createWorld()
          .live(values(bad), 5000)
          .map(({ severity }) => severity),
      );
    expect(severities(1)).to.deep.equal(new Set(["LOW"]));
    expect(severities(2)).to.include("HIGH");
  });
});

describe("the name of an environment", () => {
  it("may be production's, unless a word of it is for development, test or staging", () => {
    const names = ["prd", "prod-eu", "prod1", "Production EU", "live", "eu-central-1", "main", "customer-a"];
    expect(names.filter(isNonProduction)).to.deep.equal([]);
    const others = ["dev", "QA", "uat2", "staging-eu", "pre-prod", "preprod", "team-a-test", "local"];
    expect(others.filter((name) => !isNonProduction(name))).to.deep.equal([]);
  });

  it("is read from OpenTelemetry's key, in logs and metrics", () => {
    const staged = { "deployment.environment.name": "staging" };
    const found = createWorld().send([error(START, { level: "fatal", metadata: staged })]);
    expect(found.map(({ severity, environment }) => [severity, environment])).to.deep.equal([["LOW", "staging"]]);
  });
});
