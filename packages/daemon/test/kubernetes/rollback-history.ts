import type { V1DeploymentStrategy } from "@kubernetes/client-node";
import type { Executor } from "../../src/remediate/targets/executor.ts";
import { type FakeKubernetes, type JsonOf, openFakeKubernetes } from "../support/kubernetes.ts";
import { deploy } from "../support/kubernetes-workloads.ts";
import { execute, executorFor, failureOf, resolveTarget, wantedOf } from "./executing.ts";

/** The stores and helpers of the tests about the revision that a rollback goes to. */
export function rollbackHistory() {
  let cluster: FakeKubernetes;
  let executor: Executor;

  before(async () => {
    cluster = await openFakeKubernetes();
  });
  after(() => cluster.close());
  beforeEach(() => {
    const { deployments, replicaSets } = cluster.workloads;
    for (const each of [deployments, replicaSets, cluster.pods]) each.clear();
    executor = executorFor(cluster.kubeconfig);
  });

  const roll = (image: string, more: Parameters<typeof deploy>[2] = {}) =>
    deploy(cluster.workloads, "checkout", { image: `shop:${image}`, ...more });
  const back = (parameters = {}) => execute(executor, wantedOf("rollback-deployment", parameters));
  const planned = async (parameters = {}) =>
    (await resolveTarget(executor, wantedOf("rollback-deployment", parameters))).target;
  const refused = (parameters = {}) => failureOf(resolveTarget(executor, wantedOf("rollback-deployment", parameters)));
  const image = () =>
    cluster.workloads.deployments.get("default/checkout")?.spec?.template?.spec?.containers?.[0]?.image;
  const annotation = (name: string) =>
    cluster.workloads.deployments.get("default/checkout")?.metadata?.annotations?.[name];

  const untelling: readonly [string, JsonOf<V1DeploymentStrategy>][] = [
    ["all are replaced at once", { type: "Recreate" }],
    ["all may be away", { rollingUpdate: { maxUnavailable: "100%" as never } }],
    ["as many may be away as there are", { rollingUpdate: { maxUnavailable: 3 as never } }],
  ];

  return {
    roll,
    back,
    image,
    refused,
    annotation,
    planned,
    untelling,
    get cluster() {
      return cluster;
    },
    get executor() {
      return executor;
    },
  };
}
