import { expect } from "chai";
import type { Candidate } from "../../src/model/candidate.ts";
import type { Telemetry } from "../../src/model/telemetry.ts";
import { createWorld, log, metric, minutes, repeat, START } from "./support.ts";

interface Part {
  readonly from: number;
  readonly lasting: number;
  /** Logs in these minutes. */
  readonly logs: (minute: number) => number;
}

/** A metric each half minute, and logs. */
const telemetry = ({ from, lasting, logs }: Part): Telemetry[] =>
  repeat(lasting, (nth) => {
    const [minute, at] = [from + nth, START + minutes(from + nth)];
    const points = [1, 30_001].map((after) =>
      metric(at + after, 40 + (nth % 3), { name: "heap_used_bytes", unit: "" }),
    );
    return [...points, ...repeat(logs(minute), (index) => log(at + 100 + index * 5000))];
  })
    .flat()
    .sort((one, other) => one.timestamp - other.timestamp);

const ofLogs = (found: readonly Candidate[]): Candidate[] =>
  found.filter(({ deduplicationKey }) => deduplicationKey === "service-silent:checkout-api:logs");

const after = (past: Part, present: Telemetry[]): Candidate[] => {
  const world = createWorld();
  expect(ofLogs(world.live(telemetry(past), 30_000)), "in the past").to.deep.equal([]);
  return ofLogs(world.live(present, 30_000));
};
const six = { from: 0, lasting: 120, logs: () => 6 };
const none = (lasting: number, from = 120) => telemetry({ from, lasting, logs: () => 0 });

describe("logs of a service that stop", () => {
  it("are LOW after three minutes, if its metrics go on", () => {
    const [found] = after(six, none(6));
    expect(found).to.include({ reason: "logs_stopped", severity: "LOW", title: "The logs of checkout-api stopped" });
    expect(found?.description).to.include("6 a minute in the hour before. Its metrics go on.");
    expect(((found?.observedAt ?? 0) - START) / minutes(1)).to.be.within(123, 125);
  });

  it("are nothing where the metrics stop, too, or where the service rests as long between its logs", () => {
    expect(after(six, [metric(START + minutes(120), 40, { name: "heap_used_bytes", unit: "" })])).to.deep.equal([]);
    const inHeaps = { ...six, logs: (minute: number) => (minute % 10 === 9 ? 12 : 0) };
    expect(after(inHeaps, none(20))).to.deep.equal([]);
  });

  it("are given up after a day, and nothing where the batch that shows it has them, too", () => {
    const last = after(six, none(30 * 60)).at(-1);
    expect(((last?.observedAt ?? 0) - START) / minutes(1)).to.be.within(120, 120 + 24 * 60 + 1);
    const world = createWorld();
    world.live(telemetry(six), 30_000);
    const late = repeat(120, (index) => log(START + minutes(120) + index * 10_000));
    expect(ofLogs(world.send([...none(20), ...late], START + minutes(140)))).to.deep.equal([]);
  });

  it("are usual from the fourth time on where they are only shipped late", () => {
    const world = createWorld();
    world.live(telemetry(six), 30_000);
    const found = repeat(6, (nth) => {
      const from = 120 + 10 * nth;
      const late = repeat(60, (index) => log(START + minutes(from) + index * 10_000));
      const before = ofLogs(world.live(none(10, from), 30_000));
      world.send(late, START + minutes(from + 10));
      return before.length > 0;
    });
    expect(found.slice(-3)).to.deep.equal([false, false, false]);
  });
});
