import { toSingleLine } from "../kernel/single-line.ts";
import { type Incident, servicesOf } from "./incident.ts";
import type { ActionPlan } from "./remediation.ts";
import { comparableName } from "./spoofed-name.ts";

type Target = ActionPlan["target"];

/** Alphabet of generated name suffixes (k8s.io/apimachinery, util/rand). */
const HASH = "[bcdfghjklmnpqrstvwxz2456789]";
const POD_OF_DEPLOYMENT = new RegExp(`^(.+)-${HASH}{6,10}-${HASH}{5}$`);
const POD_OF_STATEFUL_SET = /^(.+)-\d+$/;

const SUBDOMAIN_LENGTH_MAX = 253;
export const DNS_LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

export const isSubdomain = (value: unknown): boolean =>
  typeof value === "string" &&
  value.length <= SUBDOMAIN_LENGTH_MAX &&
  value.split(".").every((part) => DNS_LABEL.test(part));

/** `Payment API` becomes `payment-api`; undefined if nothing is left. */
export function deploymentNameOf(serviceName: string | null): string | undefined {
  const name = comparableName(serviceName ?? "")
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "");
  return isSubdomain(name) ? name : undefined;
}

/** Unifies the spellings of a service. */
export const spelledAsDeployment = (serviceName: string): string =>
  deploymentNameOf(serviceName) ?? comparableName(serviceName);

/** Other names of the target, for rules. */
export function targetNamesOf({ target }: Pick<ActionPlan, "target">): readonly string[] {
  const { kind, name } = target;
  if (typeof name !== "string" || (kind !== "Deployment" && kind !== "Pod")) return [];
  if (kind === "Deployment") return [name];
  // `checkout-7f9c-x2k` is a pod of checkout, `db-0` one of db.
  const parts = name.split("-");
  return [0, 1, 2].filter((less) => less < parts.length).map((less) => parts.slice(0, parts.length - less).join("-"));
}

/**
 * Guardrails count by mode, cluster, namespace and workload; pods count for their workload, webhooks by action. Names
 * in a request don't change it.
 */
export function targetKeyOf({ mode, actionType, target }: Pick<ActionPlan, "mode" | "actionType" | "target">): string {
  const cluster = encodeURIComponent(textOf(target["cluster"]));
  const workload = workloadOf(target);
  if (workload) return [mode, cluster, workload.kind, textOf(target["namespace"]), workload.name].join("/");
  return [mode, cluster, "Webhook", actionType].join("/");
}

/** The key of old plans without cluster. Their open breakers still apply. */
export const keyWithoutCluster = (targetKey: string): string => targetKey.replace(/\/[^/]*/, "/");

/** `Pod shop/checkout-7f9c-x2k`: the object itself. */
export const describeObject = ({ kind, namespace, name }: Target): string =>
  toSingleLine(`${textOf(kind)} ${textOf(namespace)}/${textOf(name)}`);

/** `Deployment shop/checkout`, or the service of an action without workload. */
export function describeTarget(target: Target): string {
  const workload = workloadOf(target);
  if (workload) return toSingleLine(`${workload.kind} ${textOf(target["namespace"])}/${workload.name}`);
  const service = target["serviceName"];
  return typeof service === "string" ? toSingleLine(service) : "no named service";
}

/** A workload with another name than the service. */
export interface OtherWorkload {
  readonly name: string;
  /** `label`: labels assign it to the service. `name`: it has its own name. `guess`: nobody looked. */
  readonly known: "label" | "name" | "guess";
}

/** Undefined if the workload has the service's name. */
export function otherWorkload(target: Target, serviceName: string | null): OtherWorkload | undefined {
  const name = workloadOf(target)?.name;
  if (name === undefined || (serviceName !== null && name === spelledAsDeployment(serviceName))) return undefined;
  if (target["labelled"] === true) return { name, known: "label" };
  return { name, known: target["kind"] === "Pod" && target["owner"] === undefined ? "guess" : "name" };
}

/** Undefined outside clusters. */
function workloadOf(target: Target): { readonly kind: string; readonly name: string } | undefined {
  const { kind, name } = target;
  if (typeof name !== "string" || (kind !== "Deployment" && kind !== "Pod")) return undefined;
  return kind === "Pod" ? ownerOf(name, target["owner"]) : { kind, name };
}

/** From the cluster, else from the naming scheme of controllers. */
function ownerOf(pod: string, owner: unknown): { readonly kind: string; readonly name: string } {
  if (owner === null) return { kind: "Pod", name: pod };
  if (typeof owner === "object") {
    const { kind, name } = owner as { readonly kind?: unknown; readonly name?: unknown };
    // Replica sets are named after their deployment and a hash.
    return kind === "ReplicaSet"
      ? { kind: "Deployment", name: textOf(name).replace(/-[^-]+$/, "") }
      : { kind: textOf(kind), name: textOf(name) };
  }
  const deployment = POD_OF_DEPLOYMENT.exec(pod)?.[1];
  if (deployment !== undefined) return { kind: "Deployment", name: deployment };
  const statefulSet = POD_OF_STATEFUL_SET.exec(pod)?.[1];
  return statefulSet === undefined ? { kind: "Pod", name: pod } : { kind: "StatefulSet", name: statefulSet };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * Services whose catalog entries, maintenance windows and environments apply: all names of the target and the
 * incident's own.
 */
export const servicesOfAction = (
  incident: Pick<Incident, "primaryService" | "affectedServices">,
  { serviceName, plan }: { readonly serviceName: string | null; readonly plan: ActionPlan },
): readonly string[] => [
  ...new Set([
    ...(serviceName === null ? [] : [serviceName]),
    ...servicesOf(incident).slice(0, 1),
    ...targetNamesOf(plan),
  ]),
];
