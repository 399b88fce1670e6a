import { setTimeout as wait } from "node:timers/promises";
import type { V1Deployment, V1Pod, V1ReplicaSet } from "@kubernetes/client-node";
import type { Clock } from "../../../kernel/clock.ts";
import type { Outcome, ReportProgress } from "../../../remediate/targets/executor.ts";
import type { Connection } from "../cluster-connection.ts";
import { ClusterFailed } from "../kubernetes-failure.ts";
import { list, orAbsent, read, replicaSetsOf, selectorOf } from "./find-objects.ts";
import { HASH_LABEL, podPath, replicaSetsPath, type Target, targetOf } from "./kubernetes-target.ts";
import { replacementStatusOf } from "./pod-replacement.ts";
import type { PlannedAction } from "./render-requests.ts";
import { revisionOf } from "./revisions.ts";
import { type RolloutStatus, rolloutStatusOf } from "./rollout-status.ts";
import { readDeployment, readPod, type SentMarks } from "./send-action.ts";

export interface RolloutWatch {
  readonly connection: Connection;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly pollMs: number;
  /** How long pods may be in trouble that stays by itself, with nothing else getting better. */
  readonly stuckMs: number;
}

/** Looked at, of the pods of one owner or of one namespace. */
const PODS_MAX = 500;

/** Looks until it's done or failed. Throws the signal's reason once it aborts. */
export async function awaitRollout(
  watching: RolloutWatch,
  action: PlannedAction,
  sent: SentMarks,
  report: ReportProgress,
): Promise<Outcome> {
  const { clock, signal, pollMs, stuckMs } = watching;
  const look = targetOf(action.plan).kind === "Pod" ? readPodStatus : readDeploymentStatus;
  let reached = -1;
  let troubledSince: number | undefined;
  for (;;) {
    const stand = await look(watching, action, sent).catch(toRolloutStatus);
    if (typeof stand === "string") await report(`How far it is can't be seen now: ${stand}`);
    else if (stand.state === "done") return { ok: true, summary: stand.summary, details: stand.details };
    else if (stand.state === "failed") return { ok: false, reason: stand.reason, details: stand.details };
    else {
      const { trouble, words, progress } = stand;
      if (!trouble || trouble.kind === "patient") troubledSince = undefined;
      else if (troubledSince === undefined || progress > reached) troubledSince = clock.now();
      reached = Math.max(reached, progress);
      const isStuck = troubledSince !== undefined && clock.now() - troubledSince >= stuckMs;
      if (trouble && (trouble.kind === "final" || isStuck)) {
        return { ok: false, reason: `The rollout is stuck. ${words} ${trouble.words}`, details: {} };
      }
      await report(trouble ? `${words} ${trouble.words}` : words);
    }
    await wait(pollMs, undefined, { signal });
  }
}

/** A cluster that doesn't answer now is asked again; what the account may not do doesn't change by itself. */
function toRolloutStatus(error: unknown): RolloutStatus | string {
  if (!(error instanceof ClusterFailed)) throw error;
  if (error.status !== 403) return error.message;
  return { state: "failed", reason: `It was sent, and can't be watched: ${error.message}`, details: {} };
}

async function readDeploymentStatus(
  watching: RolloutWatch,
  action: PlannedAction,
  sent: SentMarks,
): Promise<RolloutStatus> {
  const target = targetOf(action.plan);
  const deployment = await orAbsent(readDeployment(watching, target));
  const stand = rolloutStatusOf(action, sent, deployment, undefined);
  if (!deployment || stand.state === "done") return stand;
  return rolloutStatusOf(action, sent, deployment, await newPodsOf(watching, target.namespace, deployment));
}

/** Those of the ReplicaSet that the deployment is being brought to. */
async function newPodsOf(
  watching: RolloutWatch,
  namespace: string,
  deployment: V1Deployment,
): Promise<readonly V1Pod[]> {
  const revision = revisionOf(deployment);
  const sets = await replicaSetsOf(watching, namespace, deployment);
  const newest = sets.find((set) => revision !== undefined && revisionOf(set) === revision);
  const uid = newest?.metadata?.uid;
  if (!newest || uid === undefined) return [];
  const pods = await podsOf(watching, namespace, selectorOf(newest.spec?.selector));
  return pods.filter(({ metadata }) => metadata?.ownerReferences?.some((each) => each.uid === uid));
}

async function readPodStatus(watching: RolloutWatch, action: PlannedAction, sent: SentMarks): Promise<RolloutStatus> {
  const target = targetOf(action.plan);
  const pod = await orAbsent(readPod(watching, target));
  const selector = sent.templateHash === undefined ? "" : `${HASH_LABEL}=${sent.templateHash}`;
  const others = target.owner ? await podsOf(watching, target.namespace, selector) : [];
  return replacementStatusOf(action, sent, pod, others, await wantedReplicas(watching, target));
}

/** None, where the ReplicaSet is gone or was scaled down meanwhile: then nothing comes in the pod's place. */
async function wantedReplicas(watching: RolloutWatch, { owner, namespace }: Target): Promise<number | undefined> {
  if (owner?.kind !== "ReplicaSet") return undefined;
  const path = replicaSetsPath(namespace, owner.name);
  const set = await orAbsent(read<V1ReplicaSet>(watching, "replicasets", namespace, `ReplicaSet ${owner.name}`, path));
  return set?.metadata?.uid === owner.uid ? (set.spec?.replicas ?? 1) : 0;
}

async function podsOf(watching: RolloutWatch, namespace: string, selector: string): Promise<readonly V1Pod[]> {
  const query = new URLSearchParams({ limit: `${PODS_MAX}`, ...(selector !== "" && { labelSelector: selector }) });
  return (await list<V1Pod>(watching, "pods", namespace, `${podPath(namespace)}?${query}`)).items;
}
