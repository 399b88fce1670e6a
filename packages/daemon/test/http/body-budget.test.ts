import { expect } from "chai";
import { BodyBudget } from "../../src/http/ingest/body-budget.ts";
import { waitFor } from "../support/wait.ts";
import { bodyHolder } from "./body-holder.ts";

describe("the budget of bodies", function () {
  this.timeout(10_000);
  const world = bodyHolder();

  it("evicts a body that burst and then dribbles, and says why", async () => {
    const budget = new BodyBudget(world.limits);
    const body = world.openIn(budget);
    body.add(500);
    const dribble = setInterval(() => body.fault() === undefined && body.add(1), 20);
    await waitFor(() => body.fault() !== undefined, { what: "the eviction" });
    clearInterval(dribble);
    expect(body.fault()).to.include({ code: "request_too_slow", retryAfterSeconds: 3 });
    expect(body.fault()?.message).to.contain("less than 100 bytes a second");
    expect(budget.held).to.equal(0);
  });

  it("leaves a body alone that keeps to the minimum rate, however long it takes", async () => {
    const budget = new BodyBudget(world.limits);
    const steady = world.openIn(budget);
    const silent = world.openIn(budget);
    const feed = setInterval(() => {
      steady.replace(0);
      steady.add(50);
    }, 20);
    await waitFor(() => silent.fault() !== undefined, { what: "the eviction of the silent one" });
    const again = world.openIn(budget);
    await waitFor(() => again.fault() !== undefined, { what: "the eviction of another silent one" });
    clearInterval(feed);
    expect(steady.fault()).to.equal(undefined);
    steady.release();
  });

  it("makes room for a newcomer by those that are slower than half of its rate, the slowest first", async () => {
    const budget = new BodyBudget(world.unhurried);
    const slow = world.openIn(budget);
    const slower = world.openIn(budget);
    slow.add(350);
    slower.add(350);
    // What both sent at first counts until a second has passed.
    const newcomer = await waitFor(() => {
      slow.replace(349);
      slow.add(1);
      const next = world.openIn(budget);
      return world.added(next, 150) && next;
    });
    expect(slower.fault()?.message).to.contain("slowest or largest");
    expect(slow.fault()).to.equal(undefined);
    newcomer.add(300);
    expect(slow.fault()?.message).to.contain("slowest or largest");
    expect(newcomer.fault()).to.equal(undefined);
  });

  it("refuses a newcomer where all others are as fast as it is and as small", () => {
    const budget = new BodyBudget(world.unhurried);
    const bodies = Array.from({ length: 5 }, () => world.openIn(budget));
    for (const each of bodies) each.add(150);
    expect(() => world.openIn(budget, { announced: 500 }).add(150)).to.throw("Too many large bodies at one time");
    for (const each of bodies) expect(each.fault()).to.equal(undefined);
  });

  it("keeps small bodies on slow lines, where faster senders hold more than they do", async () => {
    const budget = new BodyBudget({ ...world.unhurried, bytes: 10_000, reservedBytes: 2500, connectionBytes: 6000 });
    const slow = [80, 40, 1].map((bytes) => {
      const body = world.openIn(budget, { announced: 100 });
      body.add(bytes);
      return body;
    });
    const holders = [1900, 1850, 1800, 1800].map((bytes) => {
      const body = world.openIn(budget, { announced: 2000 });
      body.add(bytes);
      return body;
    });
    // A newcomer evicts nobody before it is twice as fast as the holders, whose first bytes count for two ticks.
    await waitFor(() => {
      for (const each of holders) {
        if (each.fault()) continue;
        each.add(1);
        each.replace(1800);
      }
      const newcomer = world.openIn(budget, { announced: 2000 });
      world.added(newcomer, 1000);
      newcomer.release();
      for (const each of slow) expect(each.fault()).to.equal(undefined);
      return holders.some((each) => each.fault() !== undefined);
    });
    for (const each of slow) expect(each.fault()).to.equal(undefined);
  });

  it("evicts the largest holder first, although it is the fastest", () => {
    const budget = new BodyBudget(world.unhurried);
    const holders = [240, 300, 200].map((bytes) => {
      const body = world.openIn(budget);
      body.add(bytes);
      return body;
    });
    for (let index = 0; index < 2; index += 1) {
      const whole = world.openIn(budget);
      whole.add(100);
      whole.received();
    }
    world.openIn(budget, { announced: 100 }).add(100);
    expect(holders.map((each) => each.fault() !== undefined)).to.deep.equal([false, true, false]);
  });

  it("evicts no body that was received whole", () => {
    const budget = new BodyBudget(world.unhurried);
    const whole = world.openIn(budget);
    whole.add(600);
    whole.received();
    expect(() => world.openIn(budget, { organizationId: "other" }).add(300)).to.throw("Too many large bodies");
    expect(whole.fault()).to.equal(undefined);
    whole.release();
    whole.release();
    world.openIn(budget, { organizationId: "other" }).add(300);
  });
});
