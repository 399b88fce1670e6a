import type { ActionPlan } from "../../../model/remediation.ts";

/** What a plan says of what it acts on. Of a simulated plan only kind, namespace and name are known. */
export interface Target {
  readonly kind: "Deployment" | "Pod";
  readonly namespace: string;
  readonly name: string;
  readonly uid?: string;
  /** Of a deployment that is scaled: what there were. */
  readonly replicas?: number;
  /** Of a deployment that is rolled back. */
  readonly revision?: number;
  readonly toRevision?: number;
  readonly images?: { readonly from: Images; readonly to: Images };
  /** What the revision's pod template differs in, secrets masked; `changesLeftOut`: how many more there are. */
  readonly changes?: readonly TemplateChange[];
  readonly changesLeftOut?: number;
  /** Why this revision, a sentence. */
  readonly why?: string;
  /** All revisions that Tocsin's rollbacks left, this one included, as the deployment will bear them. */
  readonly rolledBackFrom?: string;
  /** Of a pod: what puts another in its place. */
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

/** Of one, or of all in the namespace. */
const pathOf =
  (api: string, resource: string) =>
  (namespace: string, name?: string): string =>
    [api, "namespaces", namespace, resource, ...(name === undefined ? [] : [name])].map(encodedIn).join("/");
const encodedIn = (part: string, index: number): string => (index === 0 ? part : encodeURIComponent(part));

export const deploymentPath = pathOf("/apis/apps/v1", "deployments");
export const replicaSetsPath = pathOf("/apis/apps/v1", "replicasets");
export const podPath = pathOf("/api/v1", "pods");
