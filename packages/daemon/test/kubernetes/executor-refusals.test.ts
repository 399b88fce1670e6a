import { expect } from "chai";
import { status } from "../support/kubernetes.ts";
import { deploy } from "../support/kubernetes-workloads.ts";
import { check, failureOf, planned, send, settled, wantedOf } from "./executing.ts";
import { executorCluster } from "./executor-cluster.ts";

const SCALING = wantedOf("scale-service", { replicas: 5 });

describe("A refused remediation action in a cluster", () => {
  const world = executorCluster();

  it("is refused where the object isn't the one that was planned for, and changes nothing", async () => {
    const [pod = ""] = world.podNames();
    const actions = await Promise.all(
      [
        wantedOf("restart-service"),
        SCALING,
        wantedOf("rollback-deployment", { toRevision: 1 }),
        wantedOf("delete-pod", { pod }),
      ].map((each) => planned(world.executor, each)),
    );
    const known = world.stored();
    world.cluster.workloads.deployments.set("default/checkout", {
      ...known,
      metadata: { ...known?.metadata, uid: "another" },
    });
    const old = world.cluster.pods.get(pod);
    world.cluster.pods.set(pod, { ...old, metadata: { ...old?.metadata, uid: "another" } });
    for (const action of actions) {
      const change = /^ExecutionRefused: (The cluster refuses to .*It has changed since|.*has no revision 1 any more)/;
      expect(await failureOf(check(world.executor, action))).to.match(change);
      expect(await failureOf(send(world.executor, action))).to.match(change);
    }
    world.cluster.workloads.deployments.clear();
    world.cluster.pods.clear();
    for (const action of actions) {
      expect(await failureOf(send(world.executor, action))).to.match(
        /^ExecutionRefused: There is no (deployment|pod) checkout/,
      );
    }
    expect(world.cluster.workloads.applied).to.deep.equal([]);
  });

  it("is refused where replicas or the revision changed between the plan and the request", async () => {
    const scaling = await planned(world.executor, SCALING);
    const back = await planned(world.executor, wantedOf("rollback-deployment", { toRevision: 1 }));
    deploy(world.cluster.workloads, "checkout", { image: "shop:3", replicas: 4 });
    const why =
      "The cluster refuses to patch deployment checkout in namespace default. It has changed since the action was planned: request the action again.";
    for (const action of [scaling, back])
      expect(await failureOf(send(world.executor, action))).to.equal(`ExecutionRefused: ${why}`);
    expect(world.cluster.workloads.applied).to.deep.equal([]);
  });

  it("names the right that is missing", async () => {
    const [pod = ""] = world.podNames();
    const restarting = await planned(world.executor, wantedOf("restart-service"));
    const deleting = await planned(world.executor, wantedOf("delete-pod", { pod }));
    world.cluster.workloads.denied.add("patch deployments").add("delete pods");
    const words = (right: string): string =>
      `ExecutionRefused: The daemon may not ${right} in namespace default: grant its account that right.`;
    expect(await failureOf(check(world.executor, restarting))).to.equal(words("patch deployments of apps"));
    expect(await failureOf(send(world.executor, deleting))).to.equal(words("delete pods"));
    world.cluster.workloads.denied.clear();
    const sent = await send(world.executor, restarting);
    world.cluster.workloads.denied.add("get deployments");
    const { outcome } = await settled(world.executor, restarting, sent);
    expect(outcome)
      .to.include({ ok: false })
      .and.have.property("reason")
      .that.matches(/^It was sent, and can't be watched: /);
  });

  it("tells what else the cluster refuses it for, on one line", async () => {
    const action = await planned(world.executor, SCALING);
    const webhook = 'admission webhook "freeze.example" denied the request: not on\n\u001b[31mFridays\u202e';
    world.cluster.instead.set("checkout", (_request, response) => status(response, 403, "Forbidden", webhook));
    expect(await failureOf(send(world.executor, action))).to.equal(
      'ExecutionRefused: The cluster refuses to patch deployment checkout in namespace default (403): admission webhook "freeze.example" denied the request: not on [31mFridays',
    );
  });
});
