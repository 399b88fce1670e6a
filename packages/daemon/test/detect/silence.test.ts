import { expect } from "chai";
import { createWorld, log, minutes, reasons, repeat, START, type World } from "./support.ts";

const speak = (world: World, from: number, count: number, everyMs: number): number => {
  let at = from;
  for (let index = 0; index < count; index++) {
    at = from + index * everyMs;
    world.send([log(at)]);
  }
  return at;
};

describe("silence", () => {
  it("of a service that spoke steadily is a candidate after four minutes", () => {
    const world = createWorld();
    const last = speak(world, START, 200, 10_000);
    expect(world.wakeAt()).to.equal(last + minutes(4));
    expect(world.wake(last + minutes(4) - 1)).to.deep.equal([]);
    const [found] = world.wake(last + minutes(4));
    expect(found).to.include({
      reason: "steady_service_fell_silent",
      signalType: "silence",
      deduplicationKey: "service-silent:checkout-api",
      title: "checkout-api is silent",
    });
  });

  it("is allowed to last four usual gaps", () => {
    const world = createWorld();
    const last = speak(world, START, 40, 64_000);
    expect(world.wakeAt()).to.equal(last + 4 * 64_000);
  });

  it("is said again while it lasts, so that its incident stays open, but not for ever", () => {
    const world = createWorld();
    const last = speak(world, START, 200, 10_000);
    let said: number[] = [];
    for (let at = world.wakeAt(); at !== null; at = world.wakeAt()) {
      if (world.wake(at).length > 0) said = [...said, at];
    }
    const pauses = said.slice(1).map((at, index) => at - (said[index] as number));
    expect(Math.max(...pauses)).to.be.lessThan(minutes(15));
    expect(said.at(-1)).to.be.within(last + minutes(23 * 60), last + minutes(25 * 60));
  });

  it("ends when the service speaks", () => {
    const world = createWorld();
    const last = speak(world, START, 200, 10_000);
    world.wake(last + minutes(4));
    world.send([log(last + minutes(6))]);
    expect(world.wake(last + minutes(10))).to.deep.equal([]);
    expect(world.wakeAt()).to.equal(null, "it must speak steadily again first");
  });

  it("is no news from a job that ends every night, until a night is missing", () => {
    const world = createWorld();
    const night = (nth: number) => speak(world, START + minutes(1440 * nth), 60, 60_000);
    for (const nth of [0, 1, 2]) world.wake(night(nth) + minutes(60));
    const last = night(3);
    expect(world.wake(last + minutes(1380))).to.deep.equal([]);
    expect(world.wakeAt()).to.be.within(last + minutes(1440), last + minutes(1440 * 1.25));
    expect(reasons(world.wake(last + minutes(1440 * 1.25)))).to.deep.equal(["steady_service_fell_silent"]);
  });

  it("after a single outage is news as before", () => {
    const world = createWorld();
    speak(world, START, 200, 10_000);
    const last = speak(world, START + minutes(120), 200, 10_000);
    expect(world.wakeAt()).to.equal(last + minutes(4));
  });

  it("means nothing after sparse speech or a single burst", () => {
    const sparse = createWorld();
    speak(sparse, START, 30, minutes(3));
    expect(sparse.wakeAt()).to.equal(null);
    const burst = createWorld();
    burst.send(
      repeat(3000, (index) => log(START + index * 1000, { receivedAt: START + minutes(60) })),
      START + minutes(60),
    );
    expect(burst.wakeAt()).to.equal(null);
  });

  it("while nobody listened says nothing: it counts from when all that comes is heard again", () => {
    let since = START;
    const world = createWorld(undefined, { listeningPeriod: (_key, now) => ({ since, until: now }) });
    const last = speak(world, START, 200, 10_000);
    since = last + minutes(60);
    expect(world.wake(last + minutes(60))).to.deep.equal([]);
    expect(world.wakeAt()).to.equal(last + minutes(64));
    expect(reasons(world.wake(last + minutes(64)))).to.deep.equal(["steady_service_fell_silent"]);
  });

  it("before this process listened says nothing", () => {
    const world = createWorld(undefined, {
      listeningPeriod: (_key, now) => ({ since: START + minutes(300), until: now }),
    });
    const last = speak(world, START, 200, 10_000);
    expect(world.wake(last + minutes(100))).to.deep.equal([]);
    expect(world.wakeAt()).to.equal(START + minutes(304));
  });
});
