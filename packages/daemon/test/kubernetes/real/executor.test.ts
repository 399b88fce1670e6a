import { expect } from "chai";
import { waitFor } from "../../support/wait.ts";
import { check, execute, failureOf, planned } from "../executing.ts";
import { isRolledOut, RUNNING, SLOW_MS } from "./cluster.ts";
import { realExecutor, sh } from "./real-executor.ts";

/** Nothing shows whether a first version was healthy, so a rollback to it names it. */
const FIRST = { toRevision: 1 };

describe("remediation in a real cluster, with the rights of the published example", function () {
  this.timeout(SLOW_MS);
  const world = realExecutor();

  it("checks each action without changing a byte of any object", async () => {
    const [pod] = await world.cluster.pods("checkout");
    const parameters = {
      "restart-service": {},
      "scale-service": { replicas: 5 },
      "rollback-deployment": FIRST,
      "delete-pod": { pod: pod?.metadata?.name },
    };
    for (const [actionType, given] of Object.entries(parameters)) {
      const action = await planned(world.executor, world.wanted(actionType, "checkout", given));
      // The cluster may do something of its own in between; a check that writes is refused, or writes, each time anew.
      const leavesAll = async (): Promise<boolean> => {
        const before = await world.cluster.objects();
        await check(world.executor, action);
        expect(before).to.include(pod?.metadata?.uid);
        return (await world.cluster.objects()) === before;
      };
      await waitFor(leavesAll, { within: SLOW_MS / 2, what: `a check of ${actionType} that changes nothing` });
    }
  });

  it("restarts a service", async () => {
    const before = await world.uidsOf("cart");
    const { outcome, reported, sent } = await execute(world.executor, world.wanted("restart-service", "Cart"));
    expect(outcome).to.deep.equal({
      ok: true,
      summary: `Deployment ${world.cluster.namespace}/cart was restarted: 2 pods are ready.`,
      details: { replicas: 2, wanted: 2, revision: 2 },
    });
    expect(reported.join("\n")).to.match(/of 2 pods are new and ready/);
    const { metadata, spec } = await world.cluster.deployment("cart");
    expect(spec?.template.metadata?.annotations).to.deep.equal({
      "kubectl.kubernetes.io/restartedAt": sent["restartedAt"],
    });
    expect(metadata?.managedFields?.map(({ manager }) => manager)).to.include("tocsin");
    expect(await world.uidsOf("cart"))
      .to.have.length(2)
      .and.not.include.members(before);
  });

  it("scales a service up and down", async () => {
    const up = await execute(world.executor, world.wanted("scale-service", "cart", { replicas: 3 }));
    expect(up.outcome).to.include({
      summary: `Deployment ${world.cluster.namespace}/cart was scaled from 2 to 3: 3 pods are ready.`,
    });
    const down = await execute(world.executor, world.wanted("scale-service", "cart", { replicas: 1 }));
    expect(down.outcome.ok, JSON.stringify(down)).to.equal(true);
    expect((await world.cluster.deployment("cart")).spec?.replicas).to.equal(1);
  });

  it("rolls a deployment back", async () => {
    await execute(world.executor, world.wanted("restart-service", "checkout"));
    const { outcome } = await execute(world.executor, world.wanted("rollback-deployment", "checkout", FIRST));
    expect(outcome).to.include({
      summary: `Deployment ${world.cluster.namespace}/checkout was rolled back to revision 1: 2 pods are ready.`,
    });
    const { template } = (await world.cluster.deployment("checkout")).spec ?? {};
    expect(template?.spec?.containers[0]?.env).to.equal(undefined);
    expect(template?.metadata).to.have.property("labels").that.deep.equals({ app: "checkout" });
  });

  it("never goes back to what was broken: neither with the second rollback, nor with one of what came later", async () => {
    const version = (number: number) => ({ ...RUNNING, env: [{ name: "VERSION", value: String(number) }] });
    const versionOf = async () =>
      (await world.cluster.deployment("pay")).spec?.template.spec?.containers[0]?.env?.[0]?.value;
    const rollback = world.wanted("rollback-deployment", "pay");
    await world.cluster.deploy("pay", version(1), isRolledOut);
    await world.cluster.deploy("pay", version(2), isRolledOut);
    expect((await execute(world.executor, world.wanted("rollback-deployment", "pay", FIRST))).outcome.ok).to.equal(
      true,
    );
    expect(await versionOf()).to.equal("1");
    expect(await failureOf(planned(world.executor, rollback))).to.equal(
      "ExecutionRefused: It isn't known which revision to go back to: 3 runs now; 2 was rolled back. Name parameters.toRevision.",
    );
    // It crashes, so that the pods of version 1 stay until version 4 replaces both.
    await world.cluster.deploy(
      "pay",
      { ...version(3), ...sh("exit 3") },
      ({ status }) => status?.updatedReplicas === 1,
    );
    await world.cluster.deploy("pay", version(4), isRolledOut);
    const action = await planned(world.executor, rollback);
    expect(action.plan.target).to.include({ revision: 5, toRevision: 3 });
    expect(action.plan.target["changes"]).to.deep.equal([{ field: "containers.app.env.VERSION", from: "4", to: "1" }]);
    expect((await execute(world.executor, rollback)).outcome.ok).to.equal(true);
    expect(await versionOf()).to.equal("1");
    expect(await failureOf(planned(world.executor, rollback))).to.match(
      /6 runs now; 5 was rolled back; 4 came after what runs now; 2 was rolled back\. Name/,
    );
    const { outcome } = await execute(world.executor, world.wanted("rollback-deployment", "pay", { toRevision: 2 }));
    expect(outcome.ok, JSON.stringify(outcome)).to.equal(true);
    expect(await versionOf()).to.equal("2");
  });

  it("deletes a pod, and names the one in its place", async () => {
    const [pod] = await world.cluster.pods("checkout");
    const name = pod?.metadata?.name ?? "";
    const { outcome } = await execute(world.executor, world.wanted("delete-pod", "checkout", { pod: name }));
    expect(outcome.ok, JSON.stringify(outcome)).to.equal(true);
    expect(outcome.details["replacement"]).to.be.a("string").that.is.not.equal(name);
    expect(await world.uidsOf("checkout")).to.not.include(pod?.metadata?.uid);
  });
});
