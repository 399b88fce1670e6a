import type { V1Deployment, V1Pod } from "@kubernetes/client-node";
import { counted, oneLine } from "../format-text.ts";
import { RESTARTED_ANNOTATION, targetOf } from "./kubernetes-target.ts";
import { isReady, type PodTrouble, podTroubleOf } from "./pod-trouble.ts";
import type { PlannedAction } from "./render-requests.ts";
import { imagesOf, revisionOf } from "./revisions.ts";
import type { SentMarks } from "./send-action.ts";

type Details = Readonly<Record<string, unknown>>;

/** How far it is. `progress` grows with what has been reached. */
export type RolloutStatus =
  | { readonly state: "done"; readonly summary: string; readonly details: Details }
  | { readonly state: "failed"; readonly reason: string; readonly details: Details }
  | {
      readonly state: "under way";
      readonly words: string;
      readonly progress: number;
      readonly trouble: PodTrouble | undefined;
    };

const failed = (reason: string, details: Details = {}): RolloutStatus => ({ state: "failed", reason, details });

/**
 * How far a deployment is with what an action made of it, by the rules of `kubectl rollout status`. `deployment`:
 * undefined where there is none any more. `pods`: those of its newest ReplicaSet; undefined where they aren't known.
 */
export function rolloutStatusOf(
  action: PlannedAction,
  sent: SentMarks,
  deployment: V1Deployment | undefined,
  pods: readonly V1Pod[] | undefined,
): RolloutStatus {
  const target = targetOf(action.plan);
  const name = `Deployment ${target.namespace}/${target.name}`;
  if (!deployment || deployment.metadata?.uid !== target.uid) return failed(`${name} was deleted meanwhile.`);
  const other = supersededBy(action, sent, deployment);
  if (other) return failed(`${name} was changed by somebody else meanwhile: ${other}.`);
  const { metadata, spec, status } = deployment;
  const wanted = spec?.replicas ?? 1;
  const { replicas = 0, updatedReplicas = 0, availableReplicas = 0, conditions = [] } = status ?? {};
  if ((status?.observedGeneration ?? 0) < (metadata?.generation ?? 0)) {
    return { state: "under way", words: `${name} is about to be changed.`, progress: 0, trouble: undefined };
  }
  const details = { replicas: availableReplicas, wanted, revision: revisionOf(deployment) ?? null };
  if (updatedReplicas === wanted && replicas === wanted && availableReplicas >= wanted) {
    return { state: "done", summary: `${name} ${describeCompletion(action, wanted)}`, details };
  }
  const ready = pods?.filter(isReady).length ?? Math.min(updatedReplicas, availableReplicas);
  const words = `${ready} of ${counted(wanted, "pod")} ${wanted === 1 ? "is" : "are"} new and ready.`;
  const trouble = pods && podTroubleOf(pods);
  const stalled = conditions.find(({ type, status: is }) => type === "Progressing" && is === "False");
  if (stalled) {
    const why = [stalled.reason, stalled.message].filter(Boolean).join(": ");
    return failed([`The rollout failed: ${oneLine(why)}`, words, trouble?.words].filter(Boolean).join(" "), details);
  }
  const missing = conditions.find(({ type, status: is }) => type === "ReplicaFailure" && is === "True");
  const none = missing && { kind: "lasting" as const, words: `No pod can be made: ${oneLine(missing.message)}` };
  return { state: "under way", words, progress: ready, trouble: trouble ?? none };
}

/** Why the deployment is no longer as the action left it. */
function supersededBy({ plan }: PlannedAction, sent: SentMarks, { spec }: V1Deployment): string | undefined {
  switch (plan.actionType) {
    case "scale-service": {
      const replicas = spec?.replicas ?? 1;
      return replicas === plan.parameters["replicas"] ? undefined : `it is set to ${counted(replicas, "replica")}`;
    }
    case "restart-service": {
      const restartedAt = spec?.template?.metadata?.annotations?.[RESTARTED_ANNOTATION];
      const isOurs = sent.restartedAt === undefined || restartedAt === sent.restartedAt;
      return isOurs ? undefined : "its pods are started anew by another change";
    }
    default: {
      const images = imagesOf(spec?.template);
      const wanted = targetOf(plan).images?.to ?? {};
      const isOurs = Object.entries(wanted).every(([container, image]) => images[container] === image);
      return isOurs ? undefined : "it is set to other images than those of the revision";
    }
  }
}

function describeCompletion({ plan }: PlannedAction, wanted: number): string {
  const { replicas, toRevision } = targetOf(plan);
  const ready = `${counted(wanted, "pod")} ${wanted === 1 ? "is" : "are"} ready.`;
  if (plan.actionType === "scale-service") return `was scaled from ${replicas} to ${wanted}: ${ready}`;
  if (plan.actionType === "restart-service") return `was restarted: ${ready}`;
  return `was rolled back to revision ${toRevision}: ${ready}`;
}
