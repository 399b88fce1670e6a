import { expect } from "chai";
import { createProcessHealth } from "../../src/app/process-health.ts";
import type { RunningRole } from "../../src/app/roles/role-context.ts";
import { createMetrics } from "../../src/app/runtime/metrics.ts";
import { createStorageWait } from "../../src/app/runtime/storage-wait.ts";
import { silentLogger } from "../../src/kernel/logger.ts";

describe("Metrics while a database hangs", () => {
  it("are answered within two seconds, with NaN for a gauge that asks it and without its labelled gauge", async () => {
    const metrics = createMetrics({ ofProcess: false });
    let hangs = false;
    const ask = <Answer>(answer: Answer): Promise<Answer> =>
      hangs ? new Promise(() => undefined) : Promise.resolve(answer);
    metrics.gauge("asking", "Asks the database.", () => ask(3));
    metrics.gauge("failing", "Fails.", () => Promise.reject(new Error("away")));
    metrics.gauge("known", "Asks nobody.", () => 5);
    metrics.gaugeBySeverity("open", "Asks the database.", () => ask({ high: 2 }));
    const role: RunningRole = {
      address: undefined,
      notReady: async () => [],
      metrics: () => metrics.registry.getMetricsAsJSON(),
      stop: async () => undefined,
    };
    const health = createProcessHealth({
      roles: ["core"],
      running: new Map([["core", role]]),
      storage: createStorageWait({ logger: silentLogger, signal: new AbortController().signal }),
      checks: [],
      warnings: () => [],
    });
    const samples = async (): Promise<readonly string[]> =>
      (await health.metrics()).text.split("\n").filter((line) => /^(asking|failing|known|open)/.test(line));
    expect(await samples()).to.deep.equal(["asking 3", "failing NaN", "known 5", 'open{severity="high"} 2']);
    hangs = true;
    const began = performance.now();
    expect(await samples()).to.deep.equal(["asking NaN", "failing NaN", "known 5"]);
    expect(performance.now() - began).to.be.below(2_000);
  });
});
