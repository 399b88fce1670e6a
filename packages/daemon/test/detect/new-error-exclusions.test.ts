import { expect } from "chai";
import { after, known, strange } from "./service-with-known-errors.ts";
import { createWorld, deployment, metric, minutes, repeat, START, traffic } from "./support.ts";

describe("an error that is not new", () => {
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

  it("is none that a deployment cuts off, though it is deployed again and again", () => {
    const world = known();
    const found = repeat(4, (nth) => {
      const at = after + minutes(10 * nth);
      return world.live([deployment(at), ...repeat(4, (index) => strange(at + 1000 + index * 5000, index))]);
    });
    expect(found.flat()).to.deep.equal([]);
  });

  it("is none that was met while the service was learned", () => {
    const world = createWorld();
    world.live([
      ...traffic(START, 20, 60, 2),
      strange(START + minutes(20), 1),
      ...traffic(START + minutes(20), 40, 60, 2),
    ]);
    const found = world.send(repeat(9, (index) => strange(after + minutes(index), index)));
    expect(found.map(({ ruleId }) => ruleId)).to.not.include("log-new-pattern");
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
    expect(rare.filter(({ ruleId }) => ruleId === "log-new-pattern")).to.deep.equal([]);
  });
});
