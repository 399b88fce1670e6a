import type { CoreV1Event, PodMetric, V1Pod } from "@kubernetes/client-node";
import type { PodTool } from "../../model/diagnostic-tool.ts";
import { truncateOutput } from "../../probe/outcome.ts";
import { type PodProber, type ProbeLimits, type ProbeOutput, ProbeRefused } from "../../probe/prober.ts";
import { type Cluster, type Connection, createConnection } from "./cluster-connection.ts";
import { describe } from "./describe-pod.ts";
import { ClusterFailed, type ClusterOperation, toProbeFailure } from "./kubernetes-failure.ts";
import { belongsByLabel, belongsByName, checkNames, refused } from "./object-names.ts";
import { readLogs } from "./pod-logs.ts";
import { listProcesses } from "./pod-processes.ts";
import { describeResources, type UnknownUsage } from "./pod-resources.ts";
import { boundedClient } from "./transport.ts";

/** Limit of an object that isn't a log; the cluster's own store takes 1.5 MiB. */
const OBJECT_BYTES_MAX = 4 * 1024 ** 2;
const EVENTS_READ_MAX = 500;

export interface PodProberOptions {
  /** The file that names the cluster, as `KUBECONFIG` does; undefined: the one that the daemon runs in. */
  readonly kubeconfig: string | undefined;
}

export function createPodProber({ kubeconfig }: PodProberOptions): PodProber {
  const connection = createConnection(kubeconfig);
  return { run: (tool, services, limits) => run(connection, tool, services, limits) };
}

async function run(
  connection: Connection,
  tool: PodTool,
  services: readonly string[],
  limits: ProbeLimits,
): Promise<ProbeOutput> {
  checkNames(tool);
  try {
    const pod = await readBelonging(connection, tool, services, limits.signal);
    const output = await use(await connection.open(), pod, tool, limits);
    // Bytes that aren't UTF-8 have become longer.
    const { text, cut } = truncateOutput(tool.type, output.text, limits.bytes);
    return { ...output, text, truncated: output.truncated || cut };
  } catch (error) {
    if (error instanceof ClusterFailed && error.status === 401) connection.forget();
    // An answer of another shape than published shows itself as any error.
    throw error instanceof ProbeRefused
      ? error
      : toProbeFailure(error, operationOn(tool, "get", "pods"), limits.signal);
  }
}

async function readBelonging(
  connection: Connection,
  tool: PodTool,
  services: readonly string[],
  signal: AbortSignal,
): Promise<V1Pod> {
  const byName = belongsByName(tool.pod, services);
  const reading = connection.open().then((cluster) => readPod(cluster, tool, signal));
  const pod = await reading.catch((error: unknown) => {
    const status = error instanceof ClusterFailed ? error.status : undefined;
    const isUnknown = status === "none" || status === 403 || status === 404;
    throw !byName && isUnknown ? refused(tool.pod) : error;
  });
  if (!byName && !belongsByLabel(pod, services)) throw refused(tool.pod);
  return pod;
}

async function use(cluster: Cluster, pod: V1Pod, tool: PodTool, limits: ProbeLimits): Promise<ProbeOutput> {
  const { signal } = limits;
  switch (tool.type) {
    case "getPodLogs":
      return withClearErrors(operationOn(tool, "get", "pods/log"), signal, () => readLogs(cluster, pod, tool, limits));
    case "describePod":
      return describe(pod, await readEvents(cluster, tool, signal));
    case "getPodResources":
      return describeResources(pod, await readMetrics(cluster, tool, signal));
    case "getPodProcesses":
      return withClearErrors(operationOn(tool, "create", "pods/exec"), signal, () =>
        listProcesses(cluster, pod, tool, limits),
      );
  }
}

const readPod = (cluster: Cluster, tool: PodTool, signal: AbortSignal): Promise<V1Pod> =>
  withClearErrors(operationOn(tool, "get", "pods"), signal, () => {
    const { api } = boundedClient(cluster, cluster.kubernetes.CoreV1Api, { signal, bytesRead: OBJECT_BYTES_MAX });
    return api.readNamespacedPod({ namespace: tool.namespace, name: tool.pod });
  });

/** Undefined where the daemon may not see them: the pod itself says much without. */
async function readEvents(
  cluster: Cluster,
  tool: PodTool,
  signal: AbortSignal,
): Promise<readonly CoreV1Event[] | undefined> {
  const { api } = boundedClient(cluster, cluster.kubernetes.CoreV1Api, { signal, bytesRead: OBJECT_BYTES_MAX });
  const fieldSelector = `involvedObject.kind=Pod,involvedObject.name=${tool.pod}`;
  try {
    const listing = (): ReturnType<typeof api.listNamespacedEvent> =>
      api.listNamespacedEvent({ namespace: tool.namespace, fieldSelector, limit: EVENTS_READ_MAX });
    return (await withClearErrors(operationOn(tool, "list", "events"), signal, listing)).items ?? [];
  } catch (error) {
    if (error instanceof ClusterFailed && error.status === 403) return undefined;
    throw error;
  }
}

async function readMetrics(cluster: Cluster, tool: PodTool, signal: AbortSignal): Promise<PodMetric | UnknownUsage> {
  const bounds = { signal, bytesRead: OBJECT_BYTES_MAX };
  const { api } = boundedClient(cluster, cluster.kubernetes.CustomObjectsApi, bounds);
  try {
    return await withClearErrors(operationOn(tool, "get", "pods.metrics.k8s.io"), signal, () =>
      api.getNamespacedCustomObject({
        group: "metrics.k8s.io",
        version: "v1beta1",
        namespace: tool.namespace,
        plural: "pods",
        name: tool.pod,
      }),
    );
  } catch (error) {
    const status = error instanceof ClusterFailed ? error.status : undefined;
    if (status === 404) return "the cluster has no metrics server, or it has not measured this pod yet";
    if (status === 403) return "the daemon may not get pods of metrics.k8s.io";
    if (status === 503) return "the cluster's metrics server doesn't answer";
    throw error;
  }
}

const operationOn = (
  { namespace, pod }: PodTool,
  verb: ClusterOperation["verb"],
  resource: ClusterOperation["resource"],
): ClusterOperation => ({
  verb,
  resource,
  namespace,
  object: `pod ${pod}`,
});

async function withClearErrors<Value>(
  what: ClusterOperation,
  signal: AbortSignal,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw toProbeFailure(error, what, signal);
  }
}
