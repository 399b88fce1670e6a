import type { Executor } from "../../src/remediate/targets/executor.ts";
import { type FakeKubernetes, openFakeKubernetes } from "../support/kubernetes.ts";
import { deploy } from "../support/kubernetes-workloads.ts";
import { executorFor, ID } from "./executing.ts";

/** The stores and helpers of the tests about a remediation action in a cluster. */
export function executorCluster() {
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

  return {
    podNames,
    stored,
    PATCH,
    get executor() {
      return executor;
    },
    get cluster() {
      return cluster;
    },
  };
}
