import { expect } from "chai";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { MetricPoint } from "../../src/model/telemetry.ts";
import { createRandom } from "../support/random.ts";
import { createWorld, metric, only, repeat, START } from "./support.ts";

const HOURS = 60;
const DAYS = 24 * HOURS;
/** The job of each night begins here. */
const NIGHT = 14 * HOURS;

/** The openings by a metric of this shape, with their hour. */
const opened = (fields: Partial<MetricPoint>, lasting: number, shape: (minute: number, noise: number) => number) => {
  const random = createRandom(5);
  const sent = repeat(lasting, (minute) =>
    metric(START + minute * MINUTE_MS, shape(minute, 1 + 0.1 * (random.next() - 0.5)), fields),
  );
  return createWorld(only("golden-signals"))
    .live(sent)
    .map(({ at, severity }) => ({ hour: (at - START) / HOUR_MS, severity }));
};

/** The minutes since the job of this night began, and which night it is. */
const sinceJob = (minute: number) => ({ after: (minute - NIGHT) % DAYS, night: Math.floor((minute - NIGHT) / DAYS) });

describe("a job of each night", () => {
  const queue = { name: "queue_depth", unit: "1" };
  /** A queue that grows for half an hour, which takes an hour to drain; each night is somewhat busier. */
  const filled = (minute: number) => {
    const { after, night } = sinceJob(minute);
    return after < 0 ? 0 : (1 + 0.1 * night) * Math.max(0, after < 30 ? 100 * after : 3000 - 50 * (after - 30));
  };

  it("is silent in the third night, however high its queue has become", () => {
    const found = opened(queue, 4 * DAYS, (minute, noise) => noise * (5 + filled(minute)));
    expect(found).not.to.be.empty;
    expect(found.filter(({ hour }) => hour > 48)).to.be.empty;
  });

  it("doesn't hide a queue that grows at another hour", () => {
    const stuck = (minute: number) => Math.max(0, Math.min(60, minute - 4 * DAYS + 4 * HOURS)) * 100;
    const found = opened(queue, 4 * DAYS, (minute, noise) => noise * (5 + filled(minute) + stuck(minute)));
    expect(found.filter(({ hour }) => hour > 48).map(({ severity }) => severity)).to.include("HIGH");
  });

  it("is an outage where it doesn't end", () => {
    const last = 3 * DAYS + NIGHT + 30;
    const hanging = (minute: number) => (minute < last ? filled(minute) : 3000);
    const found = opened(queue, 5 * DAYS, (minute, noise) => noise * (5 + hanging(minute)));
    expect(found.filter(({ hour }) => hour > 48)).to.have.nested.property("[0].severity", "HIGH");
  });

  it("may begin an hour later from a Sunday in autumn on", () => {
    const found = opened(
      queue,
      4 * DAYS,
      (minute, noise) => noise * (5 + filled(minute < 3 * DAYS ? minute : minute - 60)),
    );
    expect(found.filter(({ hour }) => hour > 48)).to.be.empty;
  });

  it("doesn't hide traffic that is lost before it begins", () => {
    const load = (minute: number) => {
      const { after } = sinceJob(minute);
      if (minute >= 4 * DAYS + NIGHT - 20) return 0;
      return after >= 0 && after < 40 ? 600 : 20;
    };
    const requests = { name: "requests_per_minute", unit: "1" };
    const found = opened(requests, 4 * DAYS + NIGHT + 60, (minute, noise) => Math.round(noise * load(minute)));
    expect(found.filter(({ hour }) => hour > 96 + NIGHT / HOURS - 1)).not.to.be.empty;
  });

  it("doesn't end as lost traffic in the third night", () => {
    const requests = { name: "requests_per_minute", unit: "1" };
    const load = (minute: number) => {
      const { after } = sinceJob(minute);
      return after >= 0 && after < 40 ? 500 : 100;
    };
    const found = opened(requests, 4 * DAYS, (minute, noise) => Math.round(noise * load(minute)));
    expect(found.filter(({ hour }) => hour > 48)).to.be.empty;
  });
});

describe("a service that was idle at first", () => {
  it("has its traffic as its level after some hours, so that its loss is seen", () => {
    const requests = { name: "requests_per_minute", unit: "1" };
    const load = (minute: number) => (minute < 20 ? 0 : minute < 10 * HOURS ? 1000 : 0);
    const found = opened(requests, 11 * HOURS, (minute, noise) => Math.round(noise * load(minute)));
    expect(found.filter(({ hour }) => hour > 9)).not.to.be.empty;
  });
});

describe("two outages at about the same time of a week", () => {
  it("don't hide the third", () => {
    const outages = [1 * DAYS + 610, 4 * DAYS + 640, 8 * DAYS + 620];
    const isOut = (minute: number) => outages.some((from) => minute >= from && minute < from + 30);
    for (const [name, usual, out] of [
      ["probe_success", 1, 0],
      ["request_latency_p95", 100, 3000],
    ] as const) {
      const found = opened({ name, unit: name === "probe_success" ? "1" : "ms" }, 9 * DAYS, (minute, noise) =>
        isOut(minute) ? out : name === "probe_success" ? usual : usual * noise,
      );
      expect(
        found.filter(({ hour }) => hour > 8 * 24),
        name,
      ).not.to.be.empty;
    }
  });
});

describe("a share of errors", () => {
  it("is as severe on the second day as it was at this time on the first", () => {
    const errors = { name: "error_ratio", unit: "ratio" };
    const failing = (minute: number) => minute % DAYS >= NIGHT && minute % DAYS < NIGHT + 20;
    const found = opened(errors, 2 * DAYS, (minute, noise) => noise * (failing(minute) ? 0.6 : 0.001));
    expect(found.filter(({ hour }) => hour > 24)).to.have.nested.property("[0].severity", "HIGH");
  });
});
