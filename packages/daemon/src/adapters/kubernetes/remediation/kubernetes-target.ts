import type { ActionPlan } from "../../../model/remediation.ts";

/** The target in a plan. A simulated plan knows kind, namespace and name only. */
export interface Target {
  readonly kind: "Deployment" | "Pod";
  readonly namespace: string;
  readonly name: string;
  readonly uid?: string;
  /** Scaling: the replicas before. */
  readonly replicas?: number;
  /** Rollback: the current revision. */
  readonly revision?: number;
  readonly toRevision?: number;
  readonly images?: { readonly from: Images; readonly to: Images };
  /** Differences of the revision's pod template, secrets masked. `changesLeftOut` counts the rest. */
  readonly changes?: readonly TemplateChange[];
  readonly changesLeftOut?: number;
  /** Why this revision, a sentence. */
  readonly why?: string;
  /** All revisions that Tocsin's rollbacks left, this one included, as the deployment will bear them. */
  readonly rolledBackFrom?: string;
  /** Pod: the controller that replaces it. */
  readonly owner?: { readonly kind: string; readonly name: string; readonly uid: string } | null;
}

/** A field by its path, with its value before and after; null where there is none. */
export interface TemplateChange {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** By container. */
export type Images = Readonly<Record<string, string>>;

/** A plan is made by `resolveTarget`, and its hash proves that it is unchanged. */
export const targetOf = (plan: Pick<ActionPlan, "target">): Target => plan.target as Partial<Target> as Target;

export const ACTION_ANNOTATION = "tocsin.dev/action";
/** The revisions that Tocsin's rollbacks left, with commas in between. */
export const ROLLED_BACK_FROM_ANNOTATION = "tocsin.dev/rolled-back-from";
export const REVISION_ANNOTATION = "deployment.kubernetes.io/revision";
export const REVISION_HISTORY_ANNOTATION = "deployment.kubernetes.io/revision-history";
export const RESTARTED_ANNOTATION = "kubectl.kubernetes.io/restartedAt";
export const HASH_LABEL = "pod-template-hash";

/** Path of one object, or of all in the namespace. */
const pathOf =
  (api: string, resource: string) =>
  (namespace: string, name?: string): string =>
    [api, "namespaces", namespace, resource, ...(name === undefined ? [] : [name])].map(encodedIn).join("/");
const encodedIn = (part: string, index: number): string => (index === 0 ? part : encodeURIComponent(part));

export const deploymentPath = pathOf("/apis/apps/v1", "deployments");
export const replicaSetsPath = pathOf("/apis/apps/v1", "replicasets");
export const podPath = pathOf("/api/v1", "pods");
