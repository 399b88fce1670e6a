import { expect } from "chai";
import { rollbackHistory } from "./rollback-history.ts";

describe("the revision that a rollback goes to", () => {
  const world = rollbackHistory();

  it("is never the broken one that the rollback before has left: the second is refused, with the revisions there are", async () => {
    world.roll("good");
    world.roll("broken");
    expect((await world.back({ toRevision: 1 })).outcome.ok).to.equal(true);
    expect(world.image()).to.equal("shop:good");
    expect(await world.refused()).to.equal(
      "ExecutionRefused: It isn't known which revision to go back to: 3 runs now; 2 was rolled back. Name parameters.toRevision.",
    );
  });

  it("goes further back with each rollback, and ends with the first", async () => {
    for (const each of ["1", "2", "3", "4"]) world.roll(each);
    for (const [expected, parameters] of [["shop:3"], ["shop:2"], ["shop:1", { toRevision: 1 }]] as const) {
      await world.back(parameters);
      expect(world.image()).to.equal(expected);
    }
    expect(await world.refused()).to.match(
      /7 runs now; 6 was rolled back; 5 was rolled back; 4 was rolled back\. Name/,
    );
    expect(world.annotation("tocsin.dev/rolled-back-from")).to.equal("4,5,6");
  });

  it("passes over what was rolled back when something new is rolled back later", async () => {
    world.roll("good");
    world.roll("broken");
    await world.back({ toRevision: 1 });
    world.roll("newer");
    expect(await world.planned()).to.include({ revision: 4, toRevision: 3 });
    await world.back();
    expect(world.image()).to.equal("shop:good");
  });

  it("passes over what somebody rolled back without Tocsin", async () => {
    world.roll("good");
    world.roll("broken");
    world.roll("good");
    world.roll("newer");
    expect(world.annotation("tocsin.dev/rolled-back-from")).to.equal(undefined);
    expect(await world.planned()).to.include({ revision: 4, toRevision: 3 });
    world.roll("good");
    expect(await world.refused()).to.match(/5 runs now; 4 was rolled back; 2 was rolled back\. Name/);
  });

  it("isn't what a failed rollback went to, once that was undone", async () => {
    world.roll("bad");
    world.roll("fine");
    await world.back({ toRevision: 1 });
    expect(world.image()).to.equal("shop:bad");
    await world.back({ toRevision: 2 });
    expect(world.image()).to.equal("shop:fine");
    expect(await world.refused()).to.match(/4 runs now; 3 was rolled back\. Name parameters\.toRevision\.$/);
  });

  it("passes over a version that never replaced the one before it", async () => {
    world.roll("1");
    world.roll("2", { broken: true });
    world.roll("3");
    expect(await world.refused()).to.match(
      /3 runs now; 2 was never rolled out whole; 1 may have been healthy, which nothing/,
    );
    world.roll("4", { broken: true });
    expect(await world.planned()).to.include({
      toRevision: 3,
      why: "It is the newest earlier version that Kubernetes had rolled out whole and that nobody rolled back.",
    });
    expect((await world.planned({ toRevision: 2 }))["why"]).to.equal(
      "The request names it, although it was never rolled out whole.",
    );
  });

  it("passes over what was rolled back to a newer version, also where that was never rolled out whole", async () => {
    for (const each of ["1", "2", "3"]) world.roll(each);
    const { metadata } = world.roll("2");
    Object.assign(metadata?.annotations ?? {}, { "tocsin.dev/rolled-back-from": "4" });
    world.roll("3", { broken: true });
    world.roll("4");
    expect(await world.refused()).to.match(/6 runs now; 5 was never rolled out whole; 4 was rolled back; /);
  });
});
