import { expect } from "chai";
import type { Executor } from "../../src/remediate/targets/executor.ts";
import { type FakeKubernetes, openFakeKubernetes, podOf, status } from "../support/kubernetes.ts";
import { deploy } from "../support/kubernetes-workloads.ts";
import { allowed, executorFor, failureOf, resolveTarget, wantedOf } from "./executing.ts";

describe("what a remediation action acts on in a cluster", () => {
  let cluster: FakeKubernetes;
  let executor: Executor;
  const aimed = async (...given: Parameters<typeof wantedOf>) =>
    (await resolveTarget(executor, wantedOf(...given))).target;
  const refused = (...given: Parameters<typeof wantedOf>) => failureOf(resolveTarget(executor, wantedOf(...given)));

  before(async () => {
    cluster = await openFakeKubernetes();
  });
  after(() => cluster.close());
  beforeEach(() => {
    const { deployments, replicaSets, denied } = cluster.workloads;
    for (const each of [deployments, replicaSets, denied, cluster.pods, cluster.instead]) each.clear();
    cluster.requests.length = 0;
    executor = executorFor(cluster.kubeconfig, { namespaces: allowed("default", "green", "blue@other") });
  });

  it("is the deployment that is named as the service", async () => {
    const { metadata } = deploy(cluster.workloads, "payment-api");
    deploy(cluster.workloads, "payment-api-worker");
    const expected = { kind: "Deployment", namespace: "default", name: "payment-api", uid: metadata?.uid };
    const { cluster: server, ...target } = await aimed("restart-service", {}, "Payment API");
    expect(target).to.deep.equal(expected);
    expect(server).to.match(/^https:\/\/localhost:\d+$/);
  });

  for (const label of ["app", "app.kubernetes.io/name"]) {
    it(`is the one deployment whose label ${label} is the service, in whichever open namespace it runs`, async () => {
      deploy(cluster.workloads, "co-v2", { namespace: "green", labels: { [label]: "checkout" } });
      deploy(cluster.workloads, "co-v3", { namespace: "blue", labels: { [label]: "checkout" } });
      expect(await aimed("restart-service")).to.include({ namespace: "green", name: "co-v2" });
    });
  }

  it("is refused where several could be meant, or none, in words that say what to name", async () => {
    expect(await refused("restart-service")).to.equal(
      "ExecutionRefused: There is no deployment checkout in the namespaces default, green, and none whose label app or app.kubernetes.io/name is checkout. Name parameters.deployment.",
    );
    deploy(cluster.workloads, "one", { labels: { app: "checkout" } });
    deploy(cluster.workloads, "two", { labels: { "app.kubernetes.io/name": "checkout" } });
    expect(await refused("restart-service")).to.match(
      /several .*: default\/one, default\/two\. Name parameters\.deployment/,
    );
    deploy(cluster.workloads, "checkout");
    deploy(cluster.workloads, "checkout", { namespace: "green" });
    expect(await refused("restart-service")).to.match(
      /default\/checkout, green\/checkout\. Name parameters\.namespace\.$/,
    );
    expect(await aimed("restart-service", { namespace: "green" })).to.include({ namespace: "green" });
    expect(await refused("restart-service", {}, null)).to.match(
      /^ApplicationError: The request does not say which deployment/,
    );
  });

  it("lies in a namespace that is open to the organization", async () => {
    deploy(cluster.workloads, "checkout", { namespace: "blue" });
    for (const namespace of ["blue", "kube-system"]) {
      expect(await refused("restart-service", { namespace })).to.equal(
        `ExecutionRefused: Your organization may not use the namespace ${namespace}. The setting TOCSIN_ALLOWED_NAMESPACES allows it.`,
      );
    }
    expect(cluster.requests).to.deep.equal([]);
    const other = await resolveTarget(executor, wantedOf("restart-service", { namespace: "blue" }), "other");
    expect(other.target).to.include({ namespace: "blue" });
    executor = executorFor(cluster.kubeconfig, { namespaces: [] });
    expect(await refused("restart-service")).to.match(/No namespace is open/);
  });

  it("belongs to the service that the action is counted for, also where a deployment or pod is named", async () => {
    deploy(cluster.workloads, "postgres");
    deploy(cluster.workloads, "co", { labels: { app: "checkout" } });
    expect(await refused("restart-service", { deployment: "postgres" })).to.match(
      /^ExecutionRefused: Deployment postgres isn't known to belong to service checkout: /,
    );
    expect(await aimed("restart-service", { deployment: "co" })).to.include({ name: "co" });
    const metadata = { name: "postgres-0", labels: { app: "postgres" } };
    cluster.pods.set("postgres-0", podOf("postgres-0", { metadata }));
    expect(await refused("delete-pod", { pod: "postgres-0" })).to.match(/Pod postgres-0 isn't known to belong/);
  });

  it("is planned with what the decision rests on, and nothing that moves by itself", async () => {
    deploy(cluster.workloads, "checkout", { image: "shop:1" });
    deploy(cluster.workloads, "checkout", { image: "shop:2", replicas: 4 });
    const scaling = await resolveTarget(executor, wantedOf("scale-service", { replicas: 8 }));
    expect(scaling).to.deep.include({ rollback: "Scale back to 4.", currentReplicas: 4 });
    expect(scaling.target).to.have.all.keys("cluster", "kind", "namespace", "name", "uid", "replicas");
    const back = await resolveTarget(executor, wantedOf("rollback-deployment", { toRevision: 1 }));
    expect(back.target).to.deep.include({
      revision: 2,
      toRevision: 1,
      images: { from: { app: "shop:2" }, to: { app: "shop:1" } },
    });
    expect(back.rollback).to.equal("Roll forward to what revision 2 is now.");
    const known = cluster.workloads.deployments.get("default/checkout");
    const moved = { ...known, metadata: { ...known?.metadata, resourceVersion: "99" }, status: { readyReplicas: 1 } };
    cluster.workloads.deployments.set("default/checkout", moved);
    expect(await resolveTarget(executor, wantedOf("rollback-deployment", { toRevision: 1 }))).to.deep.equal(back);
  });

  it("goes back over revisions that differ by a restart alone", async () => {
    for (const image of ["shop:0", "shop:1", "shop:2"]) deploy(cluster.workloads, "checkout", { image });
    const action = await resolveTarget(executor, wantedOf("restart-service"));
    const plan = { actionType: "restart-service", mode: "live", blastRadius: 0, ...action };
    await executor.send({ id: "x", plan } as never, 0, () => undefined, AbortSignal.timeout(5_000));
    expect(await aimed("rollback-deployment")).to.deep.include({ revision: 4, toRevision: 2 });
    expect(await aimed("rollback-deployment", { toRevision: 3 })).to.deep.include({ toRevision: 3 });
  });

  it("is refused where there is nothing to do", async () => {
    deploy(cluster.workloads, "checkout", { replicas: 3 });
    expect(await refused("scale-service", { replicas: 3 })).to.match(/is set to 3 replicas already\.$/);
    expect(await refused("rollback-deployment")).to.match(/no revision of another version to go back to\. It has 1\.$/);
    expect(await refused("rollback-deployment", { toRevision: 1 })).to.match(/Revision 1 is what runs already\.$/);
    expect(await refused("rollback-deployment", { toRevision: 7 })).to.match(/has no revision 7\. It has 1\.$/);
    const known = cluster.workloads.deployments.get("default/checkout");
    cluster.workloads.deployments.set("default/checkout", { ...known, spec: { ...known?.spec, paused: true } });
    expect(await refused("restart-service")).to.match(/default\/checkout is paused: /);
  });

  it("is a pod with its owner; one that nothing owns can't be had back", async () => {
    deploy(cluster.workloads, "checkout", { replicas: 1 });
    const [name = ""] = cluster.pods.keys();
    const owned = await resolveTarget(executor, wantedOf("delete-pod", { pod: name }));
    expect(owned.rollback).to.match(/^Nothing to take back: ReplicaSet checkout-\w+ puts another pod in its place\.$/);
    expect(owned.target).to.have.nested.property("owner.kind", "ReplicaSet");
    cluster.pods.set("checkout-alone", podOf("checkout-alone"));
    const alone = await resolveTarget(executor, wantedOf("delete-pod", { pod: "checkout-alone" }));
    expect([alone.target["owner"], alone.rollback]).to.deep.equal([null, null]);
    expect(await refused("delete-pod", { pod: "checkout-gone" })).to.match(
      /There is no pod checkout-gone in the namespaces/,
    );
    expect(await refused("delete-pod", { pod: name, deployment: "other" })).to.match(/isn't one of deployment other/);
  });

  it("never comes of parameters that aren't names", async () => {
    for (const name of ["../../secrets", "a?x=1", "A", "", "a/b", "x".repeat(300)]) {
      expect(await refused("restart-service", { deployment: name })).to.match(/^ApplicationError: The parameters/);
      expect(await refused("restart-service", { namespace: name })).to.match(/^ApplicationError: The parameters/);
      expect(await refused("delete-pod", { pod: name })).to.match(/^ApplicationError: The parameters/);
    }
    expect(await refused("restart-service", {}, "x)\n,(tier notin (")).to.match(
      /^ExecutionRefused: There is no deployment/,
    );
    expect(cluster.requests.join("\n")).to.not.match(/\.\.|labelSelector/);
  });

  it("isn't known without a right, a cluster or an answer, and each is said", async () => {
    deploy(cluster.workloads, "checkout");
    cluster.workloads.denied.add("get deployments");
    expect(await refused("restart-service")).to.equal(
      "ExecutionRefused: The daemon may not get deployments of apps in namespace default: grant its account that right.",
    );
    cluster.workloads.denied.clear();
    cluster.workloads.denied.add("list replicasets");
    expect(await refused("rollback-deployment")).to.match(/may not list replicasets of apps in namespace default/);
    cluster.instead.set("checkout", (_request, response) => status(response, 503, "ServiceUnavailable"));
    expect(await refused("restart-service")).to.match(
      /^ApplicationError: The cluster or the node .* try again later\.$/,
    );
    cluster.instead.set("checkout", (_request, response) => void response.writeHead(200).end("[<b>"));
    expect(await refused("restart-service")).to.match(/an answer that can't be understood\.$/);
    executor = executorFor(undefined);
    expect(await refused("restart-service")).to.match(/^ExecutionRefused: No Kubernetes cluster is configured: /);
  });
});
