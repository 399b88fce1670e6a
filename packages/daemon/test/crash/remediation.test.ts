import { expect } from "chai";
import type { Hold } from "../support/kubernetes-workloads.ts";
import { waitFor } from "../support/wait.ts";
import { killedRemediation } from "./killed-remediation.ts";

describe("A daemon that is killed while it remediates", function () {
  this.timeout(120_000);
  const world = killedRemediation();

  describe("with an action at each point, once it is started again", () => {
    const points = ["dry-run", "received", "received", "applied"] as const;
    /** In that order, and last the one whose rollout is waited for. */
    const ids: string[] = [];
    const idOf = (index: number): string => ids[index] ?? "";
    const holds: Hold[] = [];
    before(async () => {
      const { workloads } = world.cluster;
      for (const point of points) {
        const hold = workloads.hold(point);
        holds.push(hold);
        ids.push((await world.approved()).id);
        await hold.reached;
        expect((await world.stands(ids.at(-1) ?? "")).status).to.equal("EXECUTING");
      }
      workloads.rollout = "pending";
      ids.push((await world.approved()).id);
      await waitFor(async () => (await world.events(idOf(4))).includes("sent"), { what: "the word that it was sent" });
      const steps = await Promise.all(ids.map(async (id) => (await world.events(id)).at(-1)));
      expect(steps).to.deep.equal(["executing", "sending", "sending", "sending", "sent"]);
      expect(await world.daemon.end("SIGKILL")).to.equal(null);
      for (const index of [0, 1, 3]) holds[index]?.drop();
      world.daemon = await world.started();
    });

    it("waits for a rollout that the one before began", async () => {
      await waitFor(async () => (await world.events(idOf(4))).includes("resumed"), { what: "the next worker" });
      expect((await world.stands(idOf(4))).status).to.equal("EXECUTING");
      world.cluster.workloads.rollout = "prompt";
      world.cluster.workloads.rollOut();
      expect(await world.ended(idOf(4))).to.include({ status: "COMPLETED", error: null });
      expect(world.times(idOf(4))).to.equal(1);
    });

    it("goes on with one that the cluster was only asked about, and does it once", async () => {
      expect(await world.ended(idOf(0))).to.include({ status: "COMPLETED", error: null });
      expect(world.times(idOf(0))).to.equal(1);
      expect(await world.events(idOf(0))).to.include.members(["resumed", "sending", "sent", "completed"]);
    });

    it("finds one in the cluster that came through and wasn't answered, and completes it", async () => {
      expect(await world.ended(idOf(3))).to.include({ status: "COMPLETED", error: null });
      expect(world.times(idOf(3))).to.equal(1);
    });

    it("doesn't send a second time what may have come through, and says that its outcome is unknown", async () => {
      for (const index of [1, 2]) {
        const failed = await world.ended(idOf(index));
        expect(failed.status).to.equal("FAILED");
        expect(failed.error).to.match(/^Outcome unknown: .*It is not sent again/);
      }
      holds[2]?.release();
      await waitFor(() => world.times(idOf(2)) > 0, { what: "the write that was held" });
    });

    it("leaves all of them as they are after it is stopped in order, and ends what it was waiting for then", async () => {
      world.cluster.workloads.rollout = "pending";
      const { id } = await world.approved();
      await waitFor(async () => (await world.events(id)).includes("sent"), { what: "the word that it was sent" });
      const before = await Promise.all(ids.map(world.stands));
      expect(await world.daemon.end("SIGTERM")).to.equal(0);
      world.cluster.workloads.rollout = "prompt";
      world.cluster.workloads.rollOut();
      world.daemon = await world.started();
      expect(await world.ended(id)).to.include({ status: "COMPLETED" });
      expect(await Promise.all(ids.map(world.stands))).to.deep.equal(before);
      expect([...ids, id].map(world.times)).to.deep.equal([1, 0, 1, 1, 1, 1]);
      await world.expectWhole();
    });
  });
});
