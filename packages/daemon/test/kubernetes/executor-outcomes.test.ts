import { inspect } from "node:util";
import { expect } from "chai";
import { openFakeKubernetes, status } from "../support/kubernetes.ts";
import { deploy } from "../support/kubernetes-workloads.ts";
import { executorFor, failureOf, NOW, planned, send, settled, trace, wantedOf } from "./executing.ts";
import { executorCluster } from "./executor-cluster.ts";

const SCALING = wantedOf("scale-service", { replicas: 5 });

describe("The outcome of a remediation action in a cluster", () => {
  const world = executorCluster();

  it("is unknown where no answer came, where the cluster is in trouble, and sent once all the same", async () => {
    const action = await planned(world.executor, SCALING);
    world.cluster.workloads.hold("received").drop();
    expect(await failureOf(send(world.executor, action))).to.equal(
      "OutcomeUnknown: The cluster was asked to patch deployment checkout in namespace default, and no answer came: The cluster broke the connection off.",
    );
    expect(await trace(world.executor, action)).to.equal(undefined);
    world.cluster.workloads.hold("applied").drop();
    expect(await failureOf(send(world.executor, action))).to.match(/^OutcomeUnknown: /);
    expect(await trace(world.executor, action)).to.deep.equal({});
    expect(world.cluster.workloads.asked).to.have.length(2);
    for (const code of [408, 504]) {
      world.cluster.instead.set("checkout", (_request, response) => status(response, code, "Timeout"));
      expect(await failureOf(send(world.executor, action))).to.match(
        new RegExp(`^OutcomeUnknown: .*and it answered ${code}$`),
      );
    }
    world.cluster.instead.set("checkout", () => undefined);
    expect(await failureOf(send(world.executor, action, 200))).to.match(/^OutcomeUnknown: .*within the time limit\.$/);
  });

  it("is found where it comes through a little after nobody waits for its answer any more", async () => {
    const action = await planned(world.executor, SCALING);
    const hold = world.cluster.workloads.hold("received");
    expect(await failureOf(send(world.executor, action, 500))).to.match(/^OutcomeUnknown: /);
    await hold.reached;
    world.cluster.instead.set("checkout", (_request, response) => {
      world.cluster.instead.clear();
      hold.release();
      status(response, 404, "NotFound");
    });
    expect(await trace(world.executor, action)).to.deep.equal({});
    expect(world.cluster.workloads.applied).to.deep.equal(world.PATCH);
  });

  it("was taken, where only the answer's end is missing", async () => {
    const action = await planned(world.executor, SCALING);
    world.cluster.instead.set("checkout", (_request, response) => {
      response.writeHead(200, { "content-length": "1000" }).write('{"kind":');
      setImmediate(() => response.destroy());
    });
    expect(await send(world.executor, action)).to.deep.equal({});
  });

  it("wasn't sent where no connection came to be", async () => {
    const other = await openFakeKubernetes();
    deploy(other.workloads, "checkout");
    const elsewhere = executorFor(other.kubeconfig);
    const action = await planned(elsewhere, SCALING);
    await other.close();
    expect(await failureOf(send(elsewhere, action))).to.match(
      /^ExecutionRefused: .*refuses the connection\. Nothing was sent\.$/,
    );
  });

  it("is traced by what it left: an annotation, the time of a restart, a pod that is gone", async () => {
    const restarting = await planned(world.executor, wantedOf("restart-service"));
    const [pod = ""] = world.podNames();
    const deleting = await planned(world.executor, wantedOf("delete-pod", { pod }));
    expect([await trace(world.executor, restarting), await trace(world.executor, deleting)]).to.deep.equal([
      undefined,
      undefined,
    ]);
    const sent = await send(world.executor, restarting);
    expect(await trace(world.executor, restarting)).to.deep.equal(sent);
    const later = await planned(world.executor, SCALING, "another");
    expect(await trace(world.executor, later)).to.equal(undefined);
    expect(await failureOf(trace(world.executor, deleting)), "the restart has taken the pod away").to.match(
      / is gone, /,
    );
    const { outcome } = await settled(world.executor, deleting, {});
    expect(outcome)
      .to.have.property("summary")
      .that.matches(/was deleted; ReplicaSet checkout-\w+ has the 0 that it is to have/);
    world.cluster.workloads.deployments.clear();
    expect(await trace(world.executor, restarting)).to.equal(undefined);
  });

  it("leaks nothing of the account in its errors", async () => {
    const action = await planned(world.executor, SCALING);
    world.cluster.workloads.hold("received").drop();
    const error = await send(world.executor, action).catch((thrown: unknown) => thrown);
    expect(inspect(error, { showHidden: true, depth: 9 })).to.not.match(/PRIVATE KEY|Bearer|fake-bearer/);
    expect(JSON.stringify(world.executor.render(action, NOW))).to.not.match(/fake-bearer|localhost/);
  });
});
