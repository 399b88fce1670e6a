import { toSingleLine } from "../../kernel/single-line.ts";
import type { ActionPlan } from "../../model/remediation.ts";
import { comparableName } from "../../model/spoofed-name.ts";
import { deploymentNameOf } from "./built-in-actions.ts";

type Target = ActionPlan["target"];

/** Suffixes that controllers give to names (k8s.io/apimachinery, util/rand): no vowels, and nothing that looks like one. */
const HASH = "[bcdfghjklmnpqrstvwxz2456789]";
const POD_OF_DEPLOYMENT = new RegExp(`^(.+)-${HASH}{6,10}-${HASH}{5}$`);
const POD_OF_STATEFUL_SET = /^(.+)-\d+$/;

/** A service as its deployment is named, so that every spelling of it is one. */
export const spelledAsDeployment = (serviceName: string): string =>
  deploymentNameOf(serviceName) ?? comparableName(serviceName);

/** Names of what is acted on besides the service's: a rule about one of them holds, whatever service was named. */
export function targetNamesOf({ target }: Pick<ActionPlan, "target">): readonly string[] {
  const { kind, name } = target;
  if (typeof name !== "string" || (kind !== "Deployment" && kind !== "Pod")) return [];
  if (kind === "Deployment") return [name];
  // `checkout-7f9c-x2k` is a pod of checkout, `db-0` one of db.
  const parts = name.split("-");
  return [0, 1, 2].filter((less) => less < parts.length).map((less) => parts.slice(0, parts.length - less).join("-"));
}

/**
 * What guardrails count by: the mode, and the cluster, kind, namespace and name of the workload. A pod counts for the
 * workload that it is a part of. A webhook counts by its action, since a requester may invent services. No name that the
 * request gives for the same target changes it.
 */
export function targetKeyOf({ mode, actionType, target }: Pick<ActionPlan, "mode" | "actionType" | "target">): string {
  const cluster = encodeURIComponent(textOf(target["cluster"]));
  const workload = workloadOf(target);
  if (workload) return [mode, cluster, workload.kind, textOf(target["namespace"]), workload.name].join("/");
  return [mode, cluster, "Webhook", actionType].join("/");
}

/** The key of the same target from before plans named their cluster. Breakers that were open then still hold. */
export const keyWithoutCluster = (targetKey: string): string => targetKey.replace(/\/[^/]*/, "/");

/** `Pod shop/checkout-7f9c-x2k`: the object itself. */
export const describeObject = ({ kind, namespace, name }: Target): string =>
  toSingleLine(`${textOf(kind)} ${textOf(namespace)}/${textOf(name)}`);

/** `Deployment shop/checkout`, or the service where an action has no target in a cluster. */
export function describeTarget(target: Target): string {
  const workload = workloadOf(target);
  if (workload) return toSingleLine(`${workload.kind} ${textOf(target["namespace"])}/${workload.name}`);
  const service = target["serviceName"];
  return typeof service === "string" ? toSingleLine(service) : "no named service";
}

/** A workload that isn't named after the service that was named. */
export interface OtherWorkload {
  readonly name: string;
  /** `label`: its labels say that it is the service's. `name`: it goes by its own name. `guess`: nobody looked for it. */
  readonly known: "label" | "name" | "guess";
}

/** Rules about the workload hold, whatever service was named. Undefined where it goes by the service's name. */
export function otherWorkload(target: Target, serviceName: string | null): OtherWorkload | undefined {
  const name = workloadOf(target)?.name;
  if (name === undefined || (serviceName !== null && name === spelledAsDeployment(serviceName))) return undefined;
  if (target["labelled"] === true) return { name, known: "label" };
  return { name, known: target["kind"] === "Pod" && target["owner"] === undefined ? "guess" : "name" };
}

/** Undefined for what isn't in a cluster. */
function workloadOf(target: Target): { readonly kind: string; readonly name: string } | undefined {
  const { kind, name } = target;
  if (typeof name !== "string" || (kind !== "Deployment" && kind !== "Pod")) return undefined;
  return kind === "Pod" ? ownerOf(name, target["owner"]) : { kind, name };
}

/** By what the cluster says; where nobody asked it, by how controllers name their pods. */
function ownerOf(pod: string, owner: unknown): { readonly kind: string; readonly name: string } {
  if (owner === null) return { kind: "Pod", name: pod };
  if (typeof owner === "object") {
    const { kind, name } = owner as { readonly kind?: unknown; readonly name?: unknown };
    // A deployment names its replica sets after itself and a hash of their pods' template.
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
