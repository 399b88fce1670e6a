import { expect } from "chai";
import { createWorld, error, log, minutes, only, reasons, repeat, START, traffic } from "./support.ts";

describe("an error burst", () => {
  it("is seen in the call that brings 150 identical errors of a brand-new service", () => {
    const world = createWorld();
    const errors = repeat(150, () => error(START));
    const [found, ...others] = world.send(errors);
    expect(others).to.deep.equal([]);
    expect(found).to.include({
      ruleId: "log-error-burst",
      signalType: "log_error_burst",
      reason: "error_burst_in_new_service",
      severity: "MEDIUM",
      deduplicationKey: "log-error-burst:checkout-api",
      title: "Error burst in checkout-api: 150 errors in 1 minute",
      triggeringEventId: errors[0]?.id,
    });
    expect(found?.evidence).to.have.lengthOf(20);
    expect(found?.evidence.at(-1)).to.equal(errors.at(-1)?.id);
    expect(found?.description).to.contain("payment gateway refused the connection");
  });

  it("needs 50 errors", () => {
    expect(createWorld().send(repeat(49, () => error(START)))).to.deep.equal([]);
    expect(reasons(createWorld().send(repeat(50, () => error(START))))).to.deep.equal(["error_burst_in_new_service"]);
  });

  it("needs them within one minute, wherever the minute begins", () => {
    const spread = (distance: number) => [
      ...repeat(25, () => error(START + 30_000)),
      ...repeat(25, () => error(START + 30_000 + distance)),
    ];
    expect(createWorld().send(spread(59_000))).to.have.lengthOf(1);
    expect(createWorld().send(spread(60_000))).to.deep.equal([]);
  });

  it("needs a quarter of a new service's logs to be errors", () => {
    const mixed = (others: number) => [...repeat(others, () => log(START)), ...repeat(60, () => error(START))];
    expect(createWorld().send(mixed(179))).to.have.lengthOf(1);
    expect(createWorld().send(mixed(200))).to.deep.equal([]);
  });

  it("needs five times what is usual", () => {
    const run = (errors: number) => {
      const world = createWorld(only("log-error-burst"));
      expect(world.live(traffic(START, 30, 200, 12))).to.deep.equal([]);
      return world.send(repeat(errors, () => error(START + minutes(30))));
    };
    expect(run(45)).to.deep.equal([]);
    expect(run(60)[0]).to.include({ reason: "errors_above_burst_threshold" });
  });

  it("is HIGH once it lasts into the next minute", () => {
    const world = createWorld(only("log-error-burst"));
    world.live(traffic(START, 30, 200, 4));
    const severitiesAt = (minute: number) =>
      world.send(repeat(125, () => error(START + minutes(minute)))).map(({ severity }) => severity);
    expect(severitiesAt(30)).to.deep.equal(["MEDIUM"]);
    expect(severitiesAt(31)).to.deep.equal(["HIGH"]);
  });

  it("is not ten times the traffic with the usual share of errors", () => {
    const world = createWorld();
    world.live(traffic(START, 30, 200, 8));
    expect(world.live(traffic(START + minutes(30), 3, 2000, 80))).to.deep.equal([]);
  });

  it("goes on while it goes on, though the past fills with it", () => {
    const world = createWorld(only("log-error-burst"));
    world.live(traffic(START, 30, 200, 4));
    const found = world.live(traffic(START + minutes(30), 90, 300, 150));
    expect(found.at(-1)?.at).to.be.greaterThan(START + minutes(117));
  });
});

describe("an error rate", () => {
  const past = () => traffic(START, 60, 60, 2);
  const rate = () => createWorld(only("log-error-rate"));

  it("is seen when its share rises, as LOW until that is significant", () => {
    const world = rate();
    expect(world.live(past())).to.deep.equal([]);
    const found = world.live(traffic(START + minutes(60), 5, 60, 9));
    expect(found[0]).to.include({
      reason: "error_share_above_usual",
      deduplicationKey: "log-error-rate:checkout-api",
      severity: "LOW",
    });
    expect(found.at(-1)?.severity).to.equal("MEDIUM");
    expect(found[0]?.description).to.match(/usual is 3\.3\d* %/);
  });

  it("is HIGH when a further fifth of the logs are errors for certain", () => {
    const world = rate();
    world.live(past());
    expect(world.live(traffic(START + minutes(60), 5, 60, 20)).at(-1)?.severity).to.equal("HIGH");
  });

  it("is LOW when usual errors are among fewer logs", () => {
    const world = rate();
    world.live(past());
    expect(world.live(traffic(START + minutes(60), 20, 10, 2)).at(-1)?.severity).to.equal("LOW");
  });

  it("is quiet about a rise that chance explains", () => {
    const world = rate();
    world.live(past());
    expect(world.live(traffic(START + minutes(60), 5, 60, 4))).to.deep.equal([]);
  });

  it("is quiet about errors that always come in heaps", () => {
    const world = rate();
    const heaps = repeat(13, (index) => [
      ...traffic(START + minutes(index * 5), 4, 60, 1),
      ...traffic(START + minutes(index * 5 + 4), 1, 60, 22),
    ]).flat();
    expect(world.live(heaps).filter((found) => found.at > START + minutes(30))).to.deep.equal([]);
  });

  it("is quiet about a share that a short past showed too low", () => {
    const world = rate();
    world.live(traffic(START, 20, 19, 2));
    expect(world.live(traffic(START + minutes(20), 6 * 60, 19, 4))).to.deep.equal([]);
  });

  it("is not judged without a past", () => {
    expect(rate().live(traffic(START, 5, 60, 45))).to.deep.equal([]);
  });
});
