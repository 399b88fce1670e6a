import type { V1Deployment, V1Pod } from "@kubernetes/client-node";
import { ApplicationError } from "../../../kernel/errors.ts";
import type { AllowedNamespace } from "../../../probe/allowed-targets.ts";
import {
  type BuiltInParameters,
  checkParameters,
  isBuiltIn,
  whichDeployment,
} from "../../../remediate/targets/built-in-actions.ts";
import { type ActionRequest, ExecutionRefused, type ResolvedTarget } from "../../../remediate/targets/executor.ts";
import { oneLine } from "../format-text.ts";
import { chooseRevision } from "./choose-revision.ts";
import {
  type Found,
  findDeployment,
  findPod,
  namespacesFor,
  replicaSetsOf,
  type TargetSearch,
} from "./find-objects.ts";
import { imagesOf, revisionOf } from "./revisions.ts";
import { templateChanges } from "./template-changes.ts";
import { rollbacksIn } from "./version-history.ts";

/** Looks at what the action would act on. Throws `invalid`, `ExecutionRefused` and what reading the cluster throws. */
export async function resolveKubernetesTarget(
  looking: TargetSearch,
  allowed: readonly AllowedNamespace[],
  wanted: ActionRequest,
): Promise<ResolvedTarget> {
  const { actionType, parameters } = wanted;
  if (!isBuiltIn(actionType))
    throw new ApplicationError("unknown_action_type", `${oneLine(actionType)} is not an action type of Tocsin.`);
  const given = checkParameters(actionType, parameters);
  // A pod of nobody knows which would be one that no rule about services holds for.
  if (wanted.serviceName === null && given.deployment === undefined) throw whichDeployment();
  const namespaces = namespacesFor(allowed, looking.organizationId, given.namespace);
  if (actionType === "delete-pod") return resolvePod(await findPod(looking, namespaces, wanted, given), parameters);
  const found = await findDeployment(looking, namespaces, wanted, given);
  if (found.object.metadata?.deletionTimestamp) throw new ExecutionRefused(`${nameOf(found)} is being deleted.`);
  if (actionType === "scale-service") return resolveReplicas(found, given, parameters);
  if (found.object.spec?.paused) {
    throw new ExecutionRefused(`${nameOf(found)} is paused: nothing is rolled out until somebody resumes it.`);
  }
  if (actionType === "rollback-deployment") return resolveRevision(looking, found, given, parameters);
  return {
    target: targetOf(found),
    parameters,
    rollback: "Nothing to take back: the pods are started anew as they are configured.",
    currentReplicas: replicasOf(found.object),
  };
}

function resolveReplicas(
  found: Found<V1Deployment>,
  { replicas }: BuiltInParameters,
  parameters: ResolvedTarget["parameters"],
): ResolvedTarget {
  const now = replicasOf(found.object);
  if (now === replicas) throw new ExecutionRefused(`${nameOf(found)} is set to ${now} replicas already.`);
  return {
    target: { ...targetOf(found), replicas: now },
    parameters,
    rollback: `Scale back to ${now}.`,
    undo: undoOf(found, "scale-service", { replicas: now }),
    currentReplicas: now,
  };
}

async function resolveRevision(
  looking: TargetSearch,
  found: Found<V1Deployment>,
  { toRevision }: BuiltInParameters,
  parameters: ResolvedTarget["parameters"],
): Promise<ResolvedTarget> {
  const { object, namespace } = found;
  const revision = revisionOf(object);
  if (revision === undefined) throw new ExecutionRefused(`${nameOf(found)} has no revision yet.`);
  const sets = await replicaSetsOf(looking, namespace, object);
  const { revision: chosen, why } = chooseRevision(object, sets, toRevision);
  const { changes, leftOut } = templateChanges(object.spec?.template, chosen.template);
  const left = [...rollbacksIn([object, ...sets]), revision].sort((one, other) => one - other);
  return {
    target: {
      ...targetOf(found),
      revision,
      toRevision: chosen.number,
      why,
      images: { from: imagesOf(object.spec?.template), to: imagesOf(chosen.template) },
      changes,
      ...(leftOut > 0 && { changesLeftOut: leftOut }),
      rolledBackFrom: [...new Set(left)].slice(-ROLLBACKS_MAX).join(","),
    },
    parameters,
    rollback: `Roll forward to what revision ${revision} is now.`,
    undo: undoOf(found, "rollback-deployment", { toRevision: revision }),
    currentReplicas: replicasOf(object),
  };
}

/** A pod that nothing owns stays away. */
function resolvePod(found: Found<V1Pod>, parameters: ResolvedTarget["parameters"]): ResolvedTarget {
  const { metadata } = found.object;
  const { name, uid } = { name: oneLine(metadata?.name), uid: oneLine(metadata?.uid) };
  if (metadata?.deletionTimestamp)
    throw new ExecutionRefused(`Pod ${found.namespace}/${name} is being deleted already.`);
  const owner = metadata?.ownerReferences?.find(({ controller }) => controller);
  return {
    target: {
      kind: "Pod",
      namespace: found.namespace,
      name,
      uid,
      owner: owner ? { kind: oneLine(owner.kind), name: oneLine(owner.name), uid: oneLine(owner.uid) } : null,
    },
    parameters,
    rollback: owner
      ? `Nothing to take back: ${oneLine(owner.kind)} ${oneLine(owner.name)} puts another pod in its place.`
      : null,
    currentReplicas: null,
  };
}

/** Limit of the annotation on the deployment. By default Kubernetes keeps ten revisions. */
const ROLLBACKS_MAX = 50;

/** Named in full, so that it can't mean another object. */
const undoOf = (
  { namespace, object }: Found<V1Deployment>,
  actionType: string,
  parameters: Readonly<Record<string, unknown>>,
) => ({ actionType, parameters: { ...parameters, namespace, deployment: oneLine(object.metadata?.name) } });

/** Nothing that moves by itself: the plan must be the same as long as nobody changes the deployment. */
const targetOf = ({ namespace, object, labelled }: Found<V1Deployment>) => ({
  kind: "Deployment",
  namespace,
  name: oneLine(object.metadata?.name),
  uid: oneLine(object.metadata?.uid),
  ...(labelled ? { labelled } : {}),
});

const nameOf = ({ namespace, object }: Found<V1Deployment>): string =>
  `Deployment ${namespace}/${oneLine(object.metadata?.name)}`;

/** One, where nobody said (API reference, DeploymentSpec). */
const replicasOf = ({ spec }: V1Deployment): number => spec?.replicas ?? 1;
