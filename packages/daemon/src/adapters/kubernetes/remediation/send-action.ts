import type { V1Deployment, V1Pod, V1PodTemplateSpec } from "@kubernetes/client-node";
import { toIso } from "../../../kernel/clock.ts";
import { type BeforeSend, ExecutionRefused, OutcomeUnknown } from "../../../remediate/targets/executor.ts";
import type { Connection } from "../cluster-connection.ts";
import { oneLine, timeOf } from "../format-text.ts";
import { ClusterFailed, type ClusterOperation } from "../kubernetes-failure.ts";
import { dryRun, write } from "./cluster-requests.ts";
import { orAbsent, read, replicaSetsOf } from "./find-objects.ts";
import {
  ACTION_ANNOTATION,
  deploymentPath,
  HASH_LABEL,
  podPath,
  RESTARTED_ANNOTATION,
  type Target,
  targetOf,
} from "./kubernetes-target.ts";
import { asDryRun, type PlannedAction, renderRequest } from "./render-requests.ts";
import { revisionsIn, withoutHash } from "./revisions.ts";

/** How what was sent is recognised later. */
export interface SentMarks {
  /** Restart: the time in the pods' annotation. */
  readonly restartedAt?: string;
  /** Pod: time of deletion by the cluster's clock, and the hash label of its ReplicaSet's pods. */
  readonly deletedAt?: string;
  readonly templateHash?: string;
}

interface ClusterRead {
  readonly connection: Connection;
  readonly signal: AbortSignal;
}

/** Throws what `dryRun` throws. */
export async function dryRunAction(reading: ClusterRead, action: PlannedAction, now: number): Promise<void> {
  const outgoing = asDryRun(renderRequest(action, now, await templateFor(reading, action)));
  await dryRun(reading.connection, operationOf(action), outgoing, reading.signal);
}

/** Throws what `write` throws. */
export async function sendAction(
  reading: ClusterRead,
  action: PlannedAction,
  now: number,
  leave: BeforeSend,
): Promise<SentMarks> {
  const template = await templateFor(reading, action);
  const outgoing = renderRequest(action, now, template);
  const answer = await write<V1Pod>(reading.connection, operationOf(action), outgoing, leave, reading.signal);
  if (action.plan.actionType === "restart-service") return { restartedAt: toIso(now) };
  return action.plan.actionType === "delete-pod" ? deletionOf(answer) : {};
}

/**
 * The marks of the action in the cluster; undefined if there are none. A deletion leaves no mark, so a pod that is gone
 * throws `OutcomeUnknown`: anybody may have deleted it. Throws the errors of reading the cluster.
 */
export async function findEffect(reading: ClusterRead, { id, plan }: PlannedAction): Promise<SentMarks | undefined> {
  const target = targetOf(plan);
  if (target.kind === "Pod") {
    const pod = await orAbsent(readPod(reading, target));
    const isThere = pod?.metadata?.uid === target.uid;
    if (isThere && !pod?.metadata?.deletionTimestamp) return undefined;
    const state = isThere ? "is being deleted" : "is gone";
    throw new OutcomeUnknown(`Pod ${target.namespace}/${target.name} ${state}, and who deleted it isn't known.`);
  }
  const deployment = await orAbsent(readDeployment(reading, target));
  if (deployment?.metadata?.uid !== target.uid) return undefined;
  if (deployment?.metadata?.annotations?.[ACTION_ANNOTATION] !== id) return undefined;
  const restartedAt = deployment.spec?.template?.metadata?.annotations?.[RESTARTED_ANNOTATION];
  return plan.actionType === "restart-service" && restartedAt ? { restartedAt: oneLine(restartedAt) } : {};
}

export const readDeployment = (reading: ClusterRead, { namespace, name }: Target): Promise<V1Deployment> =>
  read<V1Deployment>(reading, "deployments", namespace, `deployment ${name}`, deploymentPath(namespace, name));

export const readPod = (reading: ClusterRead, { namespace, name }: Target): Promise<V1Pod> =>
  read<V1Pod>(reading, "pods", namespace, `pod ${name}`, podPath(namespace, name));

/** The template that a rollback puts in, whole: the plan names it by its revision. */
async function templateFor(reading: ClusterRead, { plan }: PlannedAction): Promise<V1PodTemplateSpec | undefined> {
  if (plan.actionType !== "rollback-deployment") return undefined;
  const target = targetOf(plan);
  try {
    const sets = await replicaSetsOf(reading, target.namespace, await readDeployment(reading, target));
    const found = revisionsIn(sets).find(({ number }) => number === target.toRevision);
    if (found) return withoutHash(found.template);
  } catch (error) {
    if (error instanceof ClusterFailed) throw new ExecutionRefused(`${error.message} Nothing was sent.`);
    throw error;
  }
  throw new ExecutionRefused(`Deployment ${target.name} has no revision ${target.toRevision} any more.`);
}

function operationOf({ plan }: PlannedAction): ClusterOperation {
  const { kind, namespace, name } = targetOf(plan);
  if (kind === "Pod") return { verb: "delete", resource: "pods", namespace, object: `pod ${name}` };
  return { verb: "patch", resource: "deployments", namespace, object: `deployment ${name}` };
}

/** The time of deletion that a pod bears lies ahead, by the time that its containers have to end. */
function deletionOf(pod: V1Pod | undefined): SentMarks {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, labels } = pod?.metadata ?? {};
  const at = timeOf(deletionTimestamp) - deletionGracePeriodSeconds * 1000;
  const hash = labels?.[HASH_LABEL];
  return {
    ...(Number.isFinite(at) && { deletedAt: toIso(at) }),
    ...(hash !== undefined && { templateHash: oneLine(hash) }),
  };
}
