import type { V1Deployment, V1LabelSelector, V1Pod, V1ReplicaSet } from "@kubernetes/client-node";
import { deploymentNameOf } from "../../../model/remediation-target.ts";
import { type AllowedNamespace, requireNamespace } from "../../../probe/allowed-targets.ts";
import type { BuiltInParameters } from "../../../remediate/targets/built-in-actions.ts";
import { type ActionRequest, ExecutionRefused } from "../../../remediate/targets/executor.ts";
import type { Connection } from "../cluster-connection.ts";
import { oneLine } from "../format-text.ts";
import { ClusterFailed, type ClusterOperation } from "../kubernetes-failure.ts";
import { belongsByLabel, belongsByName } from "../object-names.ts";
import { readObject } from "./cluster-requests.ts";
import { deploymentPath, podPath, replicaSetsPath } from "./kubernetes-target.ts";

/** Where and on whose behalf is looked. */
export interface TargetSearch {
  readonly connection: Connection;
  readonly organizationId: string;
  readonly signal: AbortSignal;
}

/** Something found, and the namespace that it was found in: what the cluster says of itself isn't relied on. */
export interface Found<Kind> {
  readonly namespace: string;
  readonly object: Kind;
  /** Its labels say that it is the service's, whose name it doesn't have. */
  readonly labelled?: true;
}

/** Looked through where the request names none. */
const NAMESPACES_MAX = 10;
/** Limit of a list that should have one item. */
const LISTED_MAX = 5;
const REPLICA_SETS_MAX = 200;
/** Valid label values (kubernetes.io, "Labels and Selectors"). */
const LABEL_VALUE = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const SERVICE_LABELS = ["app", "app.kubernetes.io/name"];

/** The namespace that the request names, or all that are open to the organization. */
export function namespacesFor(
  allowed: readonly AllowedNamespace[],
  organizationId: string,
  named: string | undefined,
): readonly [string, ...string[]] {
  if (named !== undefined) {
    try {
      requireNamespace(allowed, named, organizationId);
    } catch (error) {
      throw new ExecutionRefused((error as Error).message);
    }
    return [named];
  }
  const open = allowed.filter((each) => each.organizationId === undefined || each.organizationId === organizationId);
  const [first, ...others] = new Set(open.map(({ name }) => name));
  if (first === undefined) {
    throw new ExecutionRefused("No namespace is open to your organization; TOCSIN_ALLOWED_NAMESPACES opens them.");
  }
  if (others.length >= NAMESPACES_MAX) {
    throw new ExecutionRefused(
      `${others.length + 1} namespaces are open to your organization: name parameters.namespace.`,
    );
  }
  return [first, ...others];
}

/** The one deployment that is meant. Throws `ExecutionRefused` where there is none, or more than one. */
export async function findDeployment(
  looking: TargetSearch,
  namespaces: readonly string[],
  { serviceName }: ActionRequest,
  { deployment }: BuiltInParameters,
): Promise<Found<V1Deployment>> {
  const where = formatNamespaces(namespaces);
  if (deployment !== undefined) {
    const found = await readIn(looking, namespaces, deployment);
    const one = theOnly(found, `deployments ${deployment}`, `There is no deployment ${deployment} ${where}.`);
    if (serviceName !== null && !belongs(one.object, serviceName))
      throw notOfService(`Deployment ${deployment}`, serviceName);
    return asLabelled(one, serviceName);
  }
  const name = deploymentNameOf(serviceName);
  const named = name === undefined ? [] : await readIn(looking, namespaces, name);
  if (named.length > 0) return theOnly(named, `deployments ${name}`, "");
  const labelled = LABEL_VALUE.test(serviceName ?? "") ? await listIn(looking, namespaces, serviceName as string) : [];
  const service = oneLine(serviceName ?? "");
  const none = `There is no deployment ${name === undefined ? "" : `${name} `}${where}, and none whose label app or app.kubernetes.io/name is ${service}. Name parameters.deployment.`;
  return asLabelled(theOnly(labelled, `deployments labelled ${service}`, none), serviceName);
}

/** The one pod that is meant; it must belong to the service, and to the deployment where one is named. */
export async function findPod(
  looking: TargetSearch,
  namespaces: readonly string[],
  { serviceName }: ActionRequest,
  { pod = "", deployment }: BuiltInParameters,
): Promise<Found<V1Pod>> {
  const found = await inEach(namespaces, (namespace) =>
    orAbsent(read<V1Pod>(looking, "pods", namespace, `pod ${pod}`, podPath(namespace, pod))),
  );
  const one = theOnly(found, `pods ${pod}`, `There is no pod ${pod} ${formatNamespaces(namespaces)}.`);
  const { object } = one;
  if (serviceName !== null && !belongsByName(pod, [serviceName]) && !belongsByLabel(object, [serviceName])) {
    throw notOfService(`Pod ${pod}`, serviceName);
  }
  if (deployment !== undefined && !belongsByName(pod, [deployment])) {
    throw new ExecutionRefused(`Pod ${pod} isn't one of deployment ${deployment}.`);
  }
  return one;
}

/** Those that the deployment keeps: one for each revision. */
export async function replicaSetsOf(
  looking: Pick<TargetSearch, "connection" | "signal">,
  namespace: string,
  { metadata, spec }: V1Deployment,
): Promise<readonly V1ReplicaSet[]> {
  const query = new URLSearchParams({ labelSelector: selectorOf(spec?.selector), limit: `${REPLICA_SETS_MAX}` });
  const path = `${replicaSetsPath(namespace)}?${query}`;
  const { items } = await list<V1ReplicaSet>(looking, "replicasets", namespace, path);
  return items.filter((each) => each.metadata?.ownerReferences?.some(({ uid }) => uid === metadata?.uid));
}

/** As a list is asked for. An empty selector would mean everything; no deployment has one. */
export function selectorOf(selector: V1LabelSelector | undefined): string {
  const equal = Object.entries(selector?.matchLabels ?? {}).map(([name, value]) => `${name}=${value}`);
  const terms = (selector?.matchExpressions ?? []).map(({ key, operator, values = [] }) => {
    if (operator === "Exists") return key;
    if (operator === "DoesNotExist") return `!${key}`;
    return `${key} ${operator === "In" ? "in" : "notin"} (${values.join(",")})`;
  });
  return [...equal, ...terms].join(",");
}

export function read<Kind extends object>(
  { connection, signal }: Pick<TargetSearch, "connection" | "signal">,
  resource: ClusterOperation["resource"],
  namespace: string,
  object: string,
  path: string,
): Promise<Kind> {
  return readObject<Kind>(connection, { verb: "get", resource, namespace, object }, path, signal);
}

export async function list<Kind extends object>(
  { connection, signal }: Pick<TargetSearch, "connection" | "signal">,
  resource: ClusterOperation["resource"],
  namespace: string,
  path: string,
): Promise<{ readonly items: readonly Kind[] }> {
  const operation: ClusterOperation = { verb: "list", resource, namespace, object: `list of ${resource}` };
  const { items } = await readObject<{ items?: Kind[] }>(connection, operation, path, signal);
  return { items: Array.isArray(items) ? items : [] };
}

/** Undefined for what isn't there. */
export async function orAbsent<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  return reading.catch((error: unknown) => {
    if (error instanceof ClusterFailed && error.status === 404) return undefined;
    throw error;
  });
}

const readIn = (looking: TargetSearch, namespaces: readonly string[], name: string) =>
  inEach(namespaces, (namespace) =>
    orAbsent(
      read<V1Deployment>(looking, "deployments", namespace, `deployment ${name}`, deploymentPath(namespace, name)),
    ),
  );

async function listIn(
  looking: TargetSearch,
  namespaces: readonly string[],
  service: string,
): Promise<readonly Found<V1Deployment>[]> {
  const found = new Map<string, Found<V1Deployment>>();
  for (const label of SERVICE_LABELS) {
    const values = [...new Set([service, service.toLowerCase()])].join(",");
    const query = new URLSearchParams({ labelSelector: `${label} in (${values})`, limit: `${LISTED_MAX}` });
    for (const namespace of namespaces) {
      const path = `${deploymentPath(namespace)}?${query}`;
      const { items } = await list<V1Deployment>(looking, "deployments", namespace, path);
      for (const object of items) found.set(`${namespace}/${object.metadata?.name}`, { namespace, object });
    }
  }
  return [...found.values()];
}

async function inEach<Kind>(
  namespaces: readonly string[],
  look: (namespace: string) => Promise<Kind | undefined>,
): Promise<readonly Found<Kind>[]> {
  const found: Found<Kind>[] = [];
  for (const namespace of namespaces) {
    const object = await look(namespace);
    if (object !== undefined) found.push({ namespace, object });
  }
  return found;
}

function theOnly<Kind extends { metadata?: { name?: string } }>(
  found: readonly Found<Kind>[],
  what: string,
  none: string,
): Found<Kind> {
  const [one, other] = found;
  if (!one) throw new ExecutionRefused(none);
  if (!other) return one;
  const places = found
    .slice(0, LISTED_MAX)
    .map(({ namespace, object }) => `${namespace}/${oneLine(object.metadata?.name)}`);
  const names = new Set(found.map(({ object }) => object.metadata?.name));
  const remedy = names.size === 1 ? "parameters.namespace" : "parameters.deployment";
  throw new ExecutionRefused(`There are several ${what}: ${places.join(", ")}. Name ${remedy}.`);
}

const isLabelled = ({ metadata, spec }: V1Deployment, service: string): boolean =>
  [metadata, spec?.template?.metadata].some((each) => belongsByLabel(each ? { metadata: each } : {}, [service]));

const belongs = (deployment: V1Deployment, service: string): boolean =>
  isLabelled(deployment, service) ||
  belongsByName(deployment.metadata?.name ?? "", [service, deploymentNameOf(service) ?? service]);

function asLabelled(found: Found<V1Deployment>, service: string | null): Found<V1Deployment> {
  const isNamed = found.object.metadata?.name === deploymentNameOf(service);
  return service !== null && !isNamed && isLabelled(found.object, service) ? { ...found, labelled: true } : found;
}

const notOfService = (what: string, service: string): ExecutionRefused =>
  new ExecutionRefused(
    `${what} isn't known to belong to service ${oneLine(service)}: its label app or app.kubernetes.io/name must say so, or its name must begin with the service's.`,
  );

const formatNamespaces = (namespaces: readonly string[]): string =>
  `in ${namespaces.length === 1 ? "namespace" : "the namespaces"} ${namespaces.join(", ")}`;
