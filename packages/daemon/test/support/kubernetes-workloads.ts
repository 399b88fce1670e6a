import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import type { V1Container, V1Deployment, V1DeploymentStrategy, V1Pod, V1ReplicaSet } from "@kubernetes/client-node";
import type { JsonOf } from "./kubernetes.ts";
import { jsonPatched, mergePatched, type Place, Refused, selects } from "./kubernetes-patch.ts";
import { addPod, type Controlled, rollOut } from "./kubernetes-rollout.ts";

/**
 * The part of the fake API server that changes things, after the Kubernetes API reference v1.20 ("Deployment v1 apps":
 * Read, List, Patch; "ReplicaSet v1 apps": Read, List; "Pod v1 core": List, Delete; "DeleteOptions v1 meta") and
 * kubernetes.io, "Deployments" (revisions, rollover) and "API Concepts" (dry run, patches):
 *
 *   GET, PATCH /apis/apps/v1/namespaces/{namespace}/deployments[/{name}]
 *   GET        /apis/apps/v1/namespaces/{namespace}/replicasets[/{name}]
 *   GET        /api/v1/namespaces/{namespace}/pods
 *   DELETE     /api/v1/namespaces/{namespace}/pods/{name}
 */
export interface FakeWorkloads {
  /** By `namespace/name`. */
  readonly deployments: Map<string, Deployment>;
  readonly replicaSets: Map<string, ReplicaSet>;
  /** Writes that took effect, in order; dry runs aren't among them. */
  readonly applied: AppliedWrite[];
  /** Writes and dry runs as they came, in order. */
  readonly asked: AskedWrite[];
  /** `pending`: what is changed isn't rolled out until `rollOut`. */
  rollout: "prompt" | "pending";
  /** Rights that the account hasn't, such as `patch deployments`. */
  readonly denied: Set<string>;
  /** Real writes are answered with this code and come to nothing; dry runs are answered as ever. */
  refuseWrites: number | undefined;
  /** Everything that was changed is rolled out: the pods are new, and ready. */
  rollOut(): void;
  /** Holds the next write that comes to this point, unanswered. */
  hold(point: HoldPoint): Hold;
}

export type Deployment = JsonOf<V1Deployment>;
export type ReplicaSet = JsonOf<V1ReplicaSet>;
type Pod = JsonOf<V1Pod>;

/** `dry-run`: as it came. `received`: the write came, and isn't applied. `applied`: it is, and isn't answered. */
export type HoldPoint = "dry-run" | "received" | "applied";

export interface Hold {
  readonly reached: Promise<void>;
  /** It goes on from there, whether or not somebody still waits for the answer. */
  release(): void;
  /** It comes to nothing: the connection ends. What was applied stays. */
  drop(): void;
}

export interface AppliedWrite {
  /** `PATCH default/deployments/checkout` */
  readonly write: string;
  /** The annotation `tocsin.dev/action` that it left. */
  readonly action: string | undefined;
}

export interface AskedWrite {
  readonly write: string;
  readonly dryRun: boolean;
  readonly contentType: string | undefined;
  readonly body: unknown;
}

interface State extends FakeWorkloads, Controlled {
  readonly holds: { readonly point: HoldPoint; readonly reach: () => void; readonly gone: Promise<boolean> }[];
}

export function openWorkloads(pods: Map<string, Pod>): State {
  const state: State = {
    pods,
    deployments: new Map(),
    replicaSets: new Map(),
    applied: [],
    asked: [],
    rollout: "prompt",
    rolloutAt: Date.parse("2026-11-20T20:00:00Z"),
    refuseWrites: undefined,
    denied: new Set(),
    holds: [],
    rollOut: () => {
      for (const key of state.deployments.keys()) rollOut(state, key);
    },
    hold: (point) => {
      const reached = Promise.withResolvers<void>();
      const gone = Promise.withResolvers<boolean>();
      state.holds.push({ point, reach: reached.resolve, gone: gone.promise });
      return { reached: reached.promise, release: () => gone.resolve(true), drop: () => gone.resolve(false) };
    },
  };
  return state;
}

/** False where the address is none of these. */
export function answerWorkloads(state: State, request: IncomingMessage, response: ServerResponse): boolean {
  const url = new URL(request.url ?? "/", "https://localhost");
  const found =
    /^\/(?:api\/v1|apis\/apps\/v1)\/namespaces\/([^/]+)\/(pods|deployments|replicasets)(?:\/([^/]+))?$/.exec(
      url.pathname,
    );
  const [, namespace = "", resource = "", name] = found ?? [];
  const isProbe = resource === "pods" && request.method === "GET" && name !== undefined;
  if (!found || (isProbe && !state.denied.has("get pods"))) return false;
  const kubernetes = { namespace, resource, name };
  void answer(state, kubernetes, url.searchParams, request)
    .then((body) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body)))
    .catch((error: unknown) => {
      if (!(error instanceof Refused)) return response.destroy();
      response.writeHead(error.code, { "content-type": "application/json" });
      return response.end(JSON.stringify(error.status));
    });
  return true;
}

async function answer(state: State, place: Place, query: URLSearchParams, request: IncomingMessage): Promise<unknown> {
  const { namespace, resource, name } = place;
  const method = request.method ?? "";
  const verb = { GET: name ? "get" : "list", PATCH: "patch", DELETE: "delete" }[method] ?? method.toLowerCase();
  const group = resource === "pods" ? "" : "apps";
  if (state.denied.has(`${verb} ${resource}`)) {
    const message = `${resource}.${group} "${name}" is forbidden: User "system:serviceaccount:default:tocsin" cannot ${verb} resource "${resource}" in API group "${group}" in the namespace "${namespace}"`;
    throw new Refused(403, "Forbidden", message);
  }
  if (method === "GET" && name === undefined) return { items: listed(state, place, query) };
  if (method === "GET") return foundIn(state, place);
  const text = await textOf(request);
  const write = `${method} ${namespace}/${resource}/${name}`;
  const body: unknown = text === "" ? undefined : JSON.parse(text);
  const dryRun = isDryRun(method, query, body);
  state.asked.push({ write, dryRun, contentType: request.headers["content-type"], body });
  await reach(state, dryRun ? "dry-run" : "received");
  if (!dryRun && state.refuseWrites) throw new Refused(state.refuseWrites, "ServiceUnavailable");
  const apply = method === "DELETE" ? deleting(state, place, body) : patching(state, place, body, request);
  if (dryRun) return apply.result;
  apply.store();
  state.applied.push({ write, action: apply.result.metadata?.annotations?.["tocsin.dev/action"] });
  await reach(state, "applied");
  return apply.result;
}

/**
 * As kube-apiserver 1.20 reads it (handlers/delete.go, handlers/patch.go): of a DELETE with a body the query is ignored,
 * and of a PATCH nothing but the query counts. Any other value than `All` is refused.
 */
function isDryRun(method: string, query: URLSearchParams, body: unknown): boolean {
  const fromBody = method === "DELETE" && body !== undefined;
  const given: unknown = fromBody ? ((body as { dryRun?: unknown }).dryRun ?? []) : query.getAll("dryRun");
  if (!Array.isArray(given)) throw new Refused(400, "BadRequest", "dryRun must be a list");
  const strange = given.filter((each) => each !== "All");
  if (strange.length === 0) return given.length > 0;
  const message = `dryRun: Unsupported value: []string{"${strange.join('", "')}"}: supported values: "All"`;
  throw new Refused(422, "Invalid", message);
}

async function reach(state: State, point: HoldPoint): Promise<void> {
  const index = state.holds.findIndex((each) => each.point === point);
  const [held] = index < 0 ? [] : state.holds.splice(index, 1);
  held?.reach();
  if (held && !(await held.gone)) throw new Error("dropped");
}

const mapOf = (state: State, { resource }: Place) =>
  (resource === "deployments" ? state.deployments : state.replicaSets) as Map<string, Deployment & ReplicaSet>;

function foundIn(state: State, place: Place): Deployment & ReplicaSet & Pod {
  const { resource, namespace, name = "" } = place;
  const found = resource === "pods" ? state.pods.get(name) : mapOf(state, place).get(`${namespace}/${name}`);
  if (found?.metadata?.namespace !== namespace) throw new Refused(404, "NotFound", `${resource} "${name}" not found`);
  return found as Deployment & ReplicaSet & Pod;
}

function listed(state: State, place: Place, query: URLSearchParams): readonly unknown[] {
  const all = place.resource === "pods" ? [...state.pods.values()] : [...mapOf(state, place).values()];
  const here = all.filter(({ metadata }) => metadata?.namespace === place.namespace);
  const wanted = here.filter(({ metadata }) => selects(query.get("labelSelector") ?? "", metadata?.labels ?? {}));
  return wanted.slice(0, Number(query.get("limit") ?? wanted.length));
}

interface Change {
  readonly result: Deployment | Pod;
  readonly store: () => void;
}

function patching(state: State, place: Place, body: unknown, request: IncomingMessage): Change {
  const before: Deployment = foundIn(state, place);
  const type = request.headers["content-type"] ?? "";
  const patched =
    type === "application/json-patch+json"
      ? jsonPatched(before, body)
      : type === "application/strategic-merge-patch+json"
        ? mergePatched(before, body)
        : undefined;
  if (!patched) throw new Refused(415, "UnsupportedMediaType");
  const after = patched as Deployment;
  if (after.metadata?.uid !== before.metadata?.uid) {
    const message = `Deployment.apps "${place.name}" is invalid: metadata.uid: Invalid value: field is immutable`;
    throw new Refused(422, "Invalid", message);
  }
  const changed = !isDeepStrictEqual(after.spec, before.spec);
  const metadata = {
    ...after.metadata,
    generation: (before.metadata?.generation ?? 1) + (changed ? 1 : 0),
    resourceVersion: String(Number(before.metadata?.resourceVersion ?? 1) + 1),
  };
  const result = { ...after, metadata };
  return {
    result,
    store: () => {
      const key = `${place.namespace}/${place.name}`;
      state.deployments.set(key, result);
      if (state.rollout === "prompt") rollOut(state, key);
    },
  };
}

function deleting(state: State, place: Place, body: unknown): Change {
  const pod: Pod = foundIn(state, place);
  const { preconditions } = (body ?? {}) as { preconditions?: { uid?: string } };
  if (preconditions?.uid && preconditions.uid !== pod.metadata?.uid) {
    const message = `Operation cannot be fulfilled on Pod "${place.name}": the UID in the precondition (${preconditions.uid}) does not match the UID in record (${pod.metadata?.uid}). The object might have been deleted and then recreated`;
    throw new Refused(409, "Conflict", message);
  }
  const [owner] = pod.metadata?.ownerReferences ?? [];
  return {
    result: pod,
    store: () => {
      state.pods.delete(place.name ?? "");
      const set = state.replicaSets.get(`${place.namespace}/${owner?.name}`);
      if (set) addPod(state, set, state.rollout === "prompt");
    },
  };
}

interface Deploying {
  readonly namespace?: string;
  readonly image?: string;
  readonly replicas?: number;
  readonly labels?: Record<string, string>;
  readonly container?: JsonOf<Partial<V1Container>>;
  readonly strategy?: JsonOf<V1DeploymentStrategy>;
  readonly broken?: boolean;
}

/**
 * A deployment that runs well, with its ReplicaSet and pods. Later calls with another image roll it out. `broken`: its
 * new pods never become ready, so that the pods of the version before stay.
 */
export function deploy(
  workloads: FakeWorkloads,
  name: string,
  {
    namespace = "default",
    image = "registry.example/app:1",
    replicas = 3,
    labels = {} as Record<string, string>,
    ...more
  }: Deploying = {},
): Deployment {
  const key = `${namespace}/${name}`;
  const known = workloads.deployments.get(key);
  const selector = { matchLabels: { run: name } };
  const { container, strategy, broken = false } = more;
  const containers = [{ name: "app", image, ...container }];
  const template = { metadata: { labels: { run: name, ...labels } }, spec: { containers } };
  workloads.deployments.set(key, {
    ...known,
    kind: "Deployment",
    apiVersion: "apps/v1",
    metadata: {
      uid: randomUUID(),
      resourceVersion: "1",
      annotations: {},
      ...known?.metadata,
      name,
      namespace,
      labels,
      generation: (known?.metadata?.generation ?? 0) + 1,
    },
    spec: { replicas, selector, template, ...(strategy && { strategy }) },
  });
  rollOut(workloads as State, key, broken);
  return workloads.deployments.get(key) ?? {};
}
