import { expect } from "chai";
import { podOf, status } from "../support/kubernetes.ts";
import { deploy } from "../support/kubernetes-workloads.ts";
import { executorFor, resolveTarget, wantedOf } from "./executing.ts";
import { resolving } from "./resolving.ts";

describe("a target in a cluster that is refused or not known", () => {
  const world = resolving();

  it("goes back over revisions that differ by a restart alone", async () => {
    for (const image of ["shop:0", "shop:1", "shop:2"]) deploy(world.cluster.workloads, "checkout", { image });
    const action = await resolveTarget(world.executor, wantedOf("restart-service"));
    const plan = { actionType: "restart-service", mode: "live", blastRadius: 0, ...action };
    await world.executor.send({ id: "x", plan } as never, 0, () => undefined, AbortSignal.timeout(5_000));
    expect(await world.aimed("rollback-deployment")).to.deep.include({ revision: 4, toRevision: 2 });
    expect(await world.aimed("rollback-deployment", { toRevision: 3 })).to.deep.include({ toRevision: 3 });
  });

  it("is refused where there is nothing to do", async () => {
    deploy(world.cluster.workloads, "checkout", { replicas: 3 });
    expect(await world.refused("scale-service", { replicas: 3 })).to.match(/is set to 3 replicas already\.$/);
    expect(await world.refused("rollback-deployment")).to.match(
      /no revision of another version to go back to\. It has 1\.$/,
    );
    expect(await world.refused("rollback-deployment", { toRevision: 1 })).to.match(
      /Revision 1 is what runs already\.$/,
    );
    expect(await world.refused("rollback-deployment", { toRevision: 7 })).to.match(/has no revision 7\. It has 1\.$/);
    const known = world.cluster.workloads.deployments.get("default/checkout");
    world.cluster.workloads.deployments.set("default/checkout", { ...known, spec: { ...known?.spec, paused: true } });
    expect(await world.refused("restart-service")).to.match(/default\/checkout is paused: /);
  });

  it("is a pod with its owner; one that nothing owns can't be had back", async () => {
    deploy(world.cluster.workloads, "checkout", { replicas: 1 });
    const [name = ""] = world.cluster.pods.keys();
    const owned = await resolveTarget(world.executor, wantedOf("delete-pod", { pod: name }));
    expect(owned.rollback).to.match(/^Nothing to take back: ReplicaSet checkout-\w+ puts another pod in its place\.$/);
    expect(owned.target).to.have.nested.property("owner.kind", "ReplicaSet");
    world.cluster.pods.set("checkout-alone", podOf("checkout-alone"));
    const alone = await resolveTarget(world.executor, wantedOf("delete-pod", { pod: "checkout-alone" }));
    expect([alone.target["owner"], alone.rollback]).to.deep.equal([null, null]);
    expect(await world.refused("delete-pod", { pod: "checkout-gone" })).to.match(
      /There is no pod checkout-gone in the namespaces/,
    );
    expect(await world.refused("delete-pod", { pod: name, deployment: "other" })).to.match(
      /isn't one of deployment other/,
    );
  });

  it("never comes of parameters that aren't names", async () => {
    for (const name of ["../../secrets", "a?x=1", "A", "", "a/b", "x".repeat(300)]) {
      expect(await world.refused("restart-service", { deployment: name })).to.match(
        /^ApplicationError: The parameters/,
      );
      expect(await world.refused("restart-service", { namespace: name })).to.match(/^ApplicationError: The parameters/);
      expect(await world.refused("delete-pod", { pod: name })).to.match(/^ApplicationError: The parameters/);
    }
    expect(await world.refused("restart-service", {}, "x)\n,(tier notin (")).to.match(
      /^ExecutionRefused: There is no deployment/,
    );
    expect(world.cluster.requests.join("\n")).to.not.match(/\.\.|labelSelector/);
  });

  it("isn't known without a right, a cluster or an answer, and each is said", async () => {
    deploy(world.cluster.workloads, "checkout");
    world.cluster.workloads.denied.add("get deployments");
    expect(await world.refused("restart-service")).to.equal(
      "ExecutionRefused: The daemon may not get deployments of apps in namespace default: grant its account that right.",
    );
    world.cluster.workloads.denied.clear();
    world.cluster.workloads.denied.add("list replicasets");
    expect(await world.refused("rollback-deployment")).to.match(
      /may not list replicasets of apps in namespace default/,
    );
    world.cluster.instead.set("checkout", (_request, response) => status(response, 503, "ServiceUnavailable"));
    expect(await world.refused("restart-service")).to.match(
      /^ApplicationError: The cluster or the node .* try again later\.$/,
    );
    world.cluster.instead.set("checkout", (_request, response) => void response.writeHead(200).end("[<b>"));
    expect(await world.refused("restart-service")).to.match(/an answer that can't be understood\.$/);
    world.executor = executorFor(undefined);
    expect(await world.refused("restart-service")).to.match(/^ExecutionRefused: No Kubernetes cluster is configured: /);
  });
});
