import { expect } from "chai";
import { parseRules } from "../../src/detect/rules/rules-file.ts";
import { createWorld, metric, minutes, repeat, START } from "./support.ts";

/** What a metric that stays at a value for 20 minutes leads to, by rule. */
const rulesFor = (name: string, unit: string, value: number, labels: Record<string, string> = {}): string[] => [
  ...new Set(
    createWorld()
      .live(repeat(20, (index) => metric(START + minutes(index), value, { name, unit, labels })))
      .map((found) => found.ruleId),
  ),
];

describe("a value of the unit 1", () => {
  it("is a share of a whole where the name says so", () => {
    expect(rulesFor("system.cpu.utilization", "1", 0.97)).to.deep.equal(["cpu-high"]);
    expect(rulesFor("jvm.cpu.recent_utilization", "1", 0.9)).to.deep.equal(["cpu-high"]);
    expect(rulesFor("heap_used_ratio", "1", 0.95)).to.deep.equal(["memory-high"]);
    expect(rulesFor("http.error_rate", "1", 0.12)).to.deep.equal(["http-5xx-high"]);
    expect(rulesFor("job:error_ratio:rate5m", "1", 0.12)).to.deep.equal(["http-5xx-high"]);
    expect(rulesFor("memory_used_percent", "1", 95)).to.deep.equal(["memory-high"]);
  });

  it("is a number of things otherwise", () => {
    expect(rulesFor("postgres_connections", "1", 20)).to.deep.equal([]);
    expect(rulesFor("postgres_connections", "1", 1)).to.deep.equal([]);
    expect(rulesFor("http_5xx_total", "1", 3)).to.deep.equal([]);
    expect(rulesFor("cpu_count", "1", 8)).to.deep.equal([]);
    expect(rulesFor("jvm_memory_pool_count", "1", 6)).to.deep.equal([]);
    expect(rulesFor("disk_count", "1", 2)).to.deep.equal([]);
    expect(rulesFor("error_ratio_sample_count", "1", 1)).to.deep.equal([]);
  });

  it("is no share when it lies far above 1, whatever is said of it", () => {
    expect(rulesFor("cpu.utilization", "1", 8)).to.deep.equal([]);
    expect(rulesFor("cpu.utilization", "ratio", 97)).to.deep.equal([]);
    expect(rulesFor("cpu.utilization", "1", 1.4)).to.deep.equal(["cpu-high"]);
  });
});

describe("the fullness of a disk", () => {
  it("is known by its usual names", () => {
    expect(rulesFor("disk_used_percent", "%", 99.5)).to.deep.equal(["disk-high"]);
    expect(rulesFor("disk_partition_used_percent", "%", 99.5)).to.deep.equal(["disk-high"]);
    expect(rulesFor("inode.usage", "%", 99.5)).to.deep.equal(["disk-high"]);
    expect(rulesFor("system.filesystem.utilization", "1", 0.995)).to.deep.equal(["filesystem-high"]);
    expect(rulesFor("disk_partition_utilization", "1", 0.995)).to.deep.equal(["filesystem-high"]);
    expect(rulesFor("cloudsql/database/disk/utilization", "1", 0.995)).to.deep.equal(["filesystem-high"]);
  });

  it("is not how busy the disk is", () => {
    for (const name of ["disk_io_time", "diskIoUtil", "disk.util", "disk_utilization", "disk_busy", "disk_read_time"])
      expect(rulesFor(name, "percent", 99)).to.deep.equal([], name);
  });

  it("is not that of what is read-only, nor the share that is free", () => {
    const name = "system.filesystem.utilization";
    expect(rulesFor(name, "1", 1, { mode: "ro", mountpoint: "/snap/core" })).to.deep.equal([]);
    expect(rulesFor(name, "1", 1, { type: "squashfs" })).to.deep.equal([]);
    expect(rulesFor(name, "1", 0.98, { state: "free" })).to.deep.equal([]);
    expect(rulesFor(name, "1", 0.98, { state: "used", mode: "rw" })).to.deep.equal(["filesystem-high"]);
  });
});

describe("the state that a label names", () => {
  it("is trouble when it is work, not when it is rest", () => {
    const cpu = (labels: Record<string, string>) => rulesFor("system.cpu.utilization", "1", 0.97, labels);
    expect(cpu({ state: "idle", cpu: "cpu0" })).to.deep.equal([]);
    expect(cpu({ "cpu.mode": "Idle" })).to.deep.equal([]);
    expect(cpu({ state: "wait" })).to.deep.equal([]);
    expect(cpu({ state: "user", cpu: "cpu0" })).to.deep.equal(["cpu-high"]);
    expect(rulesFor("cpu", "percent", 97, { type_instance: "idle" })).to.deep.equal([]);
  });

  it("is trouble when memory is used, not when it is free or holds what can be had again", () => {
    const memory = (state: string) => rulesFor("system.memory.utilization", "1", 0.98, { state });
    for (const state of ["free", "cached", "buffered", "slab_reclaimable", "inactive"])
      expect(memory(state)).to.deep.equal([], state);
    expect(memory("used")).to.deep.equal(["memory-high"]);
  });
});

describe("a rule's own conditions", () => {
  const rules = parseRules(`rules:
  - id: queue-long
    pattern: metric-threshold
    metrics: ["*depth"]
    exceptWords: [Dead]
    labels: { queue: [orders, mail*] }
    exceptLabels: { Queue.State: [paused] }
    comparison: ">"
    threshold: 10
    forMinutes: 0
  - id: odd
    pattern: metric-anomaly
    metrics: ["*"]
    labels: { watched: ["yes"] }
    minScore: 1
    highScore: 100
    learnMinutes: 120
`);
  const finds = (name: string, labels?: Record<string, string>) =>
    createWorld(rules).send([metric(START, 20, { name, unit: "count", ...(labels === undefined ? {} : { labels }) })])
      .length > 0;

  it("hold for each label that it wants, and for none that it excepts", () => {
    expect(finds("depth", { queue: "orders" })).to.equal(true);
    expect(finds("depth", { queue: "mail-out", "queue.state": "running" })).to.equal(true);
    expect(finds("depth", { queue: "mail-out", "queue.state": "Paused" })).to.equal(false);
    expect(finds("depth", { queue: "other" })).to.equal(false);
    expect(finds("depth", {})).to.equal(false);
    expect(finds("depth")).to.equal(false);
  });

  it("hold for whole words of the name", () => {
    expect(finds("deadline.depth", { queue: "orders" })).to.equal(true);
    expect(finds("dead.letter.depth", { queue: "orders" })).to.equal(false);
    expect(finds("mainDeadDepth", { queue: "orders" })).to.equal(false);
  });

  it("hold for anomalies alike", () => {
    const jump = (labels: Record<string, string>) =>
      createWorld(rules).live(
        repeat(220, (index) => metric(START + minutes(index), index < 200 ? index % 3 : 900, { name: "load", labels })),
      );
    expect(jump({ watched: "no" })).to.deep.equal([]);
    expect(jump({ watched: "yes" }).map((found) => found.ruleId)).to.include("odd");
  });
});
