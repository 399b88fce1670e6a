import { inspect } from "node:util";
import { expect } from "chai";
import type { Executor } from "../../src/remediate/targets/executor.ts";
import { type FakeKubernetes, openFakeKubernetes, podOf, status } from "../support/kubernetes.ts";
import { deploy } from "../support/kubernetes-workloads.ts";
import {
  check,
  execute,
  executorFor,
  failureOf,
  ID,
  NOW,
  planned,
  send,
  settled,
  trace,
  wantedOf,
} from "./executing.ts";

const SCALING = wantedOf("scale-service", { replicas: 5 });

describe("a remediation action in a cluster", () => {
  let cluster: FakeKubernetes;
  let executor: Executor;

  before(async () => {
    cluster = await openFakeKubernetes();
  });
  after(() => cluster.close());
  beforeEach(() => {
    const { deployments, replicaSets, denied, applied, asked } = cluster.workloads;
    for (const each of [deployments, replicaSets, denied, cluster.pods, cluster.instead]) each.clear();
    applied.length = 0;
    asked.length = 0;
    cluster.requests.length = 0;
    cluster.workloads.rollout = "prompt";
    executor = executorFor(cluster.kubeconfig);
    deploy(cluster.workloads, "checkout", { image: "shop:1" });
    deploy(cluster.workloads, "checkout", { image: "shop:2" });
  });

  const stored = () => cluster.workloads.deployments.get("default/checkout");
  const podNames = () => [...cluster.pods.keys()].sort();
  const PATCH = [{ write: "PATCH default/deployments/checkout", action: ID }];

  it("restarts a service: new pods of the same template", async () => {
    const before = podNames();
    const { outcome, sent } = await execute(executor, wantedOf("restart-service"));
    expect(outcome).to.deep.equal({
      ok: true,
      summary: "Deployment default/checkout was restarted: 3 pods are ready.",
      details: { replicas: 3, wanted: 3, revision: 3 },
    });
    expect(podNames()).to.have.length(3).and.not.include.members(before);
    const annotations = stored()?.spec?.template?.metadata?.annotations;
    expect(annotations).to.deep.equal({ "kubectl.kubernetes.io/restartedAt": sent["restartedAt"] });
    expect(stored()?.spec?.template?.spec?.containers).to.deep.equal([{ name: "app", image: "shop:2" }]);
    expect(cluster.workloads.applied).to.deep.equal(PATCH);
  });

  for (const [actionType, parameters] of [
    ["restart-service", {}],
    ["rollback-deployment", { toRevision: 1 }],
  ] as const) {
    it(`sends nothing of ${actionType} where it may not leave any more once there is a connection`, async () => {
      const action = await planned(executor, wantedOf(actionType, parameters));
      let asked = 0;
      const leave = (): void => {
        asked += 1;
        throw new Error("Too late.");
      };
      const sending = executor.send(action, NOW, leave, AbortSignal.timeout(10_000));
      expect(await failureOf(sending)).to.equal("Error: Too late.");
      expect(asked).to.equal(1);
      expect(cluster.workloads.asked).to.deep.equal([]);
      expect(cluster.requests.filter((request) => request.startsWith("PATCH"))).to.deep.equal([]);
    });
  }

  it("scales a service", async () => {
    const { outcome } = await execute(executor, SCALING);
    expect(outcome).to.include({ summary: "Deployment default/checkout was scaled from 3 to 5: 5 pods are ready." });
    expect(podNames()).to.have.length(5);
    const none = await execute(executor, wantedOf("scale-service", { replicas: 0 }));
    expect(none.outcome).to.include({
      summary: "Deployment default/checkout was scaled from 5 to 0: 0 pods are ready.",
    });
    expect(cluster.workloads.applied).to.deep.equal([...PATCH, ...PATCH]);
  });

  it("rolls a deployment back to the template of the version before, without the label of its ReplicaSet", async () => {
    const { outcome } = await execute(executor, wantedOf("rollback-deployment", { toRevision: 1 }));
    expect(outcome).to.include({
      summary: "Deployment default/checkout was rolled back to revision 1: 3 pods are ready.",
    });
    const { template } = stored()?.spec ?? {};
    expect(template).to.deep.equal({
      metadata: { labels: { run: "checkout" } },
      spec: { containers: [{ name: "app", image: "shop:1" }] },
    });
    expect(cluster.workloads.applied).to.deep.equal(PATCH);
  });

  it("deletes a pod, and waits for the one in its place", async () => {
    const [name = ""] = podNames();
    const { outcome } = await execute(executor, wantedOf("delete-pod", { pod: name }));
    const [replacement] = podNames().slice(-1);
    expect(outcome.ok).to.equal(true);
    expect(podNames()).to.have.length(3).and.not.include(name);
    expect(podNames()).to.include(outcome.details["replacement"]);
    expect(replacement).to.be.a("string");
    expect(cluster.workloads.applied).to.deep.equal([{ write: `DELETE default/pods/${name}`, action: undefined }]);
    cluster.pods.set("checkout-alone", podOf("checkout-alone"));
    const alone = await execute(executor, wantedOf("delete-pod", { pod: "checkout-alone" }));
    expect(alone.outcome).to.include({
      summary: "Pod default/checkout-alone is gone; nothing puts another in its place.",
    });
  });

  it("sends what it renders from the plan, and asks with the same whether it would be taken", async () => {
    const [pod = ""] = podNames();
    const deleting = wantedOf("delete-pod", { pod });
    const all = [deleting, wantedOf("restart-service"), SCALING, wantedOf("rollback-deployment", { toRevision: 1 })];
    for (const wanted of all) {
      const action = await planned(executor, wanted);
      const [outgoing, ...more] = executor.render(action, NOW);
      expect(more).to.deep.equal([]);
      cluster.requests.length = 0;
      cluster.workloads.asked.length = 0;
      await check(executor, action);
      expect(cluster.workloads.applied, "a dry run changes nothing").to.have.length(all.indexOf(wanted));
      await send(executor, action);
      const writes = cluster.requests.filter((each) => !each.startsWith("GET"));
      const write = `${outgoing?.method} ${outgoing?.url}`;
      const [tried, sent] = cluster.workloads.asked;
      if (wanted === deleting) {
        expect(writes, "the options of a DELETE are read from its body").to.deep.equal([write, write]);
        expect(tried?.body).to.deep.equal({ ...(sent?.body as object), dryRun: ["All"] });
      } else {
        expect(writes).to.deep.equal([`${write}&dryRun=All`, write]);
      }
      expect(cluster.workloads.asked.map(({ dryRun }) => dryRun)).to.deep.equal([true, false]);
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
    const { deployments, replicaSets } = cluster.workloads;
    const objects = () => JSON.stringify([[...deployments], [...replicaSets], [...cluster.pods]]);
    const [pod = ""] = podNames();
    const before = objects();
    for (const each of [
      wantedOf("restart-service"),
      SCALING,
      wantedOf("rollback-deployment", { toRevision: 1 }),
      wantedOf("delete-pod", { pod }),
    ]) {
      await check(executor, await planned(executor, each));
      expect(objects(), each.actionType).to.equal(before);
    }
    expect(cluster.workloads.asked.map(({ dryRun }) => dryRun)).to.deep.equal([true, true, true, true]);
  });

  it("has changed nothing where every real write of it is refused with 503", async () => {
    const [pod = ""] = podNames();
    for (const each of [wantedOf("delete-pod", { pod }), SCALING]) {
      const action = await planned(executor, each);
      await check(executor, action);
      cluster.workloads.refuseWrites = 503;
      expect(await failureOf(send(executor, action))).to.match(/^OutcomeUnknown: .*it answered 503$/);
      cluster.workloads.refuseWrites = undefined;
      expect(await trace(executor, action), each.actionType).to.equal(undefined);
    }
    expect(podNames()).to.include(pod);
    expect(cluster.workloads.applied).to.deep.equal([]);
  });

  it("doesn't take a pod for deleted by itself that is gone, for a deletion leaves no mark", async () => {
    const [pod = "", other = ""] = podNames();
    const deleting = await planned(executor, wantedOf("delete-pod", { pod }));
    cluster.pods.delete(pod);
    expect(await failureOf(trace(executor, deleting))).to.equal(
      `OutcomeUnknown: Pod default/${pod} is gone, and who deleted it isn't known.`,
    );
    const ending = await planned(executor, wantedOf("delete-pod", { pod: other }));
    const known = cluster.pods.get(other);
    const metadata = { ...known?.metadata, deletionTimestamp: "2026-11-20T21:00:30Z" };
    cluster.pods.set(other, { ...known, metadata });
    expect(await failureOf(trace(executor, ending))).to.match(/is being deleted, and who deleted it isn't known\.$/);
  });

  it("is refused where the object isn't the one that was planned for, and changes nothing", async () => {
    const [pod = ""] = podNames();
    const actions = await Promise.all(
      [
        wantedOf("restart-service"),
        SCALING,
        wantedOf("rollback-deployment", { toRevision: 1 }),
        wantedOf("delete-pod", { pod }),
      ].map((each) => planned(executor, each)),
    );
    const known = stored();
    cluster.workloads.deployments.set("default/checkout", {
      ...known,
      metadata: { ...known?.metadata, uid: "another" },
    });
    const old = cluster.pods.get(pod);
    cluster.pods.set(pod, { ...old, metadata: { ...old?.metadata, uid: "another" } });
    for (const action of actions) {
      const change = /^ExecutionRefused: (The cluster refuses to .*It has changed since|.*has no revision 1 any more)/;
      expect(await failureOf(check(executor, action))).to.match(change);
      expect(await failureOf(send(executor, action))).to.match(change);
    }
    cluster.workloads.deployments.clear();
    cluster.pods.clear();
    for (const action of actions) {
      expect(await failureOf(send(executor, action))).to.match(
        /^ExecutionRefused: There is no (deployment|pod) checkout/,
      );
    }
    expect(cluster.workloads.applied).to.deep.equal([]);
  });

  it("is refused where replicas or the revision changed between the plan and the request", async () => {
    const scaling = await planned(executor, SCALING);
    const back = await planned(executor, wantedOf("rollback-deployment", { toRevision: 1 }));
    deploy(cluster.workloads, "checkout", { image: "shop:3", replicas: 4 });
    const why =
      "The cluster refuses to patch deployment checkout in namespace default. It has changed since the action was planned: request the action again.";
    for (const action of [scaling, back])
      expect(await failureOf(send(executor, action))).to.equal(`ExecutionRefused: ${why}`);
    expect(cluster.workloads.applied).to.deep.equal([]);
  });

  it("names the right that is missing", async () => {
    const [pod = ""] = podNames();
    const restarting = await planned(executor, wantedOf("restart-service"));
    const deleting = await planned(executor, wantedOf("delete-pod", { pod }));
    cluster.workloads.denied.add("patch deployments").add("delete pods");
    const words = (right: string): string =>
      `ExecutionRefused: The daemon may not ${right} in namespace default: grant its account that right.`;
    expect(await failureOf(check(executor, restarting))).to.equal(words("patch deployments of apps"));
    expect(await failureOf(send(executor, deleting))).to.equal(words("delete pods"));
    cluster.workloads.denied.clear();
    const sent = await send(executor, restarting);
    cluster.workloads.denied.add("get deployments");
    const { outcome } = await settled(executor, restarting, sent);
    expect(outcome)
      .to.include({ ok: false })
      .and.have.property("reason")
      .that.matches(/^It was sent, and can't be watched: /);
  });

  it("tells what else the cluster refuses it for, on one line", async () => {
    const action = await planned(executor, SCALING);
    const webhook = 'admission webhook "freeze.example" denied the request: not on\n\u001b[31mFridays\u202e';
    cluster.instead.set("checkout", (_request, response) => status(response, 403, "Forbidden", webhook));
    expect(await failureOf(send(executor, action))).to.equal(
      'ExecutionRefused: The cluster refuses to patch deployment checkout in namespace default (403): admission webhook "freeze.example" denied the request: not on [31mFridays',
    );
  });

  it("is unknown where no answer came, where the cluster is in trouble, and sent once all the same", async () => {
    const action = await planned(executor, SCALING);
    cluster.workloads.hold("received").drop();
    expect(await failureOf(send(executor, action))).to.equal(
      "OutcomeUnknown: The cluster was asked to patch deployment checkout in namespace default, and no answer came: The cluster broke the connection off.",
    );
    expect(await trace(executor, action)).to.equal(undefined);
    cluster.workloads.hold("applied").drop();
    expect(await failureOf(send(executor, action))).to.match(/^OutcomeUnknown: /);
    expect(await trace(executor, action)).to.deep.equal({});
    expect(cluster.workloads.asked).to.have.length(2);
    for (const code of [408, 504]) {
      cluster.instead.set("checkout", (_request, response) => status(response, code, "Timeout"));
      expect(await failureOf(send(executor, action))).to.match(
        new RegExp(`^OutcomeUnknown: .*and it answered ${code}$`),
      );
    }
    cluster.instead.set("checkout", () => undefined);
    expect(await failureOf(send(executor, action, 200))).to.match(/^OutcomeUnknown: .*within the time limit\.$/);
  });

  it("is found where it comes through a little after nobody waits for its answer any more", async () => {
    const action = await planned(executor, SCALING);
    const hold = cluster.workloads.hold("received");
    expect(await failureOf(send(executor, action, 500))).to.match(/^OutcomeUnknown: /);
    await hold.reached;
    cluster.instead.set("checkout", (_request, response) => {
      cluster.instead.clear();
      hold.release();
      status(response, 404, "NotFound");
    });
    expect(await trace(executor, action)).to.deep.equal({});
    expect(cluster.workloads.applied).to.deep.equal(PATCH);
  });

  it("was taken, where only the answer's end is missing", async () => {
    const action = await planned(executor, SCALING);
    cluster.instead.set("checkout", (_request, response) => {
      response.writeHead(200, { "content-length": "1000" }).write('{"kind":');
      setImmediate(() => response.destroy());
    });
    expect(await send(executor, action)).to.deep.equal({});
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
    const restarting = await planned(executor, wantedOf("restart-service"));
    const [pod = ""] = podNames();
    const deleting = await planned(executor, wantedOf("delete-pod", { pod }));
    expect([await trace(executor, restarting), await trace(executor, deleting)]).to.deep.equal([undefined, undefined]);
    const sent = await send(executor, restarting);
    expect(await trace(executor, restarting)).to.deep.equal(sent);
    const later = await planned(executor, SCALING, "another");
    expect(await trace(executor, later)).to.equal(undefined);
    expect(await failureOf(trace(executor, deleting)), "the restart has taken the pod away").to.match(/ is gone, /);
    const { outcome } = await settled(executor, deleting, {});
    expect(outcome)
      .to.have.property("summary")
      .that.matches(/was deleted; ReplicaSet checkout-\w+ has the 0 that it is to have/);
    cluster.workloads.deployments.clear();
    expect(await trace(executor, restarting)).to.equal(undefined);
  });

  it("leaks nothing of the account in its errors", async () => {
    const action = await planned(executor, SCALING);
    cluster.workloads.hold("received").drop();
    const error = await send(executor, action).catch((thrown: unknown) => thrown);
    expect(inspect(error, { showHidden: true, depth: 9 })).to.not.match(/PRIVATE KEY|Bearer|fake-bearer/);
    expect(JSON.stringify(executor.render(action, NOW))).to.not.match(/fake-bearer|localhost/);
  });
});
