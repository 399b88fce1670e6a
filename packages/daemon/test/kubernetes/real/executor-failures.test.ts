import { expect } from "chai";
import { check, execute, executorFor, failureOf, planned, send, trace, wantedOf } from "../executing.ts";
import { SLOW_MS } from "./cluster.ts";
import { realExecutor } from "./real-executor.ts";

/** Nothing shows whether a first version was healthy, so a rollback to it names it. */
const FIRST = { toRevision: 1 };

describe("failing remediation in a real cluster", function () {
  this.timeout(SLOW_MS);
  const world = realExecutor();

  it("fails with the cluster's reason where the revision before has an image that can't be had", async () => {
    const { outcome } = await execute(world.executor, world.wanted("rollback-deployment", "bad-image", FIRST));
    expect(outcome.ok).to.equal(false);
    expect(outcome)
      .to.have.property("reason")
      .that.matches(
        /^The rollout is stuck\. 0 of 1 pod is new and ready\. Pod bad-image-\w+-\w+: Container app can't start: its image registry\.invalid\/none:1 can't be had \(ErrImageNeverPull\)\./,
      );
  });

  it("fails with the cluster's reason where the revision before crashes", async () => {
    const impatient = executorFor(world.cluster.kubeconfig, world.making(4_000));
    const { outcome } = await execute(impatient, world.wanted("rollback-deployment", "crash", FIRST));
    expect(outcome)
      .to.have.property("reason")
      .that.matches(/Pod crash-\w+-\w+: Container app (crashes in a loop: |ended with )exit code 3/);
  });

  it("changes nothing with a dry run, and is refused where the deployment has changed", async () => {
    const scaling = await planned(
      world.executor,
      world.wanted("scale-service", "checkout", { replicas: 1 }),
      "a-dry-run",
    );
    const before = (await world.cluster.deployment("checkout")).metadata?.generation;
    await check(world.executor, scaling);
    expect((await world.cluster.deployment("checkout")).metadata?.generation).to.equal(before);
    expect(await trace(world.executor, scaling)).to.equal(undefined);
    await execute(world.executor, wantedOf("scale-service", { replicas: 3 }, "checkout"));
    const changed =
      /^ExecutionRefused: The cluster refuses to (patch|delete) .* It has changed since the action was planned/;
    expect(await failureOf(check(world.executor, scaling))).to.match(changed);
    expect(await failureOf(send(world.executor, scaling))).to.match(changed);
    for (const each of ["restart-service", "rollback-deployment"]) {
      const given = each === "rollback-deployment" ? { toRevision: 3 } : {};
      const action = await planned(world.executor, world.wanted(each, "checkout", given));
      const plan = { ...action.plan, target: { ...action.plan.target, uid: "another" } };
      expect(await failureOf(send(world.executor, { ...action, plan })), each).to.match(changed);
    }
    const [pod] = await world.cluster.pods("checkout");
    const deleting = await planned(
      world.executor,
      world.wanted("delete-pod", "checkout", { pod: pod?.metadata?.name }),
    );
    const other = { ...deleting, plan: { ...deleting.plan, target: { ...deleting.plan.target, uid: "another" } } };
    expect(await failureOf(send(world.executor, other))).to.match(changed);
  });

  it("traces what came through", async () => {
    for (const each of [
      world.wanted("restart-service", "cart"),
      world.wanted("scale-service", "cart", { replicas: 2 }),
    ]) {
      const action = await planned(world.executor, each, `traced-${each.actionType}`);
      expect(await trace(world.executor, action), each.actionType).to.equal(undefined);
      const sent = await send(world.executor, action);
      expect(await trace(world.executor, action)).to.deep.equal(sent);
    }
  });

  it("names the right that is missing", async () => {
    const less = executorFor(
      await world.cluster.accountWithout("less", ["patch", "delete"], "remediation"),
      world.making(),
    );
    const words = (right: string): string =>
      `ExecutionRefused: The daemon may not ${right} in namespace ${world.cluster.namespace}: grant its account that right.`;
    const restarting = await planned(less, world.wanted("restart-service", "cart"));
    expect(await failureOf(check(less, restarting))).to.equal(words("patch deployments of apps"));
    const [pod] = await world.cluster.pods("cart");
    const deleting = await planned(less, world.wanted("delete-pod", "cart", { pod: pod?.metadata?.name }));
    expect(await failureOf(send(less, deleting))).to.equal(words("delete pods"));
    const blind = executorFor(
      await world.cluster.accountWithout("blind", ["replicasets"], "remediation"),
      world.making(),
    );
    expect(await failureOf(planned(blind, world.wanted("rollback-deployment", "cart")))).to.equal(
      words("list replicasets of apps"),
    );
    const none = executorFor(
      await world.cluster.accountWithout("none", ["deployments"], "remediation"),
      world.making(),
    );
    expect(await failureOf(planned(none, world.wanted("restart-service", "cart")))).to.equal(
      words("get deployments of apps"),
    );
  });
});
