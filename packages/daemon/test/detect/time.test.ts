import { expect } from "chai";
import { createWorld, error, keys, log, minutes, only, repeat, START, traffic } from "./support.ts";

const HOUR = minutes(60);

describe("the service's own time", () => {
  it("judges old telemetry in chronological order like live traffic", () => {
    const past = traffic(START - 72 * HOUR, 60, 60, 2);
    const trouble = traffic(START - 71 * HOUR, 10, 60, 40);
    const world = createWorld(only("log-error-rate"));
    expect(keys(world.send([...past, ...trouble], START))).to.deep.equal(["log-error-rate:checkout-api"]);
    expect(createWorld(only("log-error-rate")).send(traffic(START - 72 * HOUR, 90, 60, 2), START)).to.deep.equal([]);
  });

  it("finds trouble in the midst of one batch", () => {
    const world = createWorld(only("log-error-burst"));
    const batch = [
      ...traffic(START, 60, 30, 1),
      ...repeat(120, () => error(START + minutes(60))),
      ...traffic(START + minutes(61), 120, 30, 1),
    ];
    const [found] = world.send(batch);
    expect(found?.title).to.contain("120 errors");
  });

  it("doesn't mind the order within the window", () => {
    const batch = [...traffic(START, 30, 60, 2), ...repeat(80, () => error(START + minutes(29)))];
    const forward = createWorld(only("log-error-burst")).send(batch, START + minutes(30));
    const backward = createWorld(only("log-error-burst")).send([...batch].reverse(), START + minutes(30));
    expect(keys(forward)).to.deep.equal(keys(backward)).and.to.have.lengthOf(1);
  });

  it("ignores what is older than the window", () => {
    const world = createWorld(only("log-error-burst"));
    world.send([log(START)]);
    expect(
      world.send(
        repeat(200, () => error(START - minutes(66))),
        START,
      ),
    ).to.deep.equal([]);
  });

  it("is not carried off by one timestamp from the future", () => {
    const world = createWorld();
    world.live(traffic(START, 40, 60, 2));
    const now = START + minutes(40);
    world.send([log(now + 23 * HOUR)], now);
    const errors = repeat(150, () => error(now + 5000));
    expect(keys(world.send(errors, now + 5000))).to.include("log-error-burst:checkout-api");
  });

  it("counts a sender whose clock is a day ahead as of now", () => {
    const world = createWorld();
    const errors = repeat(150, (index) => error(START + 20 * HOUR + index));
    expect(keys(world.send(errors, START))).to.deep.equal(["log-error-burst:checkout-api"]);
  });

  it("opens nothing by what was history when it came: a backfill", () => {
    const fatal = (age: number) =>
      log(START - age, { level: "fatal", message: "gone", receivedAt: START, metadata: { env: "production" } });
    for (const age of [6 * HOUR, 6 * 365 * 24 * HOUR])
      expect(createWorld().send([fatal(age)], START)).to.deep.equal([]);
    expect(createWorld().send([fatal(6 * HOUR - 1)], START)).to.have.lengthOf(1);
  });

  it("is not moved by a backfill in between", () => {
    const world = createWorld(only("log-error-burst"));
    const backfill = repeat(200, (index) => error(START - 10 * HOUR + index, { receivedAt: START }));
    expect(keys(world.send([...backfill, ...repeat(60, () => error(START))], START))).to.deep.equal([
      "log-error-burst:checkout-api",
    ]);
  });

  it("leaves a service whose clock is years behind one that speaks", () => {
    const world = createWorld();
    for (let second = 0; second <= 3600; second += 10) {
      const at = START + second * 1000;
      world.send([log(second < 1800 ? at : second, { receivedAt: at })], at);
    }
    expect(world.wake(START + minutes(61))).to.deep.equal([]);
  });
});
