import { mock } from "node:test";
import { expect } from "chai";
import { SECOND_MS } from "../../src/kernel/clock.ts";
import { partitionOf } from "../../src/model/partition.ts";
import { onEachEngine } from "../store/engines.ts";
import { PARTITIONS, workerGroup } from "./worker-group.ts";

onEachEngine("A group of workers", (fresh) => {
  const world = workerGroup(fresh);

  it("drops the partitions of a member whose heartbeat has had no answer for 20 seconds", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const one = world.start("one");
      await world.beat([one]);
      one.isHanging = true;
      void one.member.beat();
      mock.timers.tick(19 * SECOND_MS);
      expect(world.shares([one])).to.deep.equal([PARTITIONS]);
      mock.timers.tick(2 * SECOND_MS);
      expect(world.shares([one])).to.deep.equal([0]);
      expect(one.forgotten).to.have.lengthOf(PARTITIONS);
    } finally {
      mock.timers.reset();
    }
  });

  it("shares the partitions equally within three heartbeats of a member's coming", async () => {
    const one = world.start("one");
    await world.beat([one]);
    expect(world.shares([one])).to.deep.equal([PARTITIONS]);
    const both = [one, world.start("two")];
    await world.beat(both, 3);
    expect(world.shares(both)).to.deep.equal([4, 4]);
    const four = [...both, world.start("three"), world.start("four")];
    for (let times = 0; times < 3; times += 1) {
      await world.beat(four);
      expect(world.isExclusive(four)).to.equal(true);
    }
    expect(world.shares(four)).to.deep.equal([2, 2, 2, 2]);
  });

  it("goes on with the partitions of a member that left in order, at the next heartbeat", async () => {
    const both = [world.start("one"), world.start("two")];
    await world.beat(both, 3);
    await both[0]?.member.leave();
    await world.beat(both.slice(1));
    expect(world.shares(both)).to.deep.equal([0, PARTITIONS]);
  });

  it("goes on with the partitions of a member that died once its leases expired", async () => {
    const both = [world.start("one"), world.start("two")] as const;
    await world.beat(both, 3);
    await world.expire();
    await world.beat([both[1]]);
    expect(both[1].consuming.size).to.equal(PARTITIONS);
  });

  it("takes partitions from a member that was paused, which forgets their state when it goes on", async () => {
    const both = [world.start("one"), world.start("two")] as const;
    await world.beat(both, 3);
    const lost = [...both[0].consuming];
    await world.expire();
    await world.beat([both[1]]);
    await both[0].member.verify();
    expect(both[0].consuming.size).to.equal(0);
    expect(both[0].forgotten).to.include.members(lost);
    expect(both[0].member.leases()).to.deep.equal([]);
  });

  it("keeps its partitions while the database is away for a moment, and gives them up after twenty seconds", async () => {
    const one = world.start("one");
    await world.beat([one]);
    one.isCut = true;
    await world.beat([one], 15);
    expect(one.consuming.size).to.equal(PARTITIONS);
    await world.beat([one], 10);
    expect(one.consuming.size).to.equal(0);
    one.isCut = false;
    await world.beat([one]);
    expect(one.consuming.size).to.equal(PARTITIONS);
  });

  it("leaves its partitions to others where the broker gives it no answer, and takes its share again after that", async () => {
    const both = [world.start("one"), world.start("two")] as const;
    await world.beat(both, 3);
    both[0].reachesBroker = false;
    await world.beat(both, 2);
    expect(both[0].consuming.size, "after two seconds").to.equal(4);
    await world.beat(both, 3);
    expect(both[0].consuming.size, "after five seconds").to.equal(0);
    expect(both[0].member.problem()).to.equal("the worker gets no answer of the broker");
    await world.expire();
    await world.beat(both, 2);
    expect(world.shares(both)).to.deep.equal([0, PARTITIONS]);

    both[0].reachesBroker = true;
    await world.beat(both, 3);
    expect(world.shares(both)).to.deep.equal([4, 4]);
    expect(both[0].member.problem()).to.equal(undefined);
  });

  it("takes no partition before the broker answers it", async () => {
    const both = [world.start("one"), world.start("two")] as const;
    both[0].reachesBroker = false;
    await world.beat(both, 4);
    expect(world.shares(both)).to.deep.equal([0, PARTITIONS]);
  });

  it("names the lease of a service's partition to its holder alone", async () => {
    const both = [world.start("one"), world.start("two")] as const;
    await world.beat(both, 3);
    const partition = partitionOf("acme", "checkout", PARTITIONS);
    const found = both.flatMap(({ member }) => member.leaseOf("acme", "checkout") ?? []);
    expect(found.map((lease) => lease.partition)).to.deep.equal([partition]);
  });
});
