import { expect } from "chai";
import type { Telemetry } from "../../src/model/telemetry.ts";
import { createChance, createWorld, error, log, metric, minutes, only, repeat, START, traffic } from "./support.ts";

const LASTING = 140;
const CHANGES = 120;

const found = (telemetry: readonly Telemetry[], rule = "golden-signals") =>
  createWorld(only(rule)).live(telemetry, 5000);

/** One value a minute, from before and after a change. */
const gauge = (name: string, unit: string, valueAt: (minute: number) => number) =>
  repeat(LASTING, (minute) => metric(START + minutes(minute), valueAt(minute), { name, unit }));

describe("saturation", () => {
  it("is read from the time that a CPU worked", () => {
    let total = 7000;
    const [first] = found(
      gauge("container_cpu_usage_seconds_total", "", (minute) => {
        total += (minute >= CHANGES ? 48 : 12) + (minute % 3);
        return total;
      }),
    );
    expect(first).to.include({ severity: "LOW" });
    expect(first?.title).to.match(/^Saturation of checkout-api rose: \w+ [45]\d[\d.]* a minute instead of 1\d/);
  });

  it("of a part of a CPU matters where it takes most of the rest", () => {
    const percent = (after: number) =>
      found(gauge("cpu_usage", "percent", (minute) => (minute >= CHANGES ? after : 14) + (minute % 3)));
    expect(percent(28)).to.deep.equal([]);
    expect(percent(75).map(({ severity }) => severity)[0]).to.equal("LOW");
  });

  it("is told in the unit of the metric, where no unit says whether it is percent or a share", () => {
    const titleOf = (unit: string, before: number, after: number) =>
      found(
        gauge("cpu_utilization", unit, (minute) => (minute >= CHANGES ? after : before) * (1 + 0.02 * (minute % 3))),
      )[0]?.title;
    expect(titleOf("", 20, 90)).to.match(/: cpu_utilization 9\d(?:\.\d)? instead of 2\d/);
    expect(titleOf("1", 0.2, 0.98)).to.match(/: cpu_utilization (?:0\.98|1\.0\d?|1) instead of 0\.2/);
  });

  it("follows the day", () => {
    const chance = createChance(3);
    const load = (minute: number) => 1.2 + 2.5 * Math.max(0, minute - 60) * 0.01 + 0.1 * chance.next();
    expect(found(gauge("node_load1", "", load))).to.deep.equal([]);
  });
});

describe("replicas", () => {
  const ready = (valueAt: (minute: number) => number) =>
    found(gauge("kube_deployment_status_replicas_ready", "", valueAt));

  it("that aren't ready are LOW", () => {
    const [first] = ready((minute) => (minute >= CHANGES ? 1 : 4));
    expect(first?.severity).to.equal("LOW");
    expect(first?.title).to.match(
      /^Replicas of checkout-api fell: kube_deployment_status_replicas_ready 1 instead of [34]/,
    );
  });

  it("that become fewer one by one, or more, are usual", () => {
    expect(ready((minute) => 6 - Math.floor(Math.max(0, minute - 60) / 25))).to.deep.equal([]);
    expect(ready((minute) => (minute >= CHANGES ? 9 : 3))).to.deep.equal([]);
  });
});

describe("the mean time of a database's commands", () => {
  it("is read from their total time and their number", () => {
    let [seconds, commands] = [50, 90_000];
    const telemetry = repeat(LASTING, (minute) => {
      const at = START + minutes(minute);
      commands += 600 + (minute % 7);
      seconds += 600 * (minute >= CHANGES ? 0.02 : 0.001);
      return [
        metric(at, commands, { name: "redis_commands_total", unit: "", labels: { cmd: "get" } }),
        metric(at + 1, seconds, {
          name: "redis_commands_duration_seconds_total",
          unit: "",
          labels: { cmd: "get" },
        }),
      ];
    }).flat();
    expect(found(telemetry)[0]?.title).to.match(/^Latency of checkout-api rose: mean redis_commands_duration\w* 0\.0/);
  });
});

describe("the errors of a service whose logs swell while it fails", () => {
  it("are seen within a minute, and sure after three", () => {
    const at = START + minutes(120);
    const failing = repeat(200, (index) => (index % 4 === 0 ? log : error)(at + index * 1500));
    const all = found([...traffic(START, 120, 4, 0), ...failing], "log-error-rate");
    expect(all[0]?.severity).to.equal("LOW");
    expect((all[0]?.observedAt ?? Infinity) - at).to.be.at.most(minutes(1));
    const sure = all.find(({ severity }) => severity === "HIGH");
    expect((sure?.observedAt ?? 0) - at).to.be.within(minutes(3), minutes(4.5));
  });
});
