import { isDeepStrictEqual } from "node:util";
import type { V1Deployment, V1PodTemplateSpec, V1ReplicaSet } from "@kubernetes/client-node";
import { ExecutionRefused } from "../../../remediate/executor.ts";
import { CONTAINERS_MAX } from "../containers.ts";
import { oneLine } from "../words.ts";
import { HASH_LABEL, type Images, RESTARTED_ANNOTATION, REVISION_ANNOTATION } from "./target.ts";

/** What a ReplicaSet keeps of a deployment's past. */
export interface Revision {
  readonly number: number;
  readonly template: V1PodTemplateSpec;
}

const SHOWN_MAX = 10;

/** Undefined where the deployment's controller has given it none yet. */
export function revisionOf({ metadata }: V1Deployment | V1ReplicaSet): number | undefined {
  const number = Number(metadata?.annotations?.[REVISION_ANNOTATION]);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** The newest first. */
export const revisionsIn = (sets: readonly V1ReplicaSet[]): readonly Revision[] =>
  sets
    .flatMap((set) => {
      const number = revisionOf(set);
      return number !== undefined && set.spec?.template ? [{ number, template: set.spec.template }] : [];
    })
    .sort((one, other) => other.number - one.number);

/**
 * The revision to go back to. Where none is named, the newest of another version: one that differs by a restart alone
 * would change nothing. Throws `ExecutionRefused`.
 */
export function chooseRevision(
  deployment: V1Deployment,
  revisions: readonly Revision[],
  wanted: number | undefined,
): Revision {
  const current = deployment.spec?.template;
  const known = revisions.slice(0, SHOWN_MAX).map(({ number }) => number);
  const has = `It has ${known.join(", ") || "none"}.`;
  if (wanted === undefined) {
    const other = revisions.find(({ template }) => !isSameVersion(template, current));
    if (!other) throw new ExecutionRefused(`The deployment has no revision of another version to go back to. ${has}`);
    return other;
  }
  const named = revisions.find(({ number }) => number === wanted);
  if (!named) throw new ExecutionRefused(`The deployment has no revision ${wanted}. ${has}`);
  if (isDeepStrictEqual(withoutHash(named.template), plain(current))) {
    throw new ExecutionRefused(`Revision ${wanted} is what runs already.`);
  }
  return named;
}

/** As `kubectl rollout undo` puts it back: the label is the ReplicaSet's own. */
export function withoutHash(template: V1PodTemplateSpec): V1PodTemplateSpec {
  const copy = plain(template);
  delete copy.metadata?.labels?.[HASH_LABEL];
  return copy;
}

export function imagesOf(template: V1PodTemplateSpec | undefined): Images {
  const containers = [...(template?.spec?.initContainers ?? []), ...(template?.spec?.containers ?? [])];
  return Object.fromEntries(
    containers.slice(0, CONTAINERS_MAX).map(({ name, image }) => [oneLine(name), oneLine(image)]),
  );
}

function isSameVersion(one: V1PodTemplateSpec, other: V1PodTemplateSpec | undefined): boolean {
  const [first, second] = [one, other ?? {}].map((template) => {
    const copy = withoutHash(template);
    const { [RESTARTED_ANNOTATION]: _, ...annotations } = copy.metadata?.annotations ?? {};
    return { ...copy, metadata: { ...copy.metadata, annotations } };
  });
  return isDeepStrictEqual(first, second);
}

const plain = <Value>(value: Value): Value => structuredClone(value);
