import type { V1Deployment, V1PodTemplateSpec, V1ReplicaSet } from "@kubernetes/client-node";
import { SECOND_MS } from "../../../kernel/clock.ts";
import { canonicalJson } from "../../../remediate/audit/audit-chain.ts";
import { timeOf } from "../format-text.ts";
import { REVISION_HISTORY_ANNOTATION, ROLLED_BACK_FROM_ANNOTATION } from "./kubernetes-target.ts";
import { revisionNumber, revisionOf, versionTemplate } from "./revisions.ts";

/**
 * Whether a version once served. `served`: every older version was scaled to nothing before the next one began, which a
 * rolling update does only when the new pods are available. `never served`: an older one still had pods then.
 */
export type Health = "served" | "never served" | "unknown";

/** A pod template that a deployment ran with, restarts aside. */
export interface Version {
  /** The newest of its ReplicaSets, which a rollback names. */
  readonly revision: number;
  readonly template: V1PodTemplateSpec;
  /** The first revision that it was. */
  readonly began: number;
  /** It was left for a version from before it, and nobody has gone back to it since. */
  readonly wasRolledBack: boolean;
  readonly health: Health;
}

interface Building {
  readonly sets: V1ReplicaSet[];
  /** All revisions that it ever was, ascending. */
  readonly numbers: number[];
  wasRolledBack: boolean;
}

/** A revision, and what ran as it. */
interface Activation {
  readonly number: number;
  readonly version: Building;
  readonly set: V1ReplicaSet;
  /** All revisions of the ReplicaSet, ascending. */
  readonly numbers: readonly number[];
}

/** Times in the cluster are whole seconds. */
const SAME_MOMENT_MS = SECOND_MS;
const ALL_PERCENT = 100;
/** The newest ones. By default Kubernetes keeps ten ReplicaSets. */
const ACTIVATIONS_MAX = 200;

/**
 * The versions that a deployment ran with, as far as its ReplicaSets are kept; the newest first. The sequence comes from
 * `deployment.kubernetes.io/revision` and `revision-history`, and from the annotation of Tocsin's own rollbacks.
 */
export function versionsOf(deployment: V1Deployment, sets: readonly V1ReplicaSet[]): readonly Version[] {
  const versions = new Map<string, Building>();
  const activations: Activation[] = [];
  for (const set of sets) {
    const numbers = numbersOf(set);
    if (numbers.length === 0 || !set.spec?.template) continue;
    const key = canonicalJson(versionTemplate(set.spec.template));
    const version = versions.get(key) ?? { sets: [], numbers: [], wasRolledBack: false };
    versions.set(key, version);
    version.sets.push(set);
    version.numbers.push(...numbers);
    activations.push(...numbers.map((number) => ({ number, version, set, numbers })));
  }
  activations.sort((one, other) => one.number - other.number).splice(0, activations.length - ACTIVATIONS_MAX);
  for (const { numbers } of versions.values()) numbers.sort((one, other) => one - other);
  markRolledBack(activations, rollbacksIn([deployment, ...sets]));
  const isTelling = scalesDownOnlyWhatIsReplaced(deployment);
  return [...versions.values()]
    .map((version) => {
      const newest = version.sets.reduce((one, other) =>
        (revisionOf(one) ?? 0) > (revisionOf(other) ?? 0) ? one : other,
      );
      return {
        revision: revisionOf(newest) ?? 0,
        template: newest.spec?.template ?? {},
        began: version.numbers[0] ?? 0,
        wasRolledBack: version.wasRolledBack,
        health: isTelling ? healthOf(version, activations) : ("unknown" as const),
      };
    })
    .sort((one, other) => other.revision - one.revision);
}

function numbersOf(set: V1ReplicaSet): number[] {
  const current = revisionOf(set);
  if (current === undefined) return [];
  const before = (set.metadata?.annotations?.[REVISION_HISTORY_ANNOTATION] ?? "").split(",").map(revisionNumber);
  return [...new Set([...before.filter((each) => each !== undefined), current])].sort((one, other) => one - other);
}

/** The revisions that a rollback of Tocsin's left; the controller copies the annotation to ReplicaSets. */
export function rollbacksIn(objects: readonly (V1Deployment | V1ReplicaSet)[]): ReadonlySet<number> {
  const texts = objects.map(({ metadata }) => metadata?.annotations?.[ROLLED_BACK_FROM_ANNOTATION] ?? "");
  const numbers = texts.flatMap((text) => text.split(",").map(revisionNumber));
  return new Set(numbers.filter((each) => each !== undefined));
}

/** Going back to a version takes the mark from it; leaving one for an older version, or by Tocsin's rollback, sets it. */
function markRolledBack(activations: readonly Activation[], rollbacks: ReadonlySet<number>): void {
  for (const [index, { number, version }] of activations.entries()) {
    version.wasRolledBack = false;
    const before = activations[index - 1];
    // A ReplicaSet in between that isn't kept says nothing of what was left for what.
    if (!before || before.number !== number - 1 || before.version === version) continue;
    const isBack = (version.numbers[0] ?? 0) < (before.version.numbers[0] ?? 0);
    before.version.wasRolledBack = isBack || rollbacks.has(before.number);
  }
}

/** Not so with `Recreate`, nor where all pods may be away during a rollout. */
function scalesDownOnlyWhatIsReplaced({ spec }: V1Deployment): boolean {
  if (spec?.strategy?.type === "Recreate") return false;
  const most = spec?.strategy?.rollingUpdate?.maxUnavailable;
  if (typeof most === "string") return Number.parseInt(most, 10) < ALL_PERCENT;
  return typeof most !== "number" || most < (spec?.replicas ?? 1);
}

/** Each time that it ran tells, where another version followed whose beginning is known; having served once is enough. */
function healthOf(version: Building, activations: readonly Activation[]): Health {
  let health: Health = "unknown";
  for (const [index, { number, version: running }] of activations.entries()) {
    if (running !== version || activations[index - 1]?.version === version) continue;
    const next = activations.slice(index).find((each) => each.version !== version);
    const isFirst = next !== undefined && next.number === next.numbers[0];
    const nextBegan = isFirst ? timeOf(next.set.metadata?.creationTimestamp) : Number.NaN;
    const older = activations.slice(0, index).filter((each) => each.version !== version);
    // A version that was scaled up again shows only its last scale-down.
    const gone = older.map(({ set, numbers }) => ((numbers.at(-1) ?? 0) > number ? Number.NaN : scaledDownAt(set)));
    if (gone.length === 0 || gone.some(Number.isNaN) || Number.isNaN(nextBegan)) continue;
    if (gone.every((at) => at <= nextBegan + SAME_MOMENT_MS)) return "served";
    health = "never served";
  }
  return health;
}

/** When the controller last changed how many pods it has; infinite while it has some, NaN where that isn't known. */
function scaledDownAt({ metadata, spec }: V1ReplicaSet): number {
  if ((spec?.replicas ?? 1) > 0) return Number.POSITIVE_INFINITY;
  const times = (metadata?.managedFields ?? [])
    .filter(({ fieldsV1, subresource }) => !subresource && scales(fieldsV1))
    .map(({ time }) => timeOf(time));
  return times.length === 0 ? Number.NaN : Math.max(...times);
}

const scales = (fields: unknown): boolean =>
  (fields as { "f:spec"?: Record<string, unknown> } | undefined)?.["f:spec"]?.["f:replicas"] !== undefined;
