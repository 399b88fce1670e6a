import { expect } from "chai";
import { execute, wantedOf } from "./executing.ts";
import { rollbackHistory } from "./rollback-history.ts";

describe("a rollback whose revision must be named", () => {
  const world = rollbackHistory();

  it("takes nothing for healthy by what an older version, which runs again, can't tell any more", async () => {
    world.roll("1");
    world.roll("2");
    world.roll("3", { broken: true });
    world.roll("4");
    await world.back({ toRevision: 1 });
    // That the pods of version 2 stayed beside version 3 is still known; those of version 1 are others now.
    expect(await world.refused()).to.match(/5 runs now; 4 was rolled back; 3 came after what runs now; 2 came after/);
    world.roll("5");
    expect(await world.planned()).to.include({ revision: 6, toRevision: 5 });
  });
  for (const [what, strategy] of world.untelling) {
    it(`is asked for where nothing shows which of several was healthy: ${what}`, async () => {
      for (const each of ["1", "2", "3"]) world.roll(each, { strategy });
      expect(await world.refused()).to.equal(
        "ExecutionRefused: It isn't known which revision to go back to: 3 runs now; 2 may have been healthy, which nothing shows; 1 may have been healthy, which nothing shows. Name parameters.toRevision.",
      );
      expect(await world.planned({ toRevision: 2 })).to.include({
        toRevision: 2,
        why: "The request names it; nothing shows whether it was healthy.",
      });
    });
  }

  it("is asked for where the ReplicaSets don't say when they were scaled down", async () => {
    for (const each of ["1", "2", "3"]) world.roll(each);
    for (const [key, set] of world.cluster.workloads.replicaSets) {
      const { managedFields: _, ...metadata } = set.metadata ?? {};
      world.cluster.workloads.replicaSets.set(key, { ...set, metadata });
    }
    expect(await world.refused()).to.match(/2 may have been healthy, which nothing shows/);
  });

  it("is asked for where the only earlier version isn't known to have been healthy", async () => {
    world.roll("1");
    world.roll("2");
    expect(await world.refused()).to.equal(
      "ExecutionRefused: It isn't known which revision to go back to: 2 runs now; 1 may have been healthy, which nothing shows. Name parameters.toRevision.",
    );
    expect(await world.planned({ toRevision: 1 })).to.include({
      toRevision: 1,
      why: "The request names it; nothing shows whether it was healthy.",
    });
  });

  it("counts a restart as the same version", async () => {
    for (const each of ["1", "2", "3"]) world.roll(each);
    await execute(world.executor, wantedOf("restart-service"));
    expect(await world.planned()).to.include({ revision: 4, toRevision: 2 });
    await world.back();
    expect(await world.refused()).to.match(
      /5 runs now; 4 was rolled back; 1 may have been healthy, which nothing shows\. Name/,
    );
  });

  it("isn't moved by annotations that say nothing, however long they are", async () => {
    world.roll("1");
    world.roll("2");
    for (const [key, set] of world.cluster.workloads.replicaSets) {
      const annotations = {
        ...set.metadata?.annotations,
        "deployment.kubernetes.io/revision-history": `x,-1,1e99,,${"9".repeat(400)},${"7,".repeat(5_000)}`,
        "tocsin.dev/rolled-back-from": "none, ,NaN",
      };
      world.cluster.workloads.replicaSets.set(key, { ...set, metadata: { ...set.metadata, annotations } });
    }
    expect(await world.refused()).to.match(/2 runs now; 1 may have been healthy, which nothing shows\. Name/);
    expect(await world.planned({ toRevision: 1 })).to.include({ revision: 2, toRevision: 1 });
  });
});
