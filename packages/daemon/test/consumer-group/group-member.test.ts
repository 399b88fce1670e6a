import { mock } from "node:test";
import { expect } from "chai";
import { createGroupMember, type GroupMember, type PartitionConsumer } from "../../src/consumer-group/group-member.ts";
import type { PartitionLeaseStore, PartitionProgress } from "../../src/consumer-group/lease-store.ts";
import { MINUTE_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import { silentLogger } from "../../src/kernel/logger.ts";
import { partitionOf } from "../../src/model/partition.ts";
import { createPartitionLeaseStore } from "../../src/store/partitions/partition-leases.ts";
import { openPostgresIntake } from "../../src/store/queue/postgres-intake.ts";
import { type Fresh, onEachEngine } from "../store/engines.ts";
import { NOW } from "../store/samples.ts";

const PARTITIONS = 8;

/** A member whose consumer is made of plain sets. */
interface Worker {
  readonly member: GroupMember;
  readonly consuming: Set<number>;
  readonly forgotten: number[];
  progress: (partition: number) => PartitionProgress | undefined;
  isCut: boolean;
  isHanging: boolean;
  reachesBroker: boolean;
}

onEachEngine("A group of workers", (fresh) => {
  let store: Fresh;
  let leases: PartitionLeaseStore;
  let now: number;
  let expire: () => Promise<void>;
  let holdUnpublished: (oldestAt: number | undefined) => Promise<void>;
  beforeEach(async () => {
    store = await fresh();
    const database = await store.openDatabase();
    now = NOW;
    leases = createPartitionLeaseStore(database, { now: () => now });
    expire = () =>
      database.write(async (transaction) => {
        await transaction.query("update partition_lease set expires_at = 1");
        await transaction.query("update worker_member set seen_at = 1");
      });
    holdUnpublished = async (oldestAt) => {
      const { target } = store;
      // One process has SQLite to itself: its own connection to the broker says enough.
      if (target.kind !== "postgres") return;
      const intake = await openPostgresIntake(target.url);
      await intake.reportUnpublished("an ingest process", oldestAt).finally(intake.close);
    };
  });
  afterEach(() => store.drop());

  const start = (name: string): Worker => {
    const consuming = new Set<number>();
    const forgotten: number[] = [];
    const consumer: PartitionConsumer = {
      async begin({ partition }) {
        consuming.add(partition);
      },
      async finish(partition) {
        consuming.delete(partition);
      },
      drop: (partition) => void consuming.delete(partition),
      progress: async (partition) => (worker.reachesBroker ? worker.progress(partition) : undefined),
      canConsume: async () => worker.reachesBroker,
    };
    const cutStore: PartitionLeaseStore = {
      ...leases,
      async heartbeat(...given) {
        if (worker.isCut) throw new Error("the database is away");
        if (worker.isHanging) await new Promise(() => undefined);
        return leases.heartbeat(...given);
      },
    };
    const worker: Worker = {
      member: createGroupMember({
        member: name,
        partitions: PARTITIONS,
        store: cutStore,
        consumer,
        forget: (partition) => void forgotten.push(partition),
        clock: { now: () => now },
        logger: silentLogger,
      }),
      consuming,
      forgotten,
      progress: () => ({ processedUntil: now, oldestProcessed: null, events: 0 }),
      isCut: false,
      isHanging: false,
      reachesBroker: true,
    };
    return worker;
  };
  /** Each member's heartbeat in turn, so many times, a second apart. */
  const beat = async (workers: readonly Worker[], times = 1): Promise<void> => {
    for (let left = times; left > 0; left -= 1) {
      now += SECOND_MS;
      for (const { member } of workers) await member.beat().catch(() => undefined);
    }
  };
  const shares = (workers: readonly Worker[]): number[] => workers.map(({ consuming }) => consuming.size);
  const isExclusive = (workers: readonly Worker[]): boolean => {
    const all = workers.flatMap(({ consuming }) => [...consuming]);
    return new Set(all).size === all.length;
  };

  it("drops the partitions of a member whose heartbeat has had no answer for 20 seconds", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const one = start("one");
      await beat([one]);
      one.isHanging = true;
      void one.member.beat();
      mock.timers.tick(19 * SECOND_MS);
      expect(shares([one])).to.deep.equal([PARTITIONS]);
      mock.timers.tick(2 * SECOND_MS);
      expect(shares([one])).to.deep.equal([0]);
      expect(one.forgotten).to.have.lengthOf(PARTITIONS);
    } finally {
      mock.timers.reset();
    }
  });

  it("shares the partitions equally within three heartbeats of a member's coming", async () => {
    const one = start("one");
    await beat([one]);
    expect(shares([one])).to.deep.equal([PARTITIONS]);
    const both = [one, start("two")];
    await beat(both, 3);
    expect(shares(both)).to.deep.equal([4, 4]);
    const four = [...both, start("three"), start("four")];
    for (let times = 0; times < 3; times += 1) {
      await beat(four);
      expect(isExclusive(four)).to.equal(true);
    }
    expect(shares(four)).to.deep.equal([2, 2, 2, 2]);
  });

  it("goes on with the partitions of a member that left in order, at the next heartbeat", async () => {
    const both = [start("one"), start("two")];
    await beat(both, 3);
    await both[0]?.member.leave();
    await beat(both.slice(1));
    expect(shares(both)).to.deep.equal([0, PARTITIONS]);
  });

  it("goes on with the partitions of a member that died once its leases expired", async () => {
    const both = [start("one"), start("two")] as const;
    await beat(both, 3);
    await expire();
    await beat([both[1]]);
    expect(both[1].consuming.size).to.equal(PARTITIONS);
  });

  it("takes partitions from a member that was paused, which forgets their state when it goes on", async () => {
    const both = [start("one"), start("two")] as const;
    await beat(both, 3);
    const lost = [...both[0].consuming];
    await expire();
    await beat([both[1]]);
    await both[0].member.verify();
    expect(both[0].consuming.size).to.equal(0);
    expect(both[0].forgotten).to.include.members(lost);
    expect(both[0].member.leases()).to.deep.equal([]);
  });

  it("keeps its partitions while the database is away for a moment, and gives them up after twenty seconds", async () => {
    const one = start("one");
    await beat([one]);
    one.isCut = true;
    await beat([one], 15);
    expect(one.consuming.size).to.equal(PARTITIONS);
    await beat([one], 10);
    expect(one.consuming.size).to.equal(0);
    one.isCut = false;
    await beat([one]);
    expect(one.consuming.size).to.equal(PARTITIONS);
  });

  it("leaves its partitions to others where the broker gives it no answer, and takes its share again after that", async () => {
    const both = [start("one"), start("two")] as const;
    await beat(both, 3);
    both[0].reachesBroker = false;
    await beat(both, 2);
    expect(both[0].consuming.size, "after two seconds").to.equal(4);
    await beat(both, 3);
    expect(both[0].consuming.size, "after five seconds").to.equal(0);
    expect(both[0].member.problem()).to.equal("the worker gets no answer of the broker");
    await expire();
    await beat(both, 2);
    expect(shares(both)).to.deep.equal([0, PARTITIONS]);

    both[0].reachesBroker = true;
    await beat(both, 3);
    expect(shares(both)).to.deep.equal([4, 4]);
    expect(both[0].member.problem()).to.equal(undefined);
  });

  it("takes no partition before the broker answers it", async () => {
    const both = [start("one"), start("two")] as const;
    both[0].reachesBroker = false;
    await beat(both, 4);
    expect(shares(both)).to.deep.equal([0, PARTITIONS]);
  });

  it("names the lease of a service's partition to its holder alone", async () => {
    const both = [start("one"), start("two")] as const;
    await beat(both, 3);
    const partition = partitionOf("acme", "checkout", PARTITIONS);
    const found = both.flatMap(({ member }) => member.leaseOf("acme", "checkout") ?? []);
    expect(found.map((lease) => lease.partition)).to.deep.equal([partition]);
  });

  describe("listens to a service", () => {
    const quietFor = ({ member }: Worker): number => {
      const { since, until } = member.listeningPeriod("acme", ["checkout"]);
      return until - since;
    };

    it("up to the oldest telemetry that waits, whichever worker is asked", async () => {
      const both = [start("one"), start("two")] as const;
      await beat(both, 3);
      const waitingSince = now;
      for (const worker of both)
        worker.progress = () => ({ processedUntil: waitingSince, oldestProcessed: null, events: 0 });
      await beat(both, 60);
      for (const { member } of both)
        expect(member.listeningPeriod("acme", ["checkout"]).until).to.be.within(NOW, waitingSince);
      for (const worker of both) worker.progress = () => ({ processedUntil: now, oldestProcessed: null, events: 0 });
      await beat(both, 2);
      for (const worker of both) expect(quietFor(worker)).to.be.at.least(MINUTE_MS);
    });

    it("without a break when its partition moves to another worker", async () => {
      const one = start("one");
      await beat([one], 60);
      const two = start("two");
      await beat([one, two], 3);
      await one.member.leave();
      await beat([two], 3);
      expect(quietFor(two)).to.be.at.least(MINUTE_MS);
    });

    /** The worker "two" takes the partitions of "one", which hangs and may still hold messages. */
    const takeFromHanging = async () => {
      const one = start("one");
      await beat([one], 30);
      await expire();
      return { takenAt: now, two: start("two") };
    };

    it("no further for 40 seconds after its partition was taken from a worker that may still hold messages", async () => {
      const { takenAt, two } = await takeFromHanging();
      await beat([two], 35);
      expect(two.member.listeningPeriod("acme", ["checkout"]).until).to.be.at.most(takenAt);
      await beat([two], 10);
      expect(two.member.listeningPeriod("acme", ["checkout"]).until).to.equal(now);
      expect(quietFor(two), "without a break").to.be.at.least(55 * SECOND_MS);
    });

    it("no further where the worker that took it from one that hangs gives it back before 40 seconds", async () => {
      const { takenAt, two } = await takeFromHanging();
      await beat([two], 8);
      await two.member.leave();
      const three = start("three");
      await beat([three], 27);
      expect(three.member.listeningPeriod("acme", ["checkout"]).until).to.be.at.most(takenAt);
      await beat([three], 16);
      expect(three.member.listeningPeriod("acme", ["checkout"]).until).to.equal(now);
    });

    it("anew after nobody held its partition for a while", async () => {
      const one = start("one");
      await beat([one], 60);
      now += MINUTE_MS;
      await expire();
      const two = start("two");
      await beat([two], 3);
      expect(quietFor(two)).to.be.below(5 * SECOND_MS);
    });

    it("anew after telemetry that was held up on its way to the queue", async () => {
      const one = start("one");
      await beat([one], 60);
      one.progress = () => ({ processedUntil: now, oldestProcessed: now - 30 * MINUTE_MS, events: 1 });
      await beat([one]);
      expect(quietFor(one)).to.be.below(5 * SECOND_MS);
    });

    it("anew after nobody could tell how far it had come, also where its partition moved meanwhile", async () => {
      const one = start("one");
      await beat([one], 60);
      one.progress = () => undefined;
      await beat([one], 30);
      await one.member.leave();
      const two = start("two");
      await beat([two], 3);
      expect(quietFor(two)).to.be.below(5 * SECOND_MS);
    });

    it("up to the oldest telemetry that an ingest process holds and couldn't publish yet", async function () {
      if (store.target.kind !== "postgres") this.skip();
      const one = start("one");
      await beat([one], 5);
      await holdUnpublished(NOW + SECOND_MS);
      await beat([one], 60);
      expect(one.member.listeningPeriod("acme", ["checkout"]).until).to.equal(NOW + SECOND_MS);
      await holdUnpublished(undefined);
      await beat([one]);
      expect(quietFor(one)).to.be.at.least(MINUTE_MS);
    });

    it("not at all while the database gives no answer", async () => {
      const one = start("one");
      await beat([one], 60);
      one.isCut = true;
      await beat([one], 15);
      expect(quietFor(one)).to.equal(0);
    });
  });
});
