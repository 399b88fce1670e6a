import { expect } from "chai";
import { podOf } from "../support/kubernetes.ts";
import { deploy } from "../support/kubernetes-workloads.ts";
import { executorFor, resolveTarget, wantedOf } from "./executing.ts";
import { resolving } from "./resolving.ts";

describe("what a remediation action acts on in a cluster", () => {
  const world = resolving();

  it("is the deployment that is named as the service", async () => {
    const { metadata } = deploy(world.cluster.workloads, "payment-api");
    deploy(world.cluster.workloads, "payment-api-worker");
    const expected = { kind: "Deployment", namespace: "default", name: "payment-api", uid: metadata?.uid };
    const { cluster: server, ...target } = await world.aimed("restart-service", {}, "Payment API");
    expect(target).to.deep.equal(expected);
    expect(server).to.match(/^https:\/\/localhost:\d+$/);
  });

  for (const label of ["app", "app.kubernetes.io/name"]) {
    it(`is the one deployment whose label ${label} is the service, in whichever open namespace it runs`, async () => {
      deploy(world.cluster.workloads, "co-v2", { namespace: "green", labels: { [label]: "checkout" } });
      deploy(world.cluster.workloads, "co-v3", { namespace: "blue", labels: { [label]: "checkout" } });
      expect(await world.aimed("restart-service")).to.include({ namespace: "green", name: "co-v2" });
    });
  }

  it("is refused where several could be meant, or none, in words that say what to name", async () => {
    expect(await world.refused("restart-service")).to.equal(
      "ExecutionRefused: There is no deployment checkout in the namespaces default, green, and none whose label app or app.kubernetes.io/name is checkout. Name parameters.deployment.",
    );
    deploy(world.cluster.workloads, "one", { labels: { app: "checkout" } });
    deploy(world.cluster.workloads, "two", { labels: { "app.kubernetes.io/name": "checkout" } });
    expect(await world.refused("restart-service")).to.match(
      /several .*: default\/one, default\/two\. Name parameters\.deployment/,
    );
    deploy(world.cluster.workloads, "checkout");
    deploy(world.cluster.workloads, "checkout", { namespace: "green" });
    expect(await world.refused("restart-service")).to.match(
      /default\/checkout, green\/checkout\. Name parameters\.namespace\.$/,
    );
    expect(await world.aimed("restart-service", { namespace: "green" })).to.include({ namespace: "green" });
    expect(await world.refused("restart-service", {}, null)).to.match(
      /^ApplicationError: The request does not say which deployment/,
    );
  });

  it("lies in a namespace that is open to the organization", async () => {
    deploy(world.cluster.workloads, "checkout", { namespace: "blue" });
    for (const namespace of ["blue", "kube-system"]) {
      expect(await world.refused("restart-service", { namespace })).to.equal(
        `ExecutionRefused: Your organization may not use the namespace ${namespace}. The setting TOCSIN_ALLOWED_NAMESPACES allows it.`,
      );
    }
    expect(world.cluster.requests).to.deep.equal([]);
    const other = await resolveTarget(world.executor, wantedOf("restart-service", { namespace: "blue" }), "other");
    expect(other.target).to.include({ namespace: "blue" });
    world.executor = executorFor(world.cluster.kubeconfig, { namespaces: [] });
    expect(await world.refused("restart-service")).to.match(/No namespace is open/);
  });

  it("belongs to the service that the action is counted for, also where a deployment or pod is named", async () => {
    deploy(world.cluster.workloads, "postgres");
    deploy(world.cluster.workloads, "co", { labels: { app: "checkout" } });
    expect(await world.refused("restart-service", { deployment: "postgres" })).to.match(
      /^ExecutionRefused: Deployment postgres isn't known to belong to service checkout: /,
    );
    expect(await world.aimed("restart-service", { deployment: "co" })).to.include({ name: "co" });
    const metadata = { name: "postgres-0", labels: { app: "postgres" } };
    world.cluster.pods.set("postgres-0", podOf("postgres-0", { metadata }));
    expect(await world.refused("delete-pod", { pod: "postgres-0" })).to.match(/Pod postgres-0 isn't known to belong/);
  });

  it("is planned with what the decision rests on, and nothing that moves by itself", async () => {
    deploy(world.cluster.workloads, "checkout", { image: "shop:1" });
    deploy(world.cluster.workloads, "checkout", { image: "shop:2", replicas: 4 });
    const scaling = await resolveTarget(world.executor, wantedOf("scale-service", { replicas: 8 }));
    expect(scaling).to.deep.include({ rollback: "Scale back to 4.", currentReplicas: 4 });
    expect(scaling.target).to.have.all.keys("cluster", "kind", "namespace", "name", "uid", "replicas");
    const back = await resolveTarget(world.executor, wantedOf("rollback-deployment", { toRevision: 1 }));
    expect(back.target).to.deep.include({
      revision: 2,
      toRevision: 1,
      images: { from: { app: "shop:2" }, to: { app: "shop:1" } },
    });
    expect(back.rollback).to.equal("Roll forward to what revision 2 is now.");
    const known = world.cluster.workloads.deployments.get("default/checkout");
    const moved = { ...known, metadata: { ...known?.metadata, resourceVersion: "99" }, status: { readyReplicas: 1 } };
    world.cluster.workloads.deployments.set("default/checkout", moved);
    expect(await resolveTarget(world.executor, wantedOf("rollback-deployment", { toRevision: 1 }))).to.deep.equal(back);
  });
});
