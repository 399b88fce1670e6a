import type { RemediationAction } from "../../src/model/remediation.ts";
import type { Executor, Outcome } from "../../src/remediate/targets/executor.ts";
import { type FakeKubernetes, openFakeKubernetes, runningStatus } from "../support/kubernetes.ts";
import { deploy } from "../support/kubernetes-workloads.ts";
import { waitFor } from "../support/wait.ts";
import { executorFor, planned, send, wantedOf } from "./executing.ts";

type Changes = { metadata?: object; spec?: object; status?: object };

interface Started {
  readonly action: RemediationAction;
  readonly reported: string[];
  readonly outcome: Promise<Outcome>;
  until(words: string): Promise<unknown>;
}

/** The stores and helpers of the tests about a rollout that a remediation action began. */
export function rolloutWorld() {
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
  const start = async (...given: Parameters<typeof wantedOf>): Promise<Started> => {
    const action = await planned(executor, wantedOf(...given));
    cluster.workloads.rollout = "pending";
    const sent = await send(executor, action);
    const reported: string[] = [];
    const tell = async (message: string): Promise<void> => void reported.push(message);
    const outcome = executor.awaitOutcome(action, sent, tell, AbortSignal.timeout(15_000));
    outcome.catch(() => undefined);
    const until = (words: string) => waitFor(() => reported.some((each) => each.includes(words)), { what: words });
    return { action, reported, outcome, until };
  };
  const reasonOf = async ({ outcome }: Started): Promise<string> => {
    const ended = await outcome;
    return ended.ok ? `ended well: ${ended.summary}` : ended.reason;
  };

  return {
    start,
    begin,
    change,
    trouble,
    reasonOf,
    stored,
    get cluster() {
      return cluster;
    },
    get now() {
      return now;
    },
    set now(value) {
      now = value;
    },
    get executor() {
      return executor;
    },
  };
}
