import { expect } from "chai";
import { check, failureOf, NOW, planned, send, trace, wantedOf } from "./executing.ts";
import { executorCluster } from "./executor-cluster.ts";

const SCALING = wantedOf("scale-service", { replicas: 5 });

describe("What a remediation action sends to a cluster", () => {
  const world = executorCluster();

  it("sends what it renders from the plan, and asks with the same whether it would be taken", async () => {
    const [pod = ""] = world.podNames();
    const deleting = wantedOf("delete-pod", { pod });
    const all = [deleting, wantedOf("restart-service"), SCALING, wantedOf("rollback-deployment", { toRevision: 1 })];
    for (const wanted of all) {
      const action = await planned(world.executor, wanted);
      const [outgoing, ...more] = world.executor.render(action, NOW);
      expect(more).to.deep.equal([]);
      world.cluster.requests.length = 0;
      world.cluster.workloads.asked.length = 0;
      await check(world.executor, action);
      expect(world.cluster.workloads.applied, "a dry run changes nothing").to.have.length(all.indexOf(wanted));
      await send(world.executor, action);
      const writes = world.cluster.requests.filter((each) => !each.startsWith("GET"));
      const write = `${outgoing?.method} ${outgoing?.url}`;
      const [tried, sent] = world.cluster.workloads.asked;
      if (wanted === deleting) {
        expect(writes, "the options of a DELETE are read from its body").to.deep.equal([write, write]);
        expect(tried?.body).to.deep.equal({ ...(sent?.body as object), dryRun: ["All"] });
      } else {
        expect(writes).to.deep.equal([`${write}&dryRun=All`, write]);
      }
      expect(world.cluster.workloads.asked.map(({ dryRun }) => dryRun)).to.deep.equal([true, false]);
      expect(sent?.contentType).to.equal(outgoing?.headers["content-type"]);
      const shown = wanted.actionType === "rollback-deployment" ? "… the pod template of revision 1" : undefined;
      const template = (each: unknown) => (each as { path?: string }).path === "/spec/template";
      const body = sent?.body;
      const named =
        Array.isArray(body) && shown ? body.map((each) => (template(each) ? { ...each, value: shown } : each)) : body;
      expect(named).to.deep.equal(outgoing?.body);
    }
  });

  it("is checked without changing any object of the cluster, whichever action it is", async () => {
    const { deployments, replicaSets } = world.cluster.workloads;
    const objects = () => JSON.stringify([[...deployments], [...replicaSets], [...world.cluster.pods]]);
    const [pod = ""] = world.podNames();
    const before = objects();
    for (const each of [
      wantedOf("restart-service"),
      SCALING,
      wantedOf("rollback-deployment", { toRevision: 1 }),
      wantedOf("delete-pod", { pod }),
    ]) {
      await check(world.executor, await planned(world.executor, each));
      expect(objects(), each.actionType).to.equal(before);
    }
    expect(world.cluster.workloads.asked.map(({ dryRun }) => dryRun)).to.deep.equal([true, true, true, true]);
  });

  it("has changed nothing where every real write of it is refused with 503", async () => {
    const [pod = ""] = world.podNames();
    for (const each of [wantedOf("delete-pod", { pod }), SCALING]) {
      const action = await planned(world.executor, each);
      await check(world.executor, action);
      world.cluster.workloads.refuseWrites = 503;
      expect(await failureOf(send(world.executor, action))).to.match(/^OutcomeUnknown: .*it answered 503$/);
      world.cluster.workloads.refuseWrites = undefined;
      expect(await trace(world.executor, action), each.actionType).to.equal(undefined);
    }
    expect(world.podNames()).to.include(pod);
    expect(world.cluster.workloads.applied).to.deep.equal([]);
  });

  it("doesn't take a pod for deleted by itself that is gone, for a deletion leaves no mark", async () => {
    const [pod = "", other = ""] = world.podNames();
    const deleting = await planned(world.executor, wantedOf("delete-pod", { pod }));
    world.cluster.pods.delete(pod);
    expect(await failureOf(trace(world.executor, deleting))).to.equal(
      `OutcomeUnknown: Pod default/${pod} is gone, and who deleted it isn't known.`,
    );
    const ending = await planned(world.executor, wantedOf("delete-pod", { pod: other }));
    const known = world.cluster.pods.get(other);
    const metadata = { ...known?.metadata, deletionTimestamp: "2026-11-20T21:00:30Z" };
    world.cluster.pods.set(other, { ...known, metadata });
    expect(await failureOf(trace(world.executor, ending))).to.match(
      /is being deleted, and who deleted it isn't known\.$/,
    );
  });
});
