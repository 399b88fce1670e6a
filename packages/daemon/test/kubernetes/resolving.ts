import type { Executor } from "../../src/remediate/targets/executor.ts";
import { type FakeKubernetes, openFakeKubernetes } from "../support/kubernetes.ts";
import { allowed, executorFor, failureOf, resolveTarget, wantedOf } from "./executing.ts";

/** The stores and helpers of the tests about what a remediation action acts on in a cluster. */
export function resolving() {
  let cluster: FakeKubernetes;
  let executor: Executor;
  const aimed = async (...given: Parameters<typeof wantedOf>) =>
    (await resolveTarget(executor, wantedOf(...given))).target;
  const refused = (...given: Parameters<typeof wantedOf>) => failureOf(resolveTarget(executor, wantedOf(...given)));

  before(async () => {
    cluster = await openFakeKubernetes();
  });
  after(() => cluster.close());
  beforeEach(() => {
    const { deployments, replicaSets, denied } = cluster.workloads;
    for (const each of [deployments, replicaSets, denied, cluster.pods, cluster.instead]) each.clear();
    cluster.requests.length = 0;
    executor = executorFor(cluster.kubeconfig, { namespaces: allowed("default", "green", "blue@other") });
  });

  return {
    aimed,
    refused,
    get cluster() {
      return cluster;
    },
    get executor() {
      return executor;
    },
    set executor(value: Executor) {
      executor = value;
    },
  };
}
