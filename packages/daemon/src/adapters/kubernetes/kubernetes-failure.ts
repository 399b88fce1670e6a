import { ProbeFailed } from "../../probe/prober.ts";

/** An operation on the cluster, in the words of its access rules. */
export interface ClusterOperation {
  readonly verb: "get" | "list" | "create" | "patch" | "delete";
  readonly resource:
    | "pods"
    | "pods/log"
    | "pods/exec"
    | "events"
    | "pods.metrics.k8s.io"
    | "deployments"
    | "replicasets";
  readonly namespace: string;
  /** Such as `pod checkout-1`. */
  readonly object: string;
}

/**
 * Why the cluster didn't answer, for people. It drops the original error: errors of the clients hold private keys,
 * tokens and addresses, and a log prints an error with its cause.
 */
export class ClusterFailed extends ProbeFailed {
  /** HTTP status of the answer; `none`: no cluster is configured; undefined: no answer came. */
  readonly status: number | "none" | undefined;

  constructor(message: string, status?: number | "none") {
    super(message);
    this.status = status;
  }
}

/** The parts of a Status object (API reference v1.20, meta/v1 Status) that are looked at. */
export interface Status {
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly causes: readonly { readonly reason: string; readonly message: string }[];
}

const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The cluster can't be reached: it refuses the connection.",
  ECONNRESET: "The cluster broke the connection off.",
  EPIPE: "The cluster broke the connection off.",
  ENOTFOUND: "The cluster can't be reached: its name isn't known here.",
  EAI_AGAIN: "The cluster can't be reached: its name can't be looked up now.",
  ETIMEDOUT: "The cluster can't be reached: nothing answers there.",
  EHOSTUNREACH: "The cluster can't be reached: there is no way to it.",
  ENETUNREACH: "The cluster can't be reached: there is no way to it.",
  CERT_HAS_EXPIRED: "The cluster's certificate has expired.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The cluster's certificate is for another name.",
};

/** Describes an error of an operation on the cluster. */
export function toProbeFailure(thrown: unknown, operation: ClusterOperation, signal: AbortSignal): ProbeFailed {
  if (signal.aborted) return describeStop(signal);
  if (thrown instanceof ProbeFailed) return thrown;
  const { code, body } = (typeof thrown === "object" && thrown !== null ? thrown : {}) as Record<string, unknown>;
  if (typeof code === "number") return new ClusterFailed(describeAnswer(code, readStatus(body), operation), code);
  if (typeof code === "string" && NETWORK[code]) return new ClusterFailed(NETWORK[code]);
  if (typeof code === "string" && /CERT|_TLS_|SSL|SIGNATURE/.test(code)) {
    return new ClusterFailed("The cluster's certificate isn't trusted: check certificate-authority in KUBECONFIG.");
  }
  return new ClusterFailed("The cluster gave an answer that can't be understood.");
}

export function describeStop(signal: AbortSignal): ProbeFailed {
  const late = signal.reason instanceof Error && signal.reason.name === "TimeoutError";
  return new ClusterFailed(late ? "The cluster didn't answer within the time limit." : "The probe was stopped.");
}

/** No text of the cluster is quoted but single words that have the shape of one: its messages name nodes and users. */
function describeAnswer(code: number, status: Status, operation: ClusterOperation): string {
  const where = `in namespace ${operation.namespace}`;
  if (code === 401) return "The cluster doesn't accept the daemon's credentials: renew those that KUBECONFIG names.";
  if (code === 403)
    return `The daemon may not ${describeMissingPermission(status, operation)} ${where}: grant its account that right.`;
  if (code === 404) return `There is no ${operation.object} ${where}.`;
  if (code === 409) return `The ${operation.object} is being changed at the moment; try again.`;
  if (code === 422) return "The cluster refuses the parameters as they are (422).";
  if (code === 429) return "The cluster is asked too much at the moment; try again later.";
  const word = /^[A-Za-z]{1,40}$/.test(status.reason) ? `${code} ${status.reason}` : `${code}`;
  if (code >= 500) return `The cluster or the node of the pod is in trouble (${word}); try again later.`;
  return `The cluster refuses the request (${word}).`;
}

function describeMissingPermission(status: Status, operation: ClusterOperation): string {
  const match = /cannot ([a-z]{1,20}) resource "([a-z./]{1,60})" in API group "([a-z0-9.]{0,60})"/.exec(status.message);
  if (!match) return `${operation.verb} ${operation.resource}`;
  const [, verb, resource, group] = match;
  return group ? `${verb} ${resource} of ${group}` : `${verb} ${resource}`;
}

/** An error's body is the text of a Status object, most of the time. */
export function readStatus(body: unknown): Status {
  const object = parse(body);
  const details = objectOf(object["details"]);
  const causes = Array.isArray(details["causes"]) ? details["causes"].slice(0, 10).map(objectOf) : [];
  return {
    status: textOf(object["status"]),
    reason: textOf(object["reason"]),
    message: textOf(object["message"]),
    causes: causes.map((cause) => ({ reason: textOf(cause["reason"]), message: textOf(cause["message"]) })),
  };
}

function parse(body: unknown): Record<string, unknown> {
  if (typeof body !== "string") return {};
  try {
    return objectOf(JSON.parse(body));
  } catch {
    return {};
  }
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
