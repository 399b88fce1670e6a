import { createHash, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { V1Deployment, V1Pod, V1PodTemplateSpec, V1ReplicaSet } from "@kubernetes/client-node";
import type { JsonOf } from "./kubernetes.ts";

type Deployment = JsonOf<V1Deployment>;
type ReplicaSet = JsonOf<V1ReplicaSet>;
type Pod = JsonOf<V1Pod>;
type Template = JsonOf<V1PodTemplateSpec>;

/** What the controllers of the fake cluster work on. */
export interface Controlled {
  readonly deployments: Map<string, Deployment>;
  readonly replicaSets: Map<string, ReplicaSet>;
  readonly pods: Map<string, Pod>;
  /** The cluster's clock of rollouts: each begins a minute after the one before. Milliseconds. */
  rolloutAt: number;
}

const REVISION = "deployment.kubernetes.io/revision";
const HISTORY = "deployment.kubernetes.io/revision-history";
const HASH = "pod-template-hash";
/** Not copied to ReplicaSets (kubernetes 1.20, deployment/util, annotationsToSkip). */
const SKIPPED = new Set([REVISION, HISTORY, "kubectl.kubernetes.io/last-applied-configuration"]);
const ROLLOUT_MS = 60_000;
const SCALING_MS = 10_000;

/**
 * What the deployment's controller makes of it: a ReplicaSet of this template, with the pods that are wanted, and no
 * others. `broken`: one new pod, which isn't ready, so that the old ones stay.
 */
export function rollOut(state: Controlled, key: string, broken = false): void {
  const deployment = state.deployments.get(key);
  const { namespace = "", uid = "" } = deployment?.metadata ?? {};
  if (!deployment) return;
  state.rolloutAt += ROLLOUT_MS;
  const sets = [...state.replicaSets.values()].filter((each) => each.metadata?.ownerReferences?.[0]?.uid === uid);
  const current = sets.find((each) => isDeepStrictEqual(withoutHash(each.spec?.template), deployment.spec?.template));
  const latest = Math.max(0, ...sets.map(revisionOf));
  const revision = current && revisionOf(current) === latest ? latest : latest + 1;
  const replicas = deployment.spec?.replicas ?? 1;
  const set = setOf(state, deployment, current, { revision, replicas: broken ? 1 : replicas });
  state.replicaSets.set(`${namespace}/${set.metadata?.name}`, set);
  if (!broken) {
    const others = sets.filter((each) => each.metadata?.uid !== set.metadata?.uid);
    for (const each of others) scaleDown(state, each);
  }
  const kept = [...state.pods].filter(([, pod]) => owns(set, pod));
  for (const [podName] of kept.slice(replicas)) state.pods.delete(podName);
  for (let missing = (broken ? 1 : replicas) - kept.length; missing > 0; missing -= 1) addPod(state, set, !broken);
  state.deployments.set(key, {
    ...deployment,
    metadata: {
      ...deployment.metadata,
      annotations: { ...deployment.metadata?.annotations, [REVISION]: String(revision) },
    },
    status: {
      observedGeneration: deployment.metadata?.generation ?? 1,
      replicas: broken ? replicas + 1 : replicas,
      updatedReplicas: broken ? 1 : replicas,
      readyReplicas: replicas,
      availableReplicas: replicas,
      conditions: [
        { type: "Progressing", status: "True", reason: broken ? "ReplicaSetUpdated" : "NewReplicaSetAvailable" },
      ],
    },
  });
}

function setOf(
  state: Controlled,
  deployment: Deployment,
  current: ReplicaSet | undefined,
  { revision, replicas }: { readonly revision: number; readonly replicas: number },
): ReplicaSet {
  const { name = "", namespace = "", uid = "", annotations = {} } = deployment.metadata ?? {};
  const template = deployment.spec?.template ?? {};
  const hash = createHash("sha256").update(JSON.stringify(template)).digest("hex").slice(0, 10);
  const labels = { ...template.metadata?.labels, [HASH]: hash };
  const copied = Object.entries(annotations).filter(([key]) => !SKIPPED.has(key));
  const before = current ? revisionOf(current) : revision;
  const history = [current?.metadata?.annotations?.[HISTORY], ...(before < revision ? [before] : [])].filter(Boolean);
  return {
    metadata: {
      name: current?.metadata?.name ?? `${name}-${hash}`,
      namespace,
      uid: current?.metadata?.uid ?? randomUUID(),
      creationTimestamp: current?.metadata?.creationTimestamp ?? at(state.rolloutAt),
      labels,
      annotations: {
        ...Object.fromEntries(copied),
        [REVISION]: String(revision),
        ...(history.length > 0 && { [HISTORY]: history.join(",") }),
      },
      managedFields: scaledAt(state.rolloutAt),
      ownerReferences: [{ apiVersion: "apps/v1", kind: "Deployment", name, uid, controller: true }],
    },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  };
}

function scaleDown(state: Controlled, set: ReplicaSet): void {
  if (set.spec?.replicas === 0) return;
  const metadata = { ...set.metadata, managedFields: scaledAt(state.rolloutAt + SCALING_MS) };
  const key = `${set.metadata?.namespace}/${set.metadata?.name}`;
  state.replicaSets.set(key, { ...set, metadata, spec: { ...set.spec, replicas: 0 } });
  for (const [name, pod] of state.pods) if (owns(set, pod)) state.pods.delete(name);
}

const at = (ms: number): string => new Date(ms).toISOString().replace(".000Z", "Z");
const scaledAt = (ms: number) => [
  {
    manager: "kube-controller-manager",
    operation: "Update",
    time: at(ms),
    fieldsV1: { "f:spec": { "f:replicas": {} } },
  },
];
const owns = (set: ReplicaSet, pod: Pod): boolean => pod.metadata?.ownerReferences?.[0]?.uid === set.metadata?.uid;
const revisionOf = (set: ReplicaSet): number => Number(set.metadata?.annotations?.[REVISION] ?? 0);

function withoutHash(template: Template | undefined): unknown {
  const { [HASH]: _, ...labels } = template?.metadata?.labels ?? {};
  return { ...template, metadata: { ...template?.metadata, labels } };
}

export function addPod(state: Pick<Controlled, "pods">, set: ReplicaSet, ready: boolean): void {
  const name = `${set.metadata?.name}-${randomUUID().slice(0, 5)}`;
  const { name: owner = "", namespace = "default", uid = "", labels = {} } = set.metadata ?? {};
  state.pods.set(name, {
    kind: "Pod",
    apiVersion: "v1",
    metadata: {
      name,
      namespace,
      uid: randomUUID(),
      labels,
      creationTimestamp: new Date().toISOString(),
      ownerReferences: [{ apiVersion: "apps/v1", kind: "ReplicaSet", name: owner, uid, controller: true }],
    },
    spec: set.spec?.template?.spec ?? {},
    status: {
      phase: ready ? "Running" : "Pending",
      conditions: [{ type: "Ready", status: ready ? "True" : "False" }],
    },
  });
}
