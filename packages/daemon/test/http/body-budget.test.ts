import { expect } from "chai";
import { BodyBudget, type BodyHolding, type BodySource } from "../../src/http/ingest/body-budget.ts";
import type { ApplicationError } from "../../src/kernel/errors.ts";
import { waitFor } from "../support/wait.ts";

describe("the budget of bodies", function () {
  this.timeout(10_000);
  const limits = {
    bytes: 1000,
    reservedBytes: 250,
    smallBytes: 100,
    connectionBytes: 600,
    minimumRate: { bytesPerSecond: 100, windowMs: 200 },
  };

  interface Body extends BodyHolding {
    readonly fault: () => ApplicationError | undefined;
  }

  const openIn = (budget: BodyBudget, more: Partial<BodySource> = {}): Body => {
    let fault: ApplicationError | undefined;
    const source = { organizationId: "acme", connection: {}, announced: undefined, ...more };
    const holding = budget.open({ ...source, evict: (reason) => (fault = reason) });
    return Object.assign(holding, { fault: () => fault });
  };
  const added = (holding: BodyHolding, bytes: number): boolean => {
    try {
      holding.add(bytes);
      return true;
    } catch {
      holding.release();
      return false;
    }
  };
  const unhurried = { ...limits, minimumRate: { bytesPerSecond: 1, windowMs: 600_000 } };
  it("evicts a body that burst and then dribbles, and says why", async () => {
    const budget = new BodyBudget(limits);
    const body = openIn(budget);
    body.add(500);
    const dribble = setInterval(() => body.fault() === undefined && body.add(1), 20);
    await waitFor(() => body.fault() !== undefined, { what: "the eviction" });
    clearInterval(dribble);
    expect(body.fault()).to.include({ code: "request_too_slow", retryAfterSeconds: 3 });
    expect(body.fault()?.message).to.contain("less than 100 bytes a second");
    expect(budget.held).to.equal(0);
  });

  it("leaves a body alone that keeps to the minimum rate, however long it takes", async () => {
    const budget = new BodyBudget(limits);
    const steady = openIn(budget);
    const silent = openIn(budget);
    const feed = setInterval(() => {
      steady.replace(0);
      steady.add(50);
    }, 20);
    await waitFor(() => silent.fault() !== undefined, { what: "the eviction of the silent one" });
    const again = openIn(budget);
    await waitFor(() => again.fault() !== undefined, { what: "the eviction of another silent one" });
    clearInterval(feed);
    expect(steady.fault()).to.equal(undefined);
    steady.release();
  });

  it("makes room for a newcomer by those that are slower than half of its rate, the slowest first", async () => {
    const budget = new BodyBudget(unhurried);
    const slow = openIn(budget);
    const slower = openIn(budget);
    slow.add(350);
    slower.add(350);
    // What both sent at first counts until a second has passed.
    const newcomer = await waitFor(() => {
      slow.replace(349);
      slow.add(1);
      const next = openIn(budget);
      return added(next, 150) && next;
    });
    expect(slower.fault()?.message).to.contain("slowest or largest");
    expect(slow.fault()).to.equal(undefined);
    newcomer.add(300);
    expect(slow.fault()?.message).to.contain("slowest or largest");
    expect(newcomer.fault()).to.equal(undefined);
  });

  it("refuses a newcomer where all others are as fast as it is and as small", () => {
    const budget = new BodyBudget(unhurried);
    const bodies = Array.from({ length: 5 }, () => openIn(budget));
    for (const each of bodies) each.add(150);
    expect(() => openIn(budget, { announced: 500 }).add(150)).to.throw("Too many large bodies at one time");
    for (const each of bodies) expect(each.fault()).to.equal(undefined);
  });

  it("keeps a reserve for small bodies, which large ones don't get", () => {
    const budget = new BodyBudget(unhurried);
    const large = [openIn(budget), openIn(budget)];
    for (const each of large) each.add(375);
    expect(added(openIn(budget, { announced: 150 }), 150), "a third large one").to.equal(false);
    const small = openIn(budget, { announced: 100 });
    small.add(100);
    for (const each of [...large, small]) expect(each.fault()).to.equal(undefined);
  });

  it("prefers a small newcomer to whoever holds more, where even the reserve is full", () => {
    const budget = new BodyBudget(unhurried);
    const bodies = Array.from({ length: 10 }, () => openIn(budget));
    for (const each of bodies) each.add(100);
    const newcomer = openIn(budget, { announced: 50 });
    newcomer.add(50);
    expect(bodies.filter((each) => each.fault() !== undefined)).to.have.lengthOf(1);
    expect(newcomer.fault()).to.equal(undefined);
  });

  it("keeps small bodies on slow lines, where faster senders hold more than they do", async () => {
    const budget = new BodyBudget({ ...unhurried, bytes: 10_000, reservedBytes: 2500, connectionBytes: 6000 });
    const slow = [80, 40, 1].map((bytes) => {
      const body = openIn(budget, { announced: 100 });
      body.add(bytes);
      return body;
    });
    const holders = [1900, 1850, 1800, 1800].map((bytes) => {
      const body = openIn(budget, { announced: 2000 });
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
      const newcomer = openIn(budget, { announced: 2000 });
      added(newcomer, 1000);
      newcomer.release();
      for (const each of slow) expect(each.fault()).to.equal(undefined);
      return holders.some((each) => each.fault() !== undefined);
    });
    for (const each of slow) expect(each.fault()).to.equal(undefined);
  });

  it("evicts the largest holder first, although it is the fastest", () => {
    const budget = new BodyBudget(unhurried);
    const holders = [240, 300, 200].map((bytes) => {
      const body = openIn(budget);
      body.add(bytes);
      return body;
    });
    for (let index = 0; index < 2; index += 1) {
      const whole = openIn(budget);
      whole.add(100);
      whole.received();
    }
    openIn(budget, { announced: 100 }).add(100);
    expect(holders.map((each) => each.fault() !== undefined)).to.deep.equal([false, true, false]);
  });

  it("doesn't let many tiny bodies take a small body's share of the reserve", async () => {
    const budget = new BodyBudget({ ...unhurried, bytes: 10_000, reservedBytes: 2500, connectionBytes: 10_000 });
    const honest = openIn(budget, { announced: 100 });
    honest.add(100);
    for (let index = 0; index < 500; index += 1) openIn(budget, { announced: 100 }).add(1);
    const holder = openIn(budget);
    holder.add(6900);
    await waitFor(() => {
      const newcomer = openIn(budget);
      const isIn = added(newcomer, 5000);
      newcomer.release();
      expect(honest.fault()).to.equal(undefined);
      return isIn;
    });
    expect(holder.fault()).to.not.equal(undefined);
  });

  it("gives an organization its share where another one holds more than its own", () => {
    const budget = new BodyBudget(unhurried);
    const greedy = [openIn(budget), openIn(budget)];
    for (const each of greedy) each.add(375);
    const other = openIn(budget, { organizationId: "other", announced: 300 });
    other.add(300);
    expect(greedy.filter((each) => each.fault() !== undefined)).to.have.lengthOf(1);
    expect(() => openIn(budget, { announced: 300 }).add(300)).to.throw("Too many large bodies at one time");
  });

  it("gives a connection no more than its share", () => {
    const budget = new BodyBudget(unhurried);
    const connection = {};
    openIn(budget, { connection }).add(400);
    expect(() => openIn(budget, { connection }).add(201)).to.throw("on one connection");
  });

  it("evicts no body that was received whole", () => {
    const budget = new BodyBudget(unhurried);
    const whole = openIn(budget);
    whole.add(600);
    whole.received();
    expect(() => openIn(budget, { organizationId: "other" }).add(300)).to.throw("Too many large bodies");
    expect(whole.fault()).to.equal(undefined);
    whole.release();
    whole.release();
    openIn(budget, { organizationId: "other" }).add(300);
  });
});
