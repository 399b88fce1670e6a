import { expect } from "chai";
import type { MetricPoint, Telemetry } from "../../src/model/telemetry.ts";
import { createRandom } from "../support/random.ts";
import { createWorld, metric, minutes, only, repeat, START } from "./support.ts";

const HOURS = 60;

const series = (lasting: number, fields: Partial<MetricPoint>, shape: (minute: number, noise: number) => number) => {
  const random = createRandom(3);
  return repeat(lasting, (minute) =>
    metric(START + minutes(minute), shape(minute, 1 + 0.02 * (random.next() - 0.5)), fields),
  );
};
const opened = (sent: readonly Telemetry[]) =>
  createWorld(only("golden-signals"))
    .live(sent)
    .map(({ at, severity, title }) => ({ minute: Math.round((at - START) / 60_000), severity, title }));

/** Memory in megabytes that is collected every 40 minutes. */
const sawtooth = (minute: number): number => 100 + 100 * ((minute % 40) / 40);
const memory = { name: "mem_mb", unit: "MiBy" };

describe("a slow climb", () => {
  it("isn't the sawtooth of collected memory", () => {
    expect(opened(series(12 * HOURS, memory, (minute, noise) => noise * sawtooth(minute)))).to.deep.equal([]);
  });

  it("is found where memory leaks below the sawtooth", () => {
    const leak = (minute: number) => sawtooth(minute) + Math.max(0, minute - 8 * HOURS);
    const [first] = opened(series(12 * HOURS, memory, (minute, noise) => noise * leak(minute)));
    expect(first?.minute).to.be.within(8 * HOURS + 20, 9 * HOURS + 40);
    expect(first).to.include({ severity: "LOW" });
    expect(first?.title).to.match(/^Memory of checkout-api climbed: mem_mb /);
  });

  for (const [name, unit, labels, usual, after] of [
    ["system.filesystem.utilization", "1", {}, 0.3, 0.6],
    ["node_filesystem_avail_bytes", "By", {}, 70e9, 40e9],
    ["disk_free_percent", "percent", {}, 70, 40],
    ["kubernetes.kubelet.volume.stats.used_pct", "fraction", {}, 0.3, 0.6],
    ["system.filesystem.usage", "By", { state: "free" }, 70e9, 40e9],
  ] as const) {
    it(`is found where a disk fills within an hour by ${name}${"state" in labels ? " of state free" : ""}`, () => {
      const part = (minute: number) => Math.min(1, Math.max(0, (minute - 6 * HOURS) / 60));
      const filling = series(7 * HOURS, { name, unit, labels }, (minute) => usual + (after - usual) * part(minute));
      const [first] = opened(filling);
      expect(first?.minute).to.be.within(6 * HOURS, 7 * HOURS);
      expect(first?.title).to.contain("Disk use of checkout-api");
    });
  }

  for (const [name, unit, at] of [
    ["node_filesystem_avail_bytes", "By", (used: number) => (1 - used) * 100e9],
    ["disk_used_percent", "percent", (used: number) => 100 * used],
  ] as const) {
    it(`is found within six minutes where ${name} says that a disk is full within the hour`, () => {
      const used = (minute: number) => 0.3 + 0.012 * Math.max(0, minute - 6 * HOURS);
      const [first] = opened(series(6 * HOURS + 30, { name, unit }, (minute) => at(used(minute))));
      expect(first?.minute).to.be.within(6 * HOURS, 6 * HOURS + 6);
      expect(first?.severity).to.equal("LOW");
    });

    it(`isn't a large file that is written at once, by ${name}`, () => {
      const used = (minute: number) => (minute < 6 * HOURS ? 0.3 : 0.36);
      expect(opened(series(8 * HOURS, { name, unit }, (minute) => at(used(minute))))).to.deep.equal([]);
    });
  }

  it("isn't a disk that fills at its usual pace and is cleaned up", () => {
    const disk = { name: "disk_used_percent", unit: "percent" };
    const used = (minute: number) => 40 + 6 * ((minute % (12 * HOURS)) / (12 * HOURS));
    expect(opened(series(36 * HOURS, disk, used))).to.deep.equal([]);
  });
});

describe("a rate per second", () => {
  it("that ends is lost traffic, though it is less than one", () => {
    const random = createRandom(9);
    const rps = series(5 * HOURS, { name: "feeds_rps", unit: "1" }, (minute) =>
      minute < 4 * HOURS + 30 ? (8 + Math.floor(random.next() * 9)) / 60 : 0,
    );
    const [first] = opened(rps);
    expect(first?.minute).to.be.within(4 * HOURS + 29, 4 * HOURS + 35);
    expect(first?.title).to.contain("Traffic of checkout-api fell");
  });
});

describe("a total of a nightly job without a suffix", () => {
  it("is no lost traffic, and not unusual, when the process starts again", () => {
    for (const name of ["apps.export.requests.count", "export.records"]) {
      const total = series(10 * HOURS, { name, unit: "1" }, (minute) => (minute < 8 * HOURS ? 427_000 : 0));
      expect(createWorld(only("golden-signals", "metric-anomaly")).live(total)).to.deep.equal([]);
    }
  });
});

describe("a latency without values while no requests come", () => {
  it("ends a quarter of an hour after its last bad value, as it does otherwise", () => {
    const sent = series(6 * HOURS, { name: "request_latency_p95", unit: "ms" }, (minute, noise) =>
      minute >= 5 * HOURS + 30 ? 4000 : 200 * noise,
    ).filter((_, minute) => minute < 4 * HOURS || minute >= 5 * HOURS + 20);
    const [first] = createWorld(only("golden-signals")).live(sent);
    expect(first?.resolveAfterMs).to.equal(minutes(15));
  });
});
