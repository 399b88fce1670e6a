import { expect } from "chai";
import {
  createWorld,
  deployment,
  error,
  keys,
  log,
  metric,
  minutes,
  only,
  reasons,
  repeat,
  START,
  traffic,
} from "./support.ts";

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
      severity: "HIGH",
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
    // The eleven errors of the last minute before count too.
    expect(run(48)).to.deep.equal([]);
    const found = run(49);
    expect(found[0]).to.include({ reason: "errors_above_burst_threshold", severity: "MEDIUM" });
    expect(run(125)[0]).to.include({ severity: "HIGH" });
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

  it("is seen when its share rises significantly", () => {
    const world = rate();
    expect(world.live(past())).to.deep.equal([]);
    const [found] = world.live(traffic(START + minutes(60), 5, 60, 24));
    expect(found).to.include({
      reason: "error_share_above_usual",
      deduplicationKey: "log-error-rate:checkout-api",
      severity: "MEDIUM",
    });
    expect(found?.description).to.match(/usual is 3\.33 %/);
  });

  it("is HIGH when half of the logs are errors", () => {
    const world = rate();
    world.live(past());
    expect(world.live(traffic(START + minutes(60), 5, 60, 60)).at(-1)?.severity).to.equal("HIGH");
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

  it("is not judged without a past", () => {
    expect(rate().live(traffic(START, 5, 60, 45))).to.deep.equal([]);
  });
});

describe("a fatal log", () => {
  it("is critical, alone and at once", () => {
    const fatal = log(START, { level: "fatal", message: "out of memory, exiting", metadata: { env: "prod" } });
    const [found, ...others] = createWorld().send([fatal]);
    expect(others).to.deep.equal([]);
    expect(found).to.include({
      reason: "fatal_log",
      severity: "CRITICAL",
      deduplicationKey: "log-fatal:checkout-api",
      environment: "prod",
      triggeringEventId: fatal.id,
      title: "Fatal error in checkout-api: out of memory, exiting",
    });
  });

  it("is not an error log", () => {
    expect(createWorld().send([error(START)])).to.deep.equal([]);
  });
});

describe("a new kind of error", () => {
  const known = () => {
    const world = createWorld();
    expect(world.live(traffic(START, 60, 60, 2))).to.deep.equal([]);
    return world;
  };
  const strange = (at: number, id: number) =>
    error(at, { message: `Could not decode voucher ${id}: unexpected end of input` });
  const after = START + minutes(60);

  it("is seen in the third minute in which it occurs", () => {
    const world = known();
    expect(world.send([strange(after, 1), strange(after + minutes(1), 22)])).to.deep.equal([]);
    const [found] = world.send([strange(after + minutes(2), 333)]);
    expect(found).to.include({
      ruleId: "log-new-pattern",
      reason: "error_pattern_never_seen_before",
      severity: "MEDIUM",
    });
    expect(found?.title).to.contain("Could not decode voucher <num>");
    expect(found?.evidence).to.have.lengthOf(3);
  });

  describe("in a service that is known for a day", () => {
    const rules = only("log-new-pattern");
    const later = START + minutes(30 * 60);
    const knownLong = () => {
      const world = createWorld(rules);
      expect(world.live(traffic(START, 30 * 60, 2, 0))).to.deep.equal([]);
      return world;
    };
    const thrice = (from: number) => repeat(3, (index) => strange(from + minutes(index), index));

    it("is told once, though it comes again hours after its incident is over", () => {
      const world = knownLong();
      expect(world.live(thrice(later))).to.have.lengthOf(1);
      for (const hours of [2, 6, 12]) {
        world.wake(later + minutes(hours * 60 - 5));
        world.restart();
        expect(world.live(thrice(later + minutes(hours * 60))), `${hours}`).to.deep.equal([]);
      }
    });

    it("is no graver for dripping on until it came fifty times", () => {
      const world = knownLong();
      const found = world.live(repeat(60, (index) => strange(later + minutes(5 * index), index)));
      expect(found.map(({ severity }) => severity))
        .to.include("MEDIUM")
        .and.not.include("HIGH");
    });

    it("is told again where it comes back graver", () => {
      const world = knownLong();
      world.live(thrice(later));
      const again = later + minutes(180);
      const [found] = world.live(repeat(60, (index) => strange(again + index * 500, index)));
      expect(found).to.include({ ruleId: "log-new-pattern", severity: "HIGH" });
    });
  });

  it("is none of a request that is tried again and again", () => {
    const world = known();
    const tries = repeat(12, (index) => strange(after + index * 2000, 7));
    expect(world.live(tries)).to.deep.equal([]);
  });

  it("is none that came in two minutes only, though logs of both come by turns", () => {
    const late = after + minutes(1) - 5000;
    const found = known().send([
      strange(late + 6000, 1),
      strange(late, 22),
      strange(late + 7000, 333),
      strange(late + 1000, 4),
      strange(late + 8000, 5),
    ]);
    expect(found).to.deep.equal([]);
  });

  it("is seen at once where it comes fifty times a minute, though logs of the minute before still come", () => {
    const late = after + minutes(1) - 5000;
    const found = known().send(
      repeat(100, (index) => strange(index % 2 === 0 ? late + 6000 + index * 100 : late + index, index)),
    );
    expect(found.map(({ ruleId }) => ruleId)).to.include("log-new-pattern");
  });

  it("is seen where the names in it made it look like several kinds", () => {
    const world = known();
    const named = (minute: number, name: string) =>
      error(after + minutes(minute), { message: `voucher of user ${name} could not be read` });
    expect(world.send([named(0, "anna"), named(1, "ben"), named(2, "carl")])).to.deep.equal([]);
    const [found] = world.send([named(3, "dora")]);
    expect(found).to.include({ ruleId: "log-new-pattern" });
    expect(found?.evidence).to.have.lengthOf(4);
  });

  it("is none that a deployment cuts off, though it is deployed again and again", () => {
    const world = known();
    const found = repeat(4, (nth) => {
      const at = after + minutes(10 * nth);
      return world.live([deployment(at), ...repeat(4, (index) => strange(at + 1000 + index * 5000, index))]);
    });
    expect(found.flat()).to.deep.equal([]);
  });

  it("is seen at once where it comes fifty times a minute", () => {
    const found = known().send(repeat(50, (index) => strange(after + index * 200, index)));
    expect(found.map(({ ruleId }) => ruleId)).to.include("log-new-pattern");
  });

  it("is seen at once where it comes fifty times a minute under several names", () => {
    const names = ["anna", "ben", "carl", "dora"];
    const found = known().send(
      repeat(50, (index) =>
        error(after + index * 200, { message: `voucher of user ${names[Math.floor(index / 15)]} could not be read` }),
      ),
    );
    expect(found.map(({ ruleId }) => ruleId)).to.include("log-new-pattern");
  });

  it("is HIGH from fifty on", () => {
    const found = known().send(repeat(50, (index) => strange(after + index * 1200, index)));
    expect(found.find((one) => one.ruleId === "log-new-pattern")?.severity).to.equal("HIGH");
  });

  it("has the same key in another process that learned other things before", () => {
    const inTurn = (from: number) => repeat(3, (index) => strange(after + minutes(index), from + index));
    const first = known().send(inTurn(0));
    expect(first).to.not.deep.equal([]);
    const world = createWorld();
    world.live(traffic(START, 40, 60, 2, { message: "another error than in the other world" }));
    expect(keys(world.send(inTurn(7)))).to.deep.equal(keys(first));
  });

  it("is none that was met while the service was learned", () => {
    const world = createWorld();
    world.live([
      ...traffic(START, 20, 60, 2),
      strange(START + minutes(20), 1),
      ...traffic(START + minutes(20), 40, 60, 2),
    ]);
    expect(world.send(repeat(9, (index) => strange(after + minutes(index), index)))).to.deep.equal([]);
  });

  it("is not judged in a service known for minutes only", () => {
    const world = createWorld();
    world.live(traffic(START, 10, 60, 2));
    expect(world.send(repeat(5, (index) => strange(START + minutes(10 + index), index)))).to.deep.equal([]);
  });

  it("is not judged in a service that sent metrics for hours and has just begun to log", () => {
    const world = createWorld();
    world.live(repeat(120, (index) => metric(START + minutes(index), 10)));
    world.live(traffic(START + minutes(120), 10, 60, 2));
    const begun = START + minutes(130);
    expect(world.send(repeat(5, (index) => strange(begun + minutes(index), index)))).to.deep.equal([]);
  });

  it("is not one that is merely rare", () => {
    const world = known();
    const rare = repeat(3, (index) => world.send([strange(after + minutes(25 * index), index)])).flat();
    expect(rare).to.deep.equal([]);
  });
});
