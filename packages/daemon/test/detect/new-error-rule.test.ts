import { expect } from "chai";
import { after, known, strange } from "./service-with-known-errors.ts";
import { createWorld, error, keys, minutes, only, repeat, START, traffic } from "./support.ts";

describe("a new kind of error", () => {
  it("is seen in the third minute in which it occurs", () => {
    const world = known();
    expect(world.send([strange(after, 1), strange(after + minutes(1), 22)])).to.deep.equal([]);
    const [found] = world.send([strange(after + minutes(2), 333)]).filter(({ ruleId }) => ruleId === "log-new-pattern");
    expect(found).to.include({
      ruleId: "log-new-pattern",
      reason: "error_pattern_never_seen_before",
      severity: "LOW",
    });
    expect(found?.title).to.contain("Could not decode voucher <num>");
    expect(found?.evidence).to.have.lengthOf(3);
  });

  it("is MEDIUM where it comes in addition to the usual errors, not in their place", () => {
    const world = known();
    const five = (minute: number) => repeat(5, (index) => strange(after + minutes(minute), 10 * minute + index));
    world.send([...five(0), ...five(1)]);
    const found = world.send(five(2)).filter(({ ruleId }) => ruleId === "log-new-pattern");
    expect(found.map(({ severity }) => severity)).to.deep.equal(["MEDIUM"]);
  });

  describe("in a service that is known for a day", () => {
    const rules = only("log-new-pattern").map((rule) => ({ ...rule, resolveAfterMs: minutes(15) }));
    const later = START + minutes(30 * 60);
    const knownLong = () => {
      const world = createWorld(rules);
      expect(world.live(traffic(START, 30 * 60, 2, 0))).to.deep.equal([]);
      return world;
    };
    const thrice = (from: number) => repeat(3, (index) => strange(from + minutes(index), index));

    it("is told once, though it comes again hours after its incident is over", () => {
      const world = knownLong();
      const news = (from: number) => world.live(thrice(from)).filter(({ ruleId }) => ruleId === "log-new-pattern");
      expect(news(later)).to.have.lengthOf(1);
      for (const hours of [2, 6, 12]) {
        world.wake(later + minutes(hours * 60 - 5));
        world.restart();
        expect(news(later + minutes(hours * 60)), `${hours}`).to.deep.equal([]);
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
    expect(world.send([named(0, "anna"), named(1, "ben")])).to.deep.equal([]);
    const found = world.send([named(2, "carl")]).find(({ ruleId }) => ruleId === "log-new-pattern");
    expect(found?.evidence).to.have.lengthOf(3);
  });

  it("is seen at once where it comes fifty times a minute", () => {
    const found = known().send(repeat(50, (index) => strange(after + index * 200, index)));
    expect(found.map(({ ruleId }) => ruleId)).to.include("log-new-pattern");
  });

  it("is seen at once where it comes fifty times a minute under several names", () => {
    const names = ["anna", "ben", "carl", "dora"];
    const found = known().send(
      repeat(50, (index) =>
        error(after + index * 200, {
          message: `voucher of user ${names[Math.floor(index / 15)]} could not be read`,
        }),
      ),
    );
    expect(found.map(({ ruleId }) => ruleId)).to.include("log-new-pattern");
  });

  it("is HIGH from fifty on", () => {
    const found = known().send(repeat(50, (index) => strange(after + index * 1200, index)));
    expect(found.find((one) => one.ruleId === "log-new-pattern")?.severity).to.equal("HIGH");
  });

  it("has the same key in another process that learned other things before", () => {
    const alternating = (from: number) => repeat(3, (index) => strange(after + minutes(index), from + index));
    const first = known().send(alternating(0));
    expect(first).to.not.deep.equal([]);
    const world = createWorld();
    world.live(traffic(START, 40, 60, 2, { message: "another error than in the other service" }));
    expect(keys(world.send(alternating(7)))).to.deep.equal(keys(first));
  });
});
