import { expect } from "chai";
import { podOf } from "../support/kubernetes.ts";
import { execute, failureOf, NOW, planned, wantedOf } from "./executing.ts";
import { executorCluster } from "./executor-cluster.ts";

const SCALING = wantedOf("scale-service", { replicas: 5 });

describe("a remediation action in a cluster", () => {
  const world = executorCluster();

  it("restarts a service: new pods of the same template", async () => {
    const before = world.podNames();
    const { outcome, sent } = await execute(world.executor, wantedOf("restart-service"));
    expect(outcome).to.deep.equal({
      ok: true,
      summary: "Deployment default/checkout was restarted: 3 pods are ready.",
      details: { replicas: 3, wanted: 3, revision: 3 },
    });
    expect(world.podNames()).to.have.length(3).and.not.include.members(before);
    const annotations = world.stored()?.spec?.template?.metadata?.annotations;
    expect(annotations).to.deep.equal({ "kubectl.kubernetes.io/restartedAt": sent["restartedAt"] });
    expect(world.stored()?.spec?.template?.spec?.containers).to.deep.equal([{ name: "app", image: "shop:2" }]);
    expect(world.cluster.workloads.applied).to.deep.equal(world.PATCH);
  });

  for (const [actionType, parameters] of [
    ["restart-service", {}],
    ["rollback-deployment", { toRevision: 1 }],
  ] as const) {
    it(`sends nothing of ${actionType} where it may not leave any more once there is a connection`, async () => {
      const action = await planned(world.executor, wantedOf(actionType, parameters));
      let asked = 0;
      const leave = (): void => {
        asked += 1;
        throw new Error("Too late.");
      };
      const sending = world.executor.send(action, NOW, leave, AbortSignal.timeout(10_000));
      expect(await failureOf(sending)).to.equal("Error: Too late.");
      expect(asked).to.equal(1);
      expect(world.cluster.workloads.asked).to.deep.equal([]);
      expect(world.cluster.requests.filter((request) => request.startsWith("PATCH"))).to.deep.equal([]);
    });
  }

  it("scales a service", async () => {
    const { outcome } = await execute(world.executor, SCALING);
    expect(outcome).to.include({ summary: "Deployment default/checkout was scaled from 3 to 5: 5 pods are ready." });
    expect(world.podNames()).to.have.length(5);
    const none = await execute(world.executor, wantedOf("scale-service", { replicas: 0 }));
    expect(none.outcome).to.include({
      summary: "Deployment default/checkout was scaled from 5 to 0: 0 pods are ready.",
    });
    expect(world.cluster.workloads.applied).to.deep.equal([...world.PATCH, ...world.PATCH]);
  });

  it("rolls a deployment back to the template of the version before, without the label of its ReplicaSet", async () => {
    const { outcome } = await execute(world.executor, wantedOf("rollback-deployment", { toRevision: 1 }));
    expect(outcome).to.include({
      summary: "Deployment default/checkout was rolled back to revision 1: 3 pods are ready.",
    });
    const { template } = world.stored()?.spec ?? {};
    expect(template).to.deep.equal({
      metadata: { labels: { run: "checkout" } },
      spec: { containers: [{ name: "app", image: "shop:1" }] },
    });
    expect(world.cluster.workloads.applied).to.deep.equal(world.PATCH);
  });

  it("deletes a pod, and waits for the one in its place", async () => {
    const [name = ""] = world.podNames();
    const { outcome } = await execute(world.executor, wantedOf("delete-pod", { pod: name }));
    const [replacement] = world.podNames().slice(-1);
    expect(outcome.ok).to.equal(true);
    expect(world.podNames()).to.have.length(3).and.not.include(name);
    expect(world.podNames()).to.include(outcome.details["replacement"]);
    expect(replacement).to.be.a("string");
    expect(world.cluster.workloads.applied).to.deep.equal([
      { write: `DELETE default/pods/${name}`, action: undefined },
    ]);
    world.cluster.pods.set("checkout-alone", podOf("checkout-alone"));
    const alone = await execute(world.executor, wantedOf("delete-pod", { pod: "checkout-alone" }));
    expect(alone.outcome).to.include({
      summary: "Pod default/checkout-alone is gone; nothing puts another in its place.",
    });
  });
});
