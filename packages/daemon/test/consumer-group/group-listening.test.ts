import { expect } from "chai";
import { MINUTE_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import { onEachEngine } from "../store/engines.ts";
import { NOW } from "../store/samples.ts";
import { type Worker, workerGroup } from "./worker-group.ts";

onEachEngine("The listening period of a group of workers", (fresh) => {
  const world = workerGroup(fresh);

  describe("listens to a service", () => {
    const quietFor = ({ member }: Worker): number => {
      const { since, until } = member.listeningPeriod("acme", ["checkout"]);
      return until - since;
    };

    it("up to the oldest telemetry that waits, whichever worker is asked", async () => {
      const both = [world.start("one"), world.start("two")] as const;
      await world.beat(both, 3);
      const waitingSince = world.now;
      for (const worker of both)
        worker.progress = () => ({ processedUntil: waitingSince, oldestProcessed: null, events: 0 });
      await world.beat(both, 60);
      for (const { member } of both)
        expect(member.listeningPeriod("acme", ["checkout"]).until).to.be.within(NOW, waitingSince);
      for (const worker of both)
        worker.progress = () => ({ processedUntil: world.now, oldestProcessed: null, events: 0 });
      await world.beat(both, 2);
      for (const worker of both) expect(quietFor(worker)).to.be.at.least(MINUTE_MS);
    });

    it("without a break when its partition moves to another worker", async () => {
      const one = world.start("one");
      await world.beat([one], 60);
      const two = world.start("two");
      await world.beat([one, two], 3);
      await one.member.leave();
      await world.beat([two], 3);
      expect(quietFor(two)).to.be.at.least(MINUTE_MS);
    });

    /** The worker "two" takes the partitions of "one", which hangs and may still hold messages. */
    const takeFromHanging = async () => {
      const one = world.start("one");
      await world.beat([one], 30);
      await world.expire();
      return { takenAt: world.now, two: world.start("two") };
    };

    it("no further for 40 seconds after its partition was taken from a worker that may still hold messages", async () => {
      const { takenAt, two } = await takeFromHanging();
      await world.beat([two], 35);
      expect(two.member.listeningPeriod("acme", ["checkout"]).until).to.be.at.most(takenAt);
      await world.beat([two], 10);
      expect(two.member.listeningPeriod("acme", ["checkout"]).until).to.equal(world.now);
      expect(quietFor(two), "without a break").to.be.at.least(55 * SECOND_MS);
    });

    it("no further where the worker that took it from one that hangs gives it back before 40 seconds", async () => {
      const { takenAt, two } = await takeFromHanging();
      await world.beat([two], 8);
      await two.member.leave();
      const three = world.start("three");
      await world.beat([three], 27);
      expect(three.member.listeningPeriod("acme", ["checkout"]).until).to.be.at.most(takenAt);
      await world.beat([three], 16);
      expect(three.member.listeningPeriod("acme", ["checkout"]).until).to.equal(world.now);
    });

    it("anew after nobody held its partition for a while", async () => {
      const one = world.start("one");
      await world.beat([one], 60);
      world.now += MINUTE_MS;
      await world.expire();
      const two = world.start("two");
      await world.beat([two], 3);
      expect(quietFor(two)).to.be.below(5 * SECOND_MS);
    });

    it("anew after telemetry that was held up on its way to the queue", async () => {
      const one = world.start("one");
      await world.beat([one], 60);
      one.progress = () => ({ processedUntil: world.now, oldestProcessed: world.now - 30 * MINUTE_MS, events: 1 });
      await world.beat([one]);
      expect(quietFor(one)).to.be.below(5 * SECOND_MS);
    });

    it("anew after nobody could tell how far it had come, also where its partition moved meanwhile", async () => {
      const one = world.start("one");
      await world.beat([one], 60);
      one.progress = () => undefined;
      await world.beat([one], 30);
      await one.member.leave();
      const two = world.start("two");
      await world.beat([two], 3);
      expect(quietFor(two)).to.be.below(5 * SECOND_MS);
    });

    it("up to the oldest telemetry that an ingest process holds and couldn't publish yet", async function () {
      if (world.store.target.kind !== "postgres") this.skip();
      const one = world.start("one");
      await world.beat([one], 5);
      await world.holdUnpublished(NOW + SECOND_MS);
      await world.beat([one], 60);
      expect(one.member.listeningPeriod("acme", ["checkout"]).until).to.equal(NOW + SECOND_MS);
      await world.holdUnpublished(undefined);
      await world.beat([one]);
      expect(quietFor(one)).to.be.at.least(MINUTE_MS);
    });

    it("not at all while the database gives no answer", async () => {
      const one = world.start("one");
      await world.beat([one], 60);
      one.isCut = true;
      await world.beat([one], 15);
      expect(quietFor(one)).to.equal(0);
    });
  });
});
