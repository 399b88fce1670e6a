import { expect } from "chai";
import type { Executor } from "../../../src/remediate/targets/executor.ts";
import { waitFor } from "../../support/wait.ts";
import { allowed, check, execute, executorFor, failureOf, planned, send, trace, wantedOf } from "../executing.ts";
import { isRolledOut, openRealCluster, type RealCluster, RUNNING, SLOW_MS } from "./cluster.ts";

const sh = (script: string) => ({ command: ["sh", "-c", script] });
/** Another version of the same. */
const NEWER = { ...RUNNING, env: [{ name: "VERSION", value: "2" }] };
/** Nothing shows whether a first version was healthy, so a rollback to it names it. */
const FIRST = { toRevision: 1 };

describe("remediation in a real cluster, with the rights of the published example", function () {
  this.timeout(SLOW_MS);
  let cluster: RealCluster;
  let executor: Executor;
  const making = (stuckMs = 60_000) => ({ namespaces: allowed(cluster.namespace), stuckMs });
  const wanted = (actionType: string, serviceName: string, parameters = {}) =>
    wantedOf(actionType, parameters, serviceName);
  const uidsOf = async (name: string) => (await cluster.pods(name)).map(({ metadata }) => metadata?.uid);

  before(async () => {
    cluster = await openRealCluster();
    executor = executorFor(await cluster.accountWithout("tocsin", [], "remediation"), making());
    await Promise.all([
      cluster.deploy("checkout", RUNNING, isRolledOut),
      cluster.deploy("cart", RUNNING, isRolledOut),
      cluster.deploy("bad-image", { image: "registry.invalid/none:1", imagePullPolicy: "Never" }, () => true, 1),
      cluster.deploy("crash", sh("exit 3"), () => true, 1),
    ]);
    await Promise.all([
      cluster.deploy("checkout", NEWER, isRolledOut),
      cluster.deploy("bad-image", RUNNING, isRolledOut, 1),
      cluster.deploy("crash", RUNNING, isRolledOut, 1),
    ]);
  });
  after(() => cluster?.close());

  it("checks each action without changing a byte of any object", async () => {
    const [pod] = await cluster.pods("checkout");
    const parameters = {
      "restart-service": {},
      "scale-service": { replicas: 5 },
      "rollback-deployment": FIRST,
      "delete-pod": { pod: pod?.metadata?.name },
    };
    for (const [actionType, given] of Object.entries(parameters)) {
      const action = await planned(executor, wanted(actionType, "checkout", given));
      // The cluster may do something of its own in between; a check that writes is refused, or writes, each time anew.
      const leavesAll = async (): Promise<boolean> => {
        const before = await cluster.objects();
        await check(executor, action);
        expect(before).to.include(pod?.metadata?.uid);
        return (await cluster.objects()) === before;
      };
      await waitFor(leavesAll, { within: SLOW_MS / 2, what: `a check of ${actionType} that changes nothing` });
    }
  });

  it("restarts a service", async () => {
    const before = await uidsOf("cart");
    const { outcome, told, sent } = await execute(executor, wanted("restart-service", "Cart"));
    expect(outcome).to.deep.equal({
      ok: true,
      summary: `Deployment ${cluster.namespace}/cart was restarted: 2 pods are ready.`,
      details: { replicas: 2, wanted: 2, revision: 2 },
    });
    expect(told.join("\n")).to.match(/of 2 pods are new and ready/);
    const { metadata, spec } = await cluster.deployment("cart");
    expect(spec?.template.metadata?.annotations).to.deep.equal({
      "kubectl.kubernetes.io/restartedAt": sent["restartedAt"],
    });
    expect(metadata?.managedFields?.map(({ manager }) => manager)).to.include("tocsin");
    expect(await uidsOf("cart"))
      .to.have.length(2)
      .and.not.include.members(before);
  });

  it("scales a service up and down", async () => {
    const up = await execute(executor, wanted("scale-service", "cart", { replicas: 3 }));
    expect(up.outcome).to.include({
      summary: `Deployment ${cluster.namespace}/cart was scaled from 2 to 3: 3 pods are ready.`,
    });
    const down = await execute(executor, wanted("scale-service", "cart", { replicas: 1 }));
    expect(down.outcome.ok, JSON.stringify(down)).to.equal(true);
    expect((await cluster.deployment("cart")).spec?.replicas).to.equal(1);
  });

  it("rolls a deployment back", async () => {
    await execute(executor, wanted("restart-service", "checkout"));
    const { outcome } = await execute(executor, wanted("rollback-deployment", "checkout", FIRST));
    expect(outcome).to.include({
      summary: `Deployment ${cluster.namespace}/checkout was rolled back to revision 1: 2 pods are ready.`,
    });
    const { template } = (await cluster.deployment("checkout")).spec ?? {};
    expect(template?.spec?.containers[0]?.env).to.equal(undefined);
    expect(template?.metadata).to.have.property("labels").that.deep.equals({ app: "checkout" });
  });

  it("never goes back to what was broken: neither with the second rollback, nor with one of what came later", async () => {
    const version = (number: number) => ({ ...RUNNING, env: [{ name: "VERSION", value: String(number) }] });
    const versionOf = async () => (await cluster.deployment("pay")).spec?.template.spec?.containers[0]?.env?.[0]?.value;
    const rollback = wanted("rollback-deployment", "pay");
    await cluster.deploy("pay", version(1), isRolledOut);
    await cluster.deploy("pay", version(2), isRolledOut);
    expect((await execute(executor, wanted("rollback-deployment", "pay", FIRST))).outcome.ok).to.equal(true);
    expect(await versionOf()).to.equal("1");
    expect(await failureOf(planned(executor, rollback))).to.equal(
      "ExecutionRefused: It isn't known which revision to go back to: 3 runs now; 2 was rolled back. Name parameters.toRevision.",
    );
    // It crashes, so that the pods of version 1 stay until version 4 replaces both.
    await cluster.deploy("pay", { ...version(3), ...sh("exit 3") }, ({ status }) => status?.updatedReplicas === 1);
    await cluster.deploy("pay", version(4), isRolledOut);
    const action = await planned(executor, rollback);
    expect(action.plan.target).to.include({ revision: 5, toRevision: 3 });
    expect(action.plan.target["changes"]).to.deep.equal([{ field: "containers.app.env.VERSION", from: "4", to: "1" }]);
    expect((await execute(executor, rollback)).outcome.ok).to.equal(true);
    expect(await versionOf()).to.equal("1");
    expect(await failureOf(planned(executor, rollback))).to.match(
      /6 runs now; 5 was rolled back; 4 came after what runs now; 2 was rolled back\. Name/,
    );
    const { outcome } = await execute(executor, wanted("rollback-deployment", "pay", { toRevision: 2 }));
    expect(outcome.ok, JSON.stringify(outcome)).to.equal(true);
    expect(await versionOf()).to.equal("2");
  });

  it("deletes a pod, and names the one in its place", async () => {
    const [pod] = await cluster.pods("checkout");
    const name = pod?.metadata?.name ?? "";
    const { outcome } = await execute(executor, wanted("delete-pod", "checkout", { pod: name }));
    expect(outcome.ok, JSON.stringify(outcome)).to.equal(true);
    expect(outcome.details["replacement"]).to.be.a("string").that.is.not.equal(name);
    expect(await uidsOf("checkout")).to.not.include(pod?.metadata?.uid);
  });

  it("fails with the cluster's reason where the revision before has an image that can't be had", async () => {
    const { outcome } = await execute(executor, wanted("rollback-deployment", "bad-image", FIRST));
    expect(outcome.ok).to.equal(false);
    expect(outcome)
      .to.have.property("reason")
      .that.matches(
        /^The rollout is stuck\. 0 of 1 pod is new and ready\. Pod bad-image-\w+-\w+: Container app can't start: its image registry\.invalid\/none:1 can't be had \(ErrImageNeverPull\)\./,
      );
  });

  it("fails with the cluster's reason where the revision before crashes", async () => {
    const impatient = executorFor(cluster.kubeconfig, making(4_000));
    const { outcome } = await execute(impatient, wanted("rollback-deployment", "crash", FIRST));
    expect(outcome)
      .to.have.property("reason")
      .that.matches(/Pod crash-\w+-\w+: Container app (crashes in a loop: |ended with )exit code 3/);
  });

  it("changes nothing with a dry run, and is refused where the deployment has changed", async () => {
    const scaling = await planned(executor, wanted("scale-service", "checkout", { replicas: 1 }), "a-dry-run");
    const before = (await cluster.deployment("checkout")).metadata?.generation;
    await check(executor, scaling);
    expect((await cluster.deployment("checkout")).metadata?.generation).to.equal(before);
    expect(await trace(executor, scaling)).to.equal(undefined);
    await execute(executor, wantedOf("scale-service", { replicas: 3 }, "checkout"));
    const changed =
      /^ExecutionRefused: The cluster refuses to (patch|delete) .* It has changed since the action was planned/;
    expect(await failureOf(check(executor, scaling))).to.match(changed);
    expect(await failureOf(send(executor, scaling))).to.match(changed);
    for (const each of ["restart-service", "rollback-deployment"]) {
      const given = each === "rollback-deployment" ? { toRevision: 3 } : {};
      const action = await planned(executor, wanted(each, "checkout", given));
      const plan = { ...action.plan, target: { ...action.plan.target, uid: "another" } };
      expect(await failureOf(send(executor, { ...action, plan })), each).to.match(changed);
    }
    const [pod] = await cluster.pods("checkout");
    const deleting = await planned(executor, wanted("delete-pod", "checkout", { pod: pod?.metadata?.name }));
    const other = { ...deleting, plan: { ...deleting.plan, target: { ...deleting.plan.target, uid: "another" } } };
    expect(await failureOf(send(executor, other))).to.match(changed);
  });

  it("traces what came through", async () => {
    for (const each of [wanted("restart-service", "cart"), wanted("scale-service", "cart", { replicas: 2 })]) {
      const action = await planned(executor, each, `traced-${each.actionType}`);
      expect(await trace(executor, action), each.actionType).to.equal(undefined);
      const sent = await send(executor, action);
      expect(await trace(executor, action)).to.deep.equal(sent);
    }
  });

  it("names the right that is missing", async () => {
    const less = executorFor(await cluster.accountWithout("less", ["patch", "delete"], "remediation"), making());
    const words = (right: string): string =>
      `ExecutionRefused: The daemon may not ${right} in namespace ${cluster.namespace}: grant its account that right.`;
    const restarting = await planned(less, wanted("restart-service", "cart"));
    expect(await failureOf(check(less, restarting))).to.equal(words("patch deployments of apps"));
    const [pod] = await cluster.pods("cart");
    const deleting = await planned(less, wanted("delete-pod", "cart", { pod: pod?.metadata?.name }));
    expect(await failureOf(send(less, deleting))).to.equal(words("delete pods"));
    const blind = executorFor(await cluster.accountWithout("blind", ["replicasets"], "remediation"), making());
    expect(await failureOf(planned(blind, wanted("rollback-deployment", "cart")))).to.equal(
      words("list replicasets of apps"),
    );
    const none = executorFor(await cluster.accountWithout("none", ["deployments"], "remediation"), making());
    expect(await failureOf(planned(none, wanted("restart-service", "cart")))).to.equal(
      words("get deployments of apps"),
    );
  });
});
