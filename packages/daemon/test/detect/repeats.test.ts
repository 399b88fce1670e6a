import { expect } from "chai";
import type { Candidate } from "../../src/model/candidate.ts";
import { createWorld, error, keys, log, metric, minutes, only, repeat, START } from "./support.ts";

const burst = (at: number) => repeat(150, () => error(at));
const rules = only("log-error-burst");

describe("a repeat", () => {
  it("within the limit comes when the limit is over", () => {
    const world = createWorld(rules);
    expect(world.send(burst(START))).to.have.lengthOf(1);
    expect(world.send(burst(START + 800))).to.deep.equal([]);
    expect(world.wakeAt()).to.equal(START + 5000);
    expect(world.wake(START + 4999)).to.deep.equal([]);
    const again = world.wake(START + 5000);
    expect(keys(again)).to.deep.equal(["log-error-burst:checkout-api"]);
    expect(again[0]?.title).to.contain("300 errors");
    // Once more for the list of its patterns, then no more.
    const listed = world.wakeAt() ?? START;
    expect(world.wake(listed)).to.deep.equal([]);
    expect(world.wakeAt()).to.equal(null);
    expect(world.wake(START + 60_000)).to.deep.equal([]);
  });

  it("survives a restart", () => {
    const world = createWorld(rules);
    world.send(burst(START));
    world.send(burst(START + 800));
    world.restart();
    expect(world.wake(START + 5000)).to.have.lengthOf(1);
  });

  it("comes ever more seldom, at last every 60 seconds, while errors keep coming", () => {
    const world = createWorld(rules);
    const said: number[] = [];
    for (let second = 0; second <= 300; second++) {
      const at = START + second * 1000;
      if (world.send(repeat(20, () => error(at))).length + world.wake(at).length > 0) said.push(second);
    }
    const pauses = said.slice(1).map((second, index) => second - (said[index] as number));
    // What lasts into the next minute is graver, which is said at once.
    expect(pauses).to.deep.equal([5, 10, 20, 37, 60, 60, 60]);
  });

  it("doesn't come when nothing new showed it", () => {
    const world = createWorld(rules);
    world.send(burst(START));
    expect(world.wakeAt()).to.equal(null);
    expect(world.send([error(START + minutes(2))])).to.deep.equal([]);
  });

  it("begins anew after the resolve time", () => {
    const world = createWorld(rules);
    for (let second = 0; second <= 100; second++) world.send(burst(START + second * 1000));
    const later = START + minutes(20);
    expect(world.send(burst(later))).to.have.lengthOf(1);
    world.send(burst(later + 100));
    expect(world.wakeAt()).to.equal(later + 5000);
  });

  it("stands for all that was held back, and says when the last of it was taken", () => {
    const world = createWorld(only("log-fatal"));
    const fatal = (at: number) => log(at, { level: "fatal", message: `again ${at - START}` });
    expect(world.send([fatal(START)])[0]).to.include({ observations: 1, observedAt: START });
    for (let second = 1; second <= 4; second++) world.send([fatal(START + second * 1000)]);
    world.restart();
    const [again] = world.wake(START + 5000);
    expect(again).to.include({ observations: 4, observedAt: START + 4000 });
    expect(again?.description).to.contain("again 4000");
    const counted = Array.from({ length: 300 }, (_, n) => fatal(START + 20_000 + n * 230));
    const said = [...world.live(counted, 1), ...world.wake(START + minutes(5))];
    expect(said.reduce((sum, { observations }) => sum + observations, 0)).to.equal(300);
  });

  it("that is graver than what was said comes at once, and is not covered up by a milder one", () => {
    const rules = only("memory-high");
    const memory = (second: number, value: number) => metric(START + second * 1000, value, { name: "memory_usage" });
    const severities = (candidates: readonly Candidate[]): string[] => candidates.map(({ severity }) => severity);
    const breached = () => {
      const world = createWorld(rules);
      expect(severities(world.live(Array.from({ length: 11 }, (_, n) => memory(n * 30, 92))))).to.deep.equal([
        "MEDIUM",
      ]);
      return world;
    };
    const atOnce = breached();
    expect(severities(atOnce.send([memory(301, 99)]))).to.deep.equal(["HIGH"]);
    const held = breached();
    held.send([memory(301, 99)]);
    held.send([memory(302, 99.5)]);
    held.send([memory(303, 92)]);
    held.restart();
    expect(severities(held.wake(START + minutes(7)))).to.deep.equal(["HIGH"]);
    const late = breached();
    late.send([memory(301, 99)]);
    late.send([memory(302, 99)]);
    expect(severities(late.send([memory(350, 92)])), "what is due is said as its gravest").to.deep.equal(["HIGH"]);
  });

  it("is one a key in a call, however long the batch's time is", () => {
    const world = createWorld(rules);
    const hour = repeat(60, (index) => burst(START + minutes(index))).flat();
    expect(world.send(hour)).to.have.lengthOf(1);
    expect(world.wakeAt()).to.equal(null);
  });
});
