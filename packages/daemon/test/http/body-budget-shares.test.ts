import { expect } from "chai";
import { BodyBudget } from "../../src/http/ingest/body-budget.ts";
import { waitFor } from "../support/wait.ts";
import { bodyHolder } from "./body-holder.ts";

describe("Shares of the budget of bodies", function () {
  this.timeout(10_000);
  const world = bodyHolder();

  it("keeps a reserve for small bodies, which large ones don't get", () => {
    const budget = new BodyBudget(world.unhurried);
    const large = [world.openIn(budget), world.openIn(budget)];
    for (const each of large) each.add(375);
    expect(world.added(world.openIn(budget, { announced: 150 }), 150), "a third large one").to.equal(false);
    const small = world.openIn(budget, { announced: 100 });
    small.add(100);
    for (const each of [...large, small]) expect(each.fault()).to.equal(undefined);
  });

  it("prefers a small newcomer to whoever holds more, where even the reserve is full", () => {
    const budget = new BodyBudget(world.unhurried);
    const bodies = Array.from({ length: 10 }, () => world.openIn(budget));
    for (const each of bodies) each.add(100);
    const newcomer = world.openIn(budget, { announced: 50 });
    newcomer.add(50);
    expect(bodies.filter((each) => each.fault() !== undefined)).to.have.lengthOf(1);
    expect(newcomer.fault()).to.equal(undefined);
  });

  it("doesn't let many tiny bodies take a small body's share of the reserve", async () => {
    const budget = new BodyBudget({ ...world.unhurried, bytes: 10_000, reservedBytes: 2500, connectionBytes: 10_000 });
    const honest = world.openIn(budget, { announced: 100 });
    honest.add(100);
    for (let index = 0; index < 500; index += 1) world.openIn(budget, { announced: 100 }).add(1);
    const holder = world.openIn(budget);
    holder.add(6900);
    await waitFor(() => {
      const newcomer = world.openIn(budget);
      const isIn = world.added(newcomer, 5000);
      newcomer.release();
      expect(honest.fault()).to.equal(undefined);
      return isIn;
    });
    expect(holder.fault()).to.not.equal(undefined);
  });

  it("gives an organization its share where another one holds more than its own", () => {
    const budget = new BodyBudget(world.unhurried);
    const greedy = [world.openIn(budget), world.openIn(budget)];
    for (const each of greedy) each.add(375);
    const other = world.openIn(budget, { organizationId: "other", announced: 300 });
    other.add(300);
    expect(greedy.filter((each) => each.fault() !== undefined)).to.have.lengthOf(1);
    expect(() => world.openIn(budget, { announced: 300 }).add(300)).to.throw("Too many large bodies at one time");
  });

  it("gives a connection no more than its share", () => {
    const budget = new BodyBudget(world.unhurried);
    const connection = {};
    world.openIn(budget, { connection }).add(400);
    expect(() => world.openIn(budget, { connection }).add(201)).to.throw("on one connection");
  });
});
