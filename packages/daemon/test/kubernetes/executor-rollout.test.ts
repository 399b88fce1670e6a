import { expect } from "chai";
import type { RemediationAction } from "../../src/model/remediation.ts";
import type { Executor, Outcome } from "../../src/remediate/targets/executor.ts";
import { type FakeKubernetes, openFakeKubernetes, runningStatus, status } from "../support/kubernetes.ts";
import { deploy } from "../support/kubernetes-workloads.ts";
import { waitFor } from "../support/wait.ts";
import { executorFor, planned, send, settled, wantedOf } from "./executing.ts";

describe("a rollout that a remediation action began", () => {
  let cluster: FakeKubernetes;
  let executor: Executor;
  let now = 0;
  const clock = { now: () => now };

  before(async () => {
    cluster = await openFakeKubernetes();
  });
  after(() => cluster.close());
  beforeEach(() => {
    const { deployments, replicaSets } = cluster.workloads;
    for (const each of [deployments, replicaSets, cluster.pods, cluster.instead]) each.clear();
    cluster.workloads.rollout = "prompt";
    executor = executorFor(cluster.kubeconfig, { clock, stuckMs: 60_000 });
    deploy(cluster.workloads, "checkout", { image: "shop:1" });
    deploy(cluster.workloads, "checkout", { image: "shop:2" });
  });

  const key = "default/checkout";
  const stored = () => cluster.workloads.deployments.get(key);
  type Changes = { metadata?: object; spec?: object; status?: object };
  const change = ({ metadata, spec, status: is }: Changes): void => {
    const known = stored();
    cluster.workloads.deployments.set(key, {
      ...known,
      metadata: { ...known?.metadata, ...metadata },
      spec: { ...known?.spec, ...spec },
      status: { ...known?.status, ...is },
    });
  };
  /** The cluster has seen the change, and nothing of it is ready. */
  const begin = (more: object = {}): void =>
    change({ status: { observedGeneration: stored()?.metadata?.generation, updatedReplicas: 0, ...more } });
  /** Every pod is in this state from now on. */
  const trouble = (container: object, pod: object = {}): void => {
    for (const [name, each] of cluster.pods) {
      const containerStatuses = [{ ...runningStatus("app"), image: "shop:2", ready: false, ...container }];
      cluster.pods.set(name, { ...each, status: { phase: "Pending", conditions: [], containerStatuses, ...pod } });
    }
  };

  interface Started {
    readonly action: RemediationAction;
    readonly told: string[];
    readonly outcome: Promise<Outcome>;
    until(words: string): Promise<unknown>;
  }
  const start = async (...given: Parameters<typeof wantedOf>): Promise<Started> => {
    const action = await planned(executor, wantedOf(...given));
    cluster.workloads.rollout = "pending";
    const sent = await send(executor, action);
    const told: string[] = [];
    const tell = async (message: string): Promise<void> => void told.push(message);
    const outcome = executor.awaitOutcome(action, sent, tell, AbortSignal.timeout(15_000));
    outcome.catch(() => undefined);
    const until = (words: string) => waitFor(() => told.some((each) => each.includes(words)), { what: words });
    return { action, told, outcome, until };
  };
  const reasonOf = async ({ outcome }: Started): Promise<string> => {
    const ended = await outcome;
    return ended.ok ? `ended well: ${ended.summary}` : ended.reason;
  };

  it("is waited for until all pods are new and ready, and no old one is left", async () => {
    const started = await start("restart-service");
    await started.until("Deployment default/checkout is about to be changed.");
    begin();
    await started.until("3 of 3 pods are new and ready.");
    change({ status: { updatedReplicas: 3, replicas: 4 } });
    cluster.instead.set("checkout", (_request, response) => status(response, 503, "ServiceUnavailable"));
    await started.until("How far it is can't be seen now: The cluster");
    cluster.instead.clear();
    cluster.workloads.rollOut();
    expect(await started.outcome).to.include({ ok: true });
  });

  it("fails when the cluster gives up, with its reason", async () => {
    const started = await start("rollback-deployment", { toRevision: 1 });
    trouble({ state: { waiting: { reason: "ImagePullBackOff", message: 'Back-off pulling image "shop:2"' } } });
    const message = 'ReplicaSet "checkout-1" has timed out progressing.';
    const conditions = [{ type: "Progressing", status: "False", reason: "ProgressDeadlineExceeded", message }];
    begin({ conditions });
    expect(await reasonOf(started)).to.match(
      /^The rollout failed: ProgressDeadlineExceeded: ReplicaSet "checkout-1" has timed out progressing\. 0 of 3 pods are new and ready\. Pod checkout-\w+-\w+: Container app can't start: its image shop:2 can't be had \(ImagePullBackOff\)\. Back-off pulling image "shop:2"$/,
    );
  });

  for (const [what, container, words] of [
    [
      "an image that can't be had",
      { state: { waiting: { reason: "ErrImagePull", message: "not found" } } },
      /\(ErrImagePull\)\. not found$/,
    ],
    [
      "a crash loop",
      {
        restartCount: 2,
        state: { waiting: { reason: "CrashLoopBackOff" } },
        lastState: { terminated: { exitCode: 3, finishedAt: "2026-11-20T21:00:00Z" } },
      },
      /crashes in a loop: exit code 3, last at 2026-11-20T21:00:00\.000Z; 2 restarts\.$/,
    ],
    [
      "a crash between two tries",
      { restartCount: 1, state: { running: {} }, lastState: { terminated: { exitCode: 137 } } },
      /Container app ended with exit code 137/,
    ],
    [
      "a hostile message",
      {
        state: { waiting: { reason: "CreateContainerConfigError", message: 'secret "a\n\u001b[2Jb\u202e" not found' } },
      },
      /Container app is waiting: CreateContainerConfigError: secret "a \[2Jb ?" not found\.$/,
    ],
  ] as const) {
    it(`is stuck after a while with ${what}, and not before`, async () => {
      const started = await start("restart-service");
      trouble(container);
      begin();
      await started.until("0 of 3 pods are new and ready. Pod checkout-");
      now += 59_999;
      const looks = cluster.requests.length;
      await waitFor(() => cluster.requests.length > looks + 6);
      now += 1;
      expect(await reasonOf(started)).to.match(
        /^The rollout is stuck\. 0 of 3 pods are new and ready\. Pod checkout-\w+-\w+: /,
      );
      expect(await reasonOf(started)).to.match(words);
    });
  }

  it("is stuck at once with an image that can never be had", async () => {
    const started = await start("restart-service");
    trouble({ state: { waiting: { reason: "InvalidImageName" } } });
    begin();
    expect(await reasonOf(started)).to.match(/^The rollout is stuck\. .*\(InvalidImageName\)\.$/);
  });

  it("has patience with pods that no node takes, and with trouble that gets less", async () => {
    const started = await start("restart-service");
    trouble(
      {},
      {
        conditions: [{ type: "PodScheduled", status: "False", message: "0/3 nodes are available" }],
        containerStatuses: [],
      },
    );
    begin();
    await started.until("no node takes it: 0/3 nodes are available");
    now += 600_000;
    const looks = cluster.requests.length;
    await waitFor(() => cluster.requests.length > looks + 6);
    trouble({ state: { waiting: { reason: "ImagePullBackOff" } } });
    await started.until("(ImagePullBackOff)");
    now += 50_000;
    const [first = "", pod] = [...cluster.pods][0] ?? [];
    cluster.pods.set(first, { ...pod, status: { conditions: [{ type: "Ready", status: "True" }] } });
    await started.until("1 of 3 pods are new and ready.");
    now += 50_000;
    const later = cluster.requests.length;
    await waitFor(() => cluster.requests.length > later + 6);
    now += 60_000;
    expect(await reasonOf(started)).to.match(/^The rollout is stuck\. 1 of 3 pods are new/);
  });

  it("is stuck where no pod can be made", async () => {
    const started = await start("restart-service");
    cluster.pods.clear();
    begin({ conditions: [{ type: "ReplicaFailure", status: "True", message: "exceeded quota: pods=3" }] });
    await started.until("No pod can be made: exceeded quota: pods=3");
    now += 60_000;
    expect(await reasonOf(started)).to.match(
      /stuck\. 0 of 3 pods are new and ready\. No pod can be made: exceeded quota/,
    );
  });

  it("fails where somebody else changes or deletes the deployment meanwhile", async () => {
    const words = "Deployment default/checkout was changed by somebody else meanwhile: ";
    const scaling = await start("scale-service", { replicas: 5 });
    change({ spec: { replicas: 2 } });
    expect(await reasonOf(scaling)).to.equal(`${words}it is set to 2 replicas.`);
    const restarting = await start("restart-service");
    const template = stored()?.spec?.template;
    change({ spec: { template: { ...template, metadata: { labels: template?.metadata?.labels } } } });
    expect(await reasonOf(restarting)).to.equal(`${words}its pods are started anew by another change.`);
    deploy(cluster.workloads, "checkout", { image: "shop:3" });
    const back = await start("rollback-deployment", { toRevision: 1 });
    change({ spec: { template: { ...template, spec: { containers: [{ name: "app", image: "shop:9" }] } } } });
    expect(await reasonOf(back)).to.equal(`${words}it is set to other images than those of the revision.`);
    deploy(cluster.workloads, "checkout", { image: "shop:4" });
    const gone = await start("restart-service");
    change({ metadata: { uid: "another" } });
    expect(await reasonOf(gone)).to.equal("Deployment default/checkout was deleted meanwhile.");
  });

  it("waits for a deleted pod's replacement to be ready", async () => {
    const [name = ""] = cluster.pods.keys();
    const started = await start("delete-pod", { pod: name });
    await started.until(`isn't ready yet in the place of Pod default/${name}.`);
    const [fresh = "", pod] = [...cluster.pods].at(-1) ?? [];
    cluster.pods.set(fresh, { ...pod, status: { conditions: [{ type: "Ready", status: "True" }] } });
    const outcome = await started.outcome;
    expect(outcome).to.deep.include({ ok: true, details: { replacement: fresh } });
  });

  it("isn't waited for any more once the signal aborts", async () => {
    const action = await planned(executor, wantedOf("restart-service"));
    cluster.workloads.rollout = "pending";
    const sent = await send(executor, action);
    const leaving = new AbortController();
    const waiting = settled(executor, action, sent, leaving.signal).catch((error: unknown) => error);
    leaving.abort(new Error("left"));
    expect(await waiting).to.be.instanceOf(Error);
    await waitFor(() => cluster.openSockets() === 0);
  });
});
