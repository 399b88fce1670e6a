import type { V1Deployment, V1ReplicaSet } from "@kubernetes/client-node";
import { canonicalJson } from "../../../remediate/audit/audit-chain.ts";
import { ExecutionRefused } from "../../../remediate/targets/executor.ts";
import { isSameTemplate, type Revision, revisionsIn, versionTemplate } from "./revisions.ts";
import { type Version, versionsOf } from "./version-history.ts";

export interface Choice {
  readonly revision: Revision;
  /** Why this one, a sentence. */
  readonly why: string;
}

const SHOWN_MAX = 10;
const NOT_SHOWN = "nothing shows whether it was healthy";

/**
 * The revision to go back to: the newest version from before the one that runs, that served once and that nobody rolled
 * back. Where no version is known to have served, somebody has to name one: `wanted`. Throws `ExecutionRefused`.
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
  const served = versions.find(
    ({ began, wasRolledBack, health }) =>
      running !== undefined && began < running.began && !wasRolledBack && health === "served",
  );
  const revision = revisions.find(({ number }) => number === served?.revision);
  if (!revision) throw unknown(running, versions);
  const why = "It is the newest earlier version that Kubernetes had rolled out whole and that nobody rolled back.";
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
  const doubt = mark ? `, although it ${mark}` : version?.health === "unknown" ? `; ${NOT_SHOWN}` : "";
  return { revision, why: `The request names it${doubt}.` };
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
