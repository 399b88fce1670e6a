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
  /** Of a pod: what puts another in its place. */
  readonly owner?: { readonly kind: string; readonly name: string; readonly uid: string } | null;
}

/** By container. */
export type Images = Readonly<Record<string, string>>;

/** Plans come of `aim`, and their hash says that they are as they were. */
export const targetOf = (plan: Pick<ActionPlan, "target">): Target => plan.target as Partial<Target> as Target;

export const ACTION_ANNOTATION = "tocsin.dev/action";
export const REVISION_ANNOTATION = "deployment.kubernetes.io/revision";
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
