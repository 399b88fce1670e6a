import type { V1DeploymentStrategy } from "@kubernetes/client-node";
import { expect } from "chai";
import type { Executor } from "../../src/remediate/targets/executor.ts";
import { type FakeKubernetes, type JsonOf, openFakeKubernetes } from "../support/kubernetes.ts";
import { deploy } from "../support/kubernetes-workloads.ts";
import { execute, executorFor, failureOf, resolveTarget, wantedOf } from "./executing.ts";

describe("the revision that a rollback goes to", () => {
  let cluster: FakeKubernetes;
  let executor: Executor;

  before(async () => {
    cluster = await openFakeKubernetes();
  });
  after(() => cluster.close());
  beforeEach(() => {
    const { deployments, replicaSets } = cluster.workloads;
    for (const each of [deployments, replicaSets, cluster.pods]) each.clear();
    executor = executorFor(cluster.kubeconfig);
  });

  const roll = (image: string, more: Parameters<typeof deploy>[2] = {}) =>
    deploy(cluster.workloads, "checkout", { image: `shop:${image}`, ...more });
  const back = (parameters = {}) => execute(executor, wantedOf("rollback-deployment", parameters));
  const planned = async (parameters = {}) =>
    (await resolveTarget(executor, wantedOf("rollback-deployment", parameters))).target;
  const refused = (parameters = {}) => failureOf(resolveTarget(executor, wantedOf("rollback-deployment", parameters)));
  const image = () =>
    cluster.workloads.deployments.get("default/checkout")?.spec?.template?.spec?.containers?.[0]?.image;
  const annotation = (name: string) =>
    cluster.workloads.deployments.get("default/checkout")?.metadata?.annotations?.[name];

  it("is never the broken one that the rollback before has left: the second is refused, with the revisions there are", async () => {
    roll("good");
    roll("broken");
    expect((await back({ toRevision: 1 })).outcome.ok).to.equal(true);
    expect(image()).to.equal("shop:good");
    expect(await refused()).to.equal(
      "ExecutionRefused: It isn't known which revision to go back to: 3 runs now; 2 was rolled back. Name parameters.toRevision.",
    );
  });

  it("goes further back with each rollback, and ends with the first", async () => {
    for (const each of ["1", "2", "3", "4"]) roll(each);
    for (const [expected, parameters] of [["shop:3"], ["shop:2"], ["shop:1", { toRevision: 1 }]] as const) {
      await back(parameters);
      expect(image()).to.equal(expected);
    }
    expect(await refused()).to.match(/7 runs now; 6 was rolled back; 5 was rolled back; 4 was rolled back\. Name/);
    expect(annotation("tocsin.dev/rolled-back-from")).to.equal("4,5,6");
  });

  it("passes over what was rolled back when something new is rolled back later", async () => {
    roll("good");
    roll("broken");
    await back({ toRevision: 1 });
    roll("newer");
    expect(await planned()).to.include({ revision: 4, toRevision: 3 });
    await back();
    expect(image()).to.equal("shop:good");
  });

  it("passes over what somebody rolled back without Tocsin", async () => {
    roll("good");
    roll("broken");
    roll("good");
    roll("newer");
    expect(annotation("tocsin.dev/rolled-back-from")).to.equal(undefined);
    expect(await planned()).to.include({ revision: 4, toRevision: 3 });
    roll("good");
    expect(await refused()).to.match(/5 runs now; 4 was rolled back; 2 was rolled back\. Name/);
  });

  it("isn't what a failed rollback went to, once that was undone", async () => {
    roll("bad");
    roll("fine");
    await back({ toRevision: 1 });
    expect(image()).to.equal("shop:bad");
    await back({ toRevision: 2 });
    expect(image()).to.equal("shop:fine");
    expect(await refused()).to.match(/4 runs now; 3 was rolled back\. Name parameters\.toRevision\.$/);
  });

  it("passes over a version that never replaced the one before it", async () => {
    roll("1");
    roll("2", { broken: true });
    roll("3");
    expect(await refused()).to.match(
      /3 runs now; 2 was never rolled out whole; 1 may have been healthy, which nothing/,
    );
    roll("4", { broken: true });
    expect(await planned()).to.include({
      toRevision: 3,
      why: "It is the newest earlier version that Kubernetes had rolled out whole and that nobody rolled back.",
    });
    expect((await planned({ toRevision: 2 }))["why"]).to.equal(
      "The request names it, although it was never rolled out whole.",
    );
  });

  it("passes over what was rolled back to a newer version, also where that was never rolled out whole", async () => {
    for (const each of ["1", "2", "3"]) roll(each);
    const { metadata } = roll("2");
    Object.assign(metadata?.annotations ?? {}, { "tocsin.dev/rolled-back-from": "4" });
    roll("3", { broken: true });
    roll("4");
    expect(await refused()).to.match(/6 runs now; 5 was never rolled out whole; 4 was rolled back; /);
  });

  it("takes nothing for healthy by what an older version, which runs again, can't tell any more", async () => {
    roll("1");
    roll("2");
    roll("3", { broken: true });
    roll("4");
    await back({ toRevision: 1 });
    // That the pods of version 2 stayed beside version 3 is still known; those of version 1 are others now.
    expect(await refused()).to.match(/5 runs now; 4 was rolled back; 3 came after what runs now; 2 came after/);
    roll("5");
    expect(await planned()).to.include({ revision: 6, toRevision: 5 });
  });

  const untelling: readonly [string, JsonOf<V1DeploymentStrategy>][] = [
    ["all are replaced at once", { type: "Recreate" }],
    ["all may be away", { rollingUpdate: { maxUnavailable: "100%" as never } }],
    ["as many may be away as there are", { rollingUpdate: { maxUnavailable: 3 as never } }],
  ];
  for (const [what, strategy] of untelling) {
    it(`is asked for where nothing shows which of several was healthy: ${what}`, async () => {
      for (const each of ["1", "2", "3"]) roll(each, { strategy });
      expect(await refused()).to.equal(
        "ExecutionRefused: It isn't known which revision to go back to: 3 runs now; 2 may have been healthy, which nothing shows; 1 may have been healthy, which nothing shows. Name parameters.toRevision.",
      );
      expect(await planned({ toRevision: 2 })).to.include({
        toRevision: 2,
        why: "The request names it; nothing shows whether it was healthy.",
      });
    });
  }

  it("is asked for where the ReplicaSets don't say when they were scaled down", async () => {
    for (const each of ["1", "2", "3"]) roll(each);
    for (const [key, set] of cluster.workloads.replicaSets) {
      const { managedFields: _, ...metadata } = set.metadata ?? {};
      cluster.workloads.replicaSets.set(key, { ...set, metadata });
    }
    expect(await refused()).to.match(/2 may have been healthy, which nothing shows/);
  });

  it("is asked for where the only earlier version isn't known to have been healthy", async () => {
    roll("1");
    roll("2");
    expect(await refused()).to.equal(
      "ExecutionRefused: It isn't known which revision to go back to: 2 runs now; 1 may have been healthy, which nothing shows. Name parameters.toRevision.",
    );
    expect(await planned({ toRevision: 1 })).to.include({
      toRevision: 1,
      why: "The request names it; nothing shows whether it was healthy.",
    });
  });

  it("counts a restart as the same version", async () => {
    for (const each of ["1", "2", "3"]) roll(each);
    await execute(executor, wantedOf("restart-service"));
    expect(await planned()).to.include({ revision: 4, toRevision: 2 });
    await back();
    expect(await refused()).to.match(
      /5 runs now; 4 was rolled back; 1 may have been healthy, which nothing shows\. Name/,
    );
  });

  it("isn't moved by annotations that say nothing, however long they are", async () => {
    roll("1");
    roll("2");
    for (const [key, set] of cluster.workloads.replicaSets) {
      const annotations = {
        ...set.metadata?.annotations,
        "deployment.kubernetes.io/revision-history": `x,-1,1e99,,${"9".repeat(400)},${"7,".repeat(5_000)}`,
        "tocsin.dev/rolled-back-from": "none, ,NaN",
      };
      cluster.workloads.replicaSets.set(key, { ...set, metadata: { ...set.metadata, annotations } });
    }
    expect(await refused()).to.match(/2 runs now; 1 may have been healthy, which nothing shows\. Name/);
    expect(await planned({ toRevision: 1 })).to.include({ revision: 2, toRevision: 1 });
  });
});
