import type { V1Deployment, V1ReplicaSet } from "@kubernetes/client-node";
import { canonicalJson } from "../../../remediate/canonical.ts";
import { ExecutionRefused } from "../../../remediate/executor.ts";
import { isSameTemplate, type Revision, revisionsIn, versionTemplate } from "./revisions.ts";
import { type Version, versionsOf } from "./version-history.ts";

export interface Choice {
  readonly revision: Revision;
  /** Why this one, a sentence. */
  readonly why: string;
}

const SHOWN_MAX = 10;

/**
 * The revision to go back to: the newest version from before the one that runs, that served once and that nobody rolled
 * back. Where it isn't known of any whether it served, the only one that is left. Else somebody has to name one:
 * `wanted`. Throws `ExecutionRefused`.
 */
export function chooseRevision(
  deployment: V1Deployment,
  sets: readonly V1ReplicaSet[],
  wanted: number | undefined,
): Choice {
  const versions = versionsOf(deployment, sets);
  const revisions = revisionsIn(sets);
  return wanted === undefined
    ? chosen(deployment, versions, revisions)
    : named(deployment, versions, revisions, wanted);
}

function chosen(deployment: V1Deployment, versions: readonly Version[], revisions: readonly Revision[]): Choice {
  const running = runningIn(deployment, versions);
  const earlier = versions.filter((version) => running !== undefined && version.began < running.began);
  const open = earlier.filter(({ wasRolledBack, health }) => !wasRolledBack && health !== "never served");
  const served = open.find(({ health }) => health === "served");
  const only = open.length === 1 ? open[0] : undefined;
  const { revision: number } = served ?? only ?? {};
  const revision = revisions.find((each) => each.number === number);
  if (!revision) throw unknown(running, versions);
  const why = served
    ? "It is the newest earlier version that Kubernetes had rolled out whole and that nobody rolled back."
    : "It is the only earlier version left to go back to; nothing shows whether it was healthy.";
  return { revision, why };
}

function named(
  deployment: V1Deployment,
  versions: readonly Version[],
  revisions: readonly Revision[],
  wanted: number,
): Choice {
  const revision = revisions.find(({ number }) => number === wanted);
  const known = revisions.slice(0, SHOWN_MAX).map(({ number }) => number);
  if (!revision) {
    throw new ExecutionRefused(`The deployment has no revision ${wanted}. It has ${known.join(", ") || "none"}.`);
  }
  if (deployment.spec && isSameTemplate(revision.template, deployment.spec.template)) {
    throw new ExecutionRefused(`Revision ${wanted} is what runs already.`);
  }
  const version = versions.find(({ template }) => isSameVersion(template, revision.template));
  const mark = version && markOf(version);
  return { revision, why: `The request names it${mark ? `, although it ${mark}` : ""}.` };
}

function unknown(running: Version | undefined, versions: readonly Version[]): ExecutionRefused {
  if (versions.every((version) => version === running)) {
    const known = versions.map(({ revision }) => revision).join(", ") || "none";
    return new ExecutionRefused(`The deployment has no revision of another version to go back to. It has ${known}.`);
  }
  const words = versions.slice(0, SHOWN_MAX).map((version) => {
    if (version === running) return `${version.revision} runs now`;
    const since = running !== undefined && version.began > running.began ? "came after what runs now" : undefined;
    return `${version.revision} ${markOf(version) ?? since ?? "may have been healthy, which nothing shows"}`;
  });
  return new ExecutionRefused(
    `It isn't known which revision to go back to: ${words.join("; ")}. Name parameters.toRevision.`,
  );
}

function markOf({ wasRolledBack, health }: Version): string | undefined {
  if (wasRolledBack) return "was rolled back";
  return health === "never served" ? "was never rolled out whole" : undefined;
}

const isSameVersion = (one: Revision["template"], other: Revision["template"]): boolean =>
  canonicalJson(versionTemplate(one)) === canonicalJson(versionTemplate(other));

const runningIn = ({ spec }: V1Deployment, versions: readonly Version[]): Version | undefined =>
  spec && versions.find(({ template }) => isSameVersion(template, spec.template));
