import { expect } from "chai";
import { deploy } from "../support/kubernetes-workloads.ts";
import { waitFor } from "../support/wait.ts";
import { planned, send, settled, wantedOf } from "./executing.ts";
import { rolloutWorld } from "./rollout-world.ts";

describe("The end of a rollout that a remediation action began", () => {
  const world = rolloutWorld();

  it("is stuck at once with an image that can never be had", async () => {
    const started = await world.start("restart-service");
    world.trouble({ state: { waiting: { reason: "InvalidImageName" } } });
    world.begin();
    expect(await world.reasonOf(started)).to.match(/^The rollout is stuck\. .*\(InvalidImageName\)\.$/);
  });

  it("has patience with pods that no node takes, and with trouble that gets less", async () => {
    const started = await world.start("restart-service");
    world.trouble(
      {},
      {
        conditions: [{ type: "PodScheduled", status: "False", message: "0/3 nodes are available" }],
        containerStatuses: [],
      },
    );
    world.begin();
    await started.until("no node takes it: 0/3 nodes are available");
    world.now += 600_000;
    const looks = world.cluster.requests.length;
    await waitFor(() => world.cluster.requests.length > looks + 6);
    world.trouble({ state: { waiting: { reason: "ImagePullBackOff" } } });
    await started.until("(ImagePullBackOff)");
    world.now += 50_000;
    const [first = "", pod] = [...world.cluster.pods][0] ?? [];
    world.cluster.pods.set(first, { ...pod, status: { conditions: [{ type: "Ready", status: "True" }] } });
    await started.until("1 of 3 pods are new and ready.");
    world.now += 50_000;
    const later = world.cluster.requests.length;
    await waitFor(() => world.cluster.requests.length > later + 6);
    world.now += 60_000;
    expect(await world.reasonOf(started)).to.match(/^The rollout is stuck\. 1 of 3 pods are new/);
  });

  it("is stuck where no pod can be made", async () => {
    const started = await world.start("restart-service");
    world.cluster.pods.clear();
    world.begin({ conditions: [{ type: "ReplicaFailure", status: "True", message: "exceeded quota: pods=3" }] });
    await started.until("No pod can be made: exceeded quota: pods=3");
    world.now += 60_000;
    expect(await world.reasonOf(started)).to.match(
      /stuck\. 0 of 3 pods are new and ready\. No pod can be made: exceeded quota/,
    );
  });

  it("fails where somebody else changes or deletes the deployment meanwhile", async () => {
    const words = "Deployment default/checkout was changed by somebody else meanwhile: ";
    const scaling = await world.start("scale-service", { replicas: 5 });
    world.change({ spec: { replicas: 2 } });
    expect(await world.reasonOf(scaling)).to.equal(`${words}it is set to 2 replicas.`);
    const restarting = await world.start("restart-service");
    const template = world.stored()?.spec?.template;
    world.change({ spec: { template: { ...template, metadata: { labels: template?.metadata?.labels } } } });
    expect(await world.reasonOf(restarting)).to.equal(`${words}its pods are started anew by another change.`);
    deploy(world.cluster.workloads, "checkout", { image: "shop:3" });
    const back = await world.start("rollback-deployment", { toRevision: 1 });
    world.change({ spec: { template: { ...template, spec: { containers: [{ name: "app", image: "shop:9" }] } } } });
    expect(await world.reasonOf(back)).to.equal(`${words}it is set to other images than those of the revision.`);
    deploy(world.cluster.workloads, "checkout", { image: "shop:4" });
    const gone = await world.start("restart-service");
    world.change({ metadata: { uid: "another" } });
    expect(await world.reasonOf(gone)).to.equal("Deployment default/checkout was deleted meanwhile.");
  });

  it("waits for a deleted pod's replacement to be ready", async () => {
    const [name = ""] = world.cluster.pods.keys();
    const started = await world.start("delete-pod", { pod: name });
    await started.until(`isn't ready yet in the place of Pod default/${name}.`);
    const [fresh = "", pod] = [...world.cluster.pods].at(-1) ?? [];
    world.cluster.pods.set(fresh, { ...pod, status: { conditions: [{ type: "Ready", status: "True" }] } });
    const outcome = await started.outcome;
    expect(outcome).to.deep.include({ ok: true, details: { replacement: fresh } });
  });

  it("isn't waited for any more once the signal aborts", async () => {
    const action = await planned(world.executor, wantedOf("restart-service"));
    world.cluster.workloads.rollout = "pending";
    const sent = await send(world.executor, action);
    const leaving = new AbortController();
    const waiting = settled(world.executor, action, sent, leaving.signal).catch((error: unknown) => error);
    leaving.abort(new Error("left"));
    expect(await waiting).to.be.instanceOf(Error);
    await waitFor(() => world.cluster.openSockets() === 0);
  });
});
