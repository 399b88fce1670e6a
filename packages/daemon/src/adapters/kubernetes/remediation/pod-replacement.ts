import type { V1Pod } from "@kubernetes/client-node";
import { oneLine, timeOf } from "../format-text.ts";
import { targetOf } from "./kubernetes-target.ts";
import { isReady, podTroubleOf } from "./pod-trouble.ts";
import type { PlannedAction } from "./render-requests.ts";
import type { RolloutStatus } from "./rollout-status.ts";
import type { SentMarks } from "./send-action.ts";

/**
 * How far a deleted pod is, and the one that its owner puts in its place: the newest of the owner's that came since.
 * `pod`: under its name now; undefined where there is none. `others`: of the namespace. `wanted`: how many the owner is
 * to have; undefined where that isn't known.
 */
export function replacementStatusOf(
  { plan }: PlannedAction,
  sent: SentMarks,
  pod: V1Pod | undefined,
  others: readonly V1Pod[],
  wanted: number | undefined,
): RolloutStatus {
  const { namespace, name, uid, owner } = targetOf(plan);
  const isGone = pod?.metadata?.uid !== uid;
  const isEnding = isGone || pod?.metadata?.deletionTimestamp !== undefined;
  const what = `Pod ${namespace}/${name}`;
  if (!owner) {
    if (isGone) return { state: "done", summary: `${what} is gone; nothing puts another in its place.`, details: {} };
    return { state: "under way", words: `${what} is ending.`, progress: 0, trouble: undefined };
  }
  const since = timeOf(sent.deletedAt);
  const siblings = others
    .filter(({ metadata }) => metadata?.uid !== uid && metadata?.deletionTimestamp === undefined)
    .filter(({ metadata }) => metadata?.ownerReferences?.some((each) => each.uid === owner.uid));
  const newest = siblings
    .filter(({ metadata }) => Number.isNaN(since) || timeOf(metadata?.creationTimestamp) >= since)
    .sort((one, other) => timeOf(other.metadata?.creationTimestamp) - timeOf(one.metadata?.creationTimestamp))[0];
  const replacement = oneLine(newest?.metadata?.name);
  if (isEnding && newest && isReady(newest)) {
    const summary = `${what} was deleted, and ${replacement} is ready in its place.`;
    return { state: "done", summary, details: { replacement } };
  }
  const ready = siblings.filter(isReady).length;
  if (isEnding && wanted !== undefined && ready >= wanted) {
    const summary = `${what} was deleted; ${owner.kind} ${owner.name} has the ${wanted} that it is to have without it.`;
    return { state: "done", summary, details: { replacement: null } };
  }
  const words = newest
    ? `${replacement} isn't ready yet in the place of ${what}.`
    : `${what} is ${isGone ? "gone" : "ending"}, and no other is there yet in its place.`;
  const progress = (isGone ? 1 : 0) + (newest ? 1 : 0);
  return { state: "under way", words, progress, trouble: newest && podTroubleOf([newest]) };
}
