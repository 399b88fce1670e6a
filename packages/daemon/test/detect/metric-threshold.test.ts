import { expect } from "chai";
import { createWorld, metric, minutes, reasons, repeat, START } from "./support.ts";

describe("a metric threshold", () => {
  const cpu = (value: number, count: number, fields = {}) =>
    repeat(count, (index) => metric(START + index * 30_000, value, fields));

  it("is crossed when the value lies beyond it for as long as the rule says", () => {
    const world = createWorld();
    expect(world.live(cpu(85, 6))).to.deep.equal([]);
    const [found, ...others] = createWorld().live(cpu(85, 7, { labels: { pod: "a", env: "staging" } }));
    expect(others).to.deep.equal([]);
    expect(found).to.include({
      ruleId: "cpu-high",
      signalType: "metric_threshold",
      reason: "metric_beyond_threshold",
      severity: "LOW",
      environment: "staging",
      deduplicationKey: "cpu-high:checkout-api:cpu_usage@staging",
      title: "cpu_usage of checkout-api is 85 %",
    });
    expect(found?.description).to.contain("> 80 % for 3 minutes");
    expect(found?.evidence).to.have.lengthOf(7);
  });

  it("is not crossed by its own value, nor when one value lies under it", () => {
    expect(createWorld().live(cpu(80, 40))).to.deep.equal([]);
    const interrupted = repeat(40, (index) => metric(START + index * 30_000, index % 6 === 5 ? 70 : 95));
    expect(createWorld().live(interrupted)).to.deep.equal([]);
  });

  it("is graver further beyond", () => {
    expect(createWorld().live(cpu(98, 11, { name: "memory_usage" }))[0]?.severity).to.equal("HIGH");
  });

  it("reads ratios as percent and leaves units alone that it can't read", () => {
    expect(createWorld().live(cpu(0.9, 7, { unit: "ratio" }))).to.have.lengthOf(1);
    expect(createWorld().live(cpu(3_000_000, 11, { unit: "bytes" }))).to.deep.equal([]);
    expect(createWorld().live(cpu(95, 30, { name: "cpu_idle" }))).to.deep.equal([]);
  });

  it("knows the usual names", () => {
    const rule = (name: string, value: number, unit = "percent") =>
      createWorld()
        .live(cpu(value, 20, { name, unit }))
        .map((found) => found.ruleId)[0];
    expect(rule("system.memory.usage", 95)).to.equal("memory-high");
    expect(rule("disk_used_percent", 85)).to.equal("disk-high");
    expect(rule("http.5xx_ratio", 0.1, "ratio")).to.equal("http-5xx-high");
    expect(rule("postgres_connections_used", 95)).to.equal("database-connections-high");
    expect(rule("replication_lag", 45_000, "ms")).to.equal("replication-lag-high");
    expect(rule("node_memory_free", 4)).to.equal("memory-free-low");
  });

  it("sees a counter grow, not that it is high", () => {
    const restarts = (...values: number[]) =>
      values.map((value, index) =>
        metric(START + minutes(index), value, { name: "container_restarts", unit: "count" }),
      );
    expect(createWorld().live(restarts(7, 7, 7, 8, 8, 9, 9))).to.deep.equal([]);
    expect(reasons(createWorld().live(restarts(7, 7, 8, 9, 10)))).to.deep.equal(["metric_grew_beyond_threshold"]);
  });
});
