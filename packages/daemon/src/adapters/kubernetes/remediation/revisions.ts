import { isDeepStrictEqual } from "node:util";
import type { V1Deployment, V1PodTemplateSpec, V1ReplicaSet } from "@kubernetes/client-node";
import { CONTAINERS_MAX } from "../containers.ts";
import { oneLine } from "../format-text.ts";
import { HASH_LABEL, type Images, RESTARTED_ANNOTATION, REVISION_ANNOTATION } from "./kubernetes-target.ts";

/** A revision, as its ReplicaSet keeps it. */
export interface Revision {
  readonly number: number;
  readonly template: V1PodTemplateSpec;
}

/** Undefined where the deployment's controller has given it none yet. */
export function revisionOf({ metadata }: V1Deployment | V1ReplicaSet): number | undefined {
  return revisionNumber(metadata?.annotations?.[REVISION_ANNOTATION]);
}

export function revisionNumber(text: string | undefined): number | undefined {
  const number = Number(text);
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

/** As `kubectl rollout undo` puts it back: the label is the ReplicaSet's own. */
export function withoutHash(template: V1PodTemplateSpec): V1PodTemplateSpec {
  const copy = plain(template);
  delete copy.metadata?.labels?.[HASH_LABEL];
  return copy;
}

/** The template of a version: templates that differ by a restart alone are the same version. */
export function versionTemplate(template: V1PodTemplateSpec): V1PodTemplateSpec {
  const copy = withoutHash(template);
  const { [RESTARTED_ANNOTATION]: _, ...annotations } = copy.metadata?.annotations ?? {};
  return { ...copy, metadata: { ...copy.metadata, annotations } };
}

export const isSameTemplate = (one: V1PodTemplateSpec, other: V1PodTemplateSpec | undefined): boolean =>
  isDeepStrictEqual(withoutHash(one), withoutHash(other ?? {}));

export function imagesOf(template: V1PodTemplateSpec | undefined): Images {
  const containers = [...(template?.spec?.initContainers ?? []), ...(template?.spec?.containers ?? [])];
  return Object.fromEntries(
    containers.slice(0, CONTAINERS_MAX).map(({ name, image }) => [oneLine(name), oneLine(image)]),
  );
}

const plain = <Value>(value: Value): Value => structuredClone(value);
