import { SECOND_MS } from "../../../kernel/clock.ts";
import {
  type BeforeSend,
  ExecutionRefused,
  OutcomeUnknown,
  type OutgoingRequest,
} from "../../../remediate/targets/executor.ts";
import type { Connection } from "../cluster-connection.ts";
import { oneLine } from "../format-text.ts";
import {
  ClusterFailed,
  type ClusterOperation,
  readStatus,
  type Status,
  toProbeFailure,
} from "../kubernetes-failure.ts";
import { WriteNotPermitted } from "../read-only.ts";
import { readBody, sendRequest } from "../transport.ts";

/** Limit of one answer. The cluster's own store takes 1.5 MiB an object, and lists are requested in small pages. */
const ANSWER_BYTES_MAX = 16 * 1024 ** 2;
const READ_MS_MAX = 15 * SECOND_MS;
/** An API server ends a write by itself after a minute. */
const WRITE_MS_MAX = 70 * SECOND_MS;

/** A refusal usually means that something changed after the action was planned. */
const CHANGED = "It has changed since the action was planned: request the action again.";

/** The object that is asked for, as the cluster answers it. Throws `ClusterFailed`; the signal's reason once it aborts. */
export async function readObject<Kind extends object>(
  connection: Connection,
  operation: ClusterOperation,
  path: string,
  signal: AbortSignal,
): Promise<Kind> {
  const bound = AbortSignal.any([signal, AbortSignal.timeout(READ_MS_MAX)]);
  try {
    const cluster = await connection.open();
    const call = { method: "GET", url: addressOf(cluster.server, path), headers: JSON_ONLY, body: undefined };
    const response = await sendRequest(cluster, call, bound);
    const { bytes } = await readBody(response, { signal: bound, bytesRead: ANSWER_BYTES_MAX });
    const body = bytes.toString("utf8");
    if (response.statusCode !== 200) throw { code: response.statusCode, body };
    return objectOf<Kind>(body);
  } catch (error) {
    signal.throwIfAborted();
    throw toClusterFailed(connection, error, operation, bound);
  }
}

/**
 * Asks whether a request would be taken: `dryRun` must be the dry run of one, and the transport sends nothing else.
 * Throws `ExecutionRefused`, and `OutcomeUnknown` where the cluster can't say now.
 */
export async function dryRun(
  connection: Connection,
  operation: ClusterOperation,
  dryRun: OutgoingRequest,
  signal: AbortSignal,
): Promise<void> {
  // A dry run changes nothing, so it may be sent at any time and repeated.
  await deliver(connection, operation, dryRun, signal, { hasLeft: true });
}

/**
 * Sends one request, once. Answers the object as it is then, or undefined where the cluster took it and its answer
 * can't be read. Throws `ExecutionRefused` where nothing was changed, `OutcomeUnknown` where that isn't known, and what
 * `leave` throws before anything is sent.
 */
export function write<Kind extends object>(
  connection: Connection,
  operation: ClusterOperation,
  outgoing: OutgoingRequest,
  leave: BeforeSend,
  signal: AbortSignal,
): Promise<Kind | undefined> {
  const progress: Progress = { hasLeft: false };
  const leaveNow = (): void => {
    try {
      leave();
      progress.hasLeft = true;
    } catch (error) {
      progress.calledOff = error;
      throw error;
    }
  };
  return deliver<Kind>(connection, operation, outgoing, signal, progress, leaveNow);
}

interface Progress {
  hasLeft: boolean;
  calledOff?: unknown;
}

async function deliver<Kind extends object>(
  connection: Connection,
  operation: ClusterOperation,
  { method, url, headers, body }: OutgoingRequest,
  signal: AbortSignal,
  progress: Progress,
  leave?: BeforeSend,
): Promise<Kind | undefined> {
  const bound = AbortSignal.any([signal, AbortSignal.timeout(WRITE_MS_MAX)]);
  try {
    const cluster = await connection.open();
    const call = { method, url: addressOf(cluster.server, url), headers, body: JSON.stringify(body) };
    const response = await sendRequest(cluster, call, bound, leave);
    const code = response.statusCode ?? 0;
    const answer = await readBody(response, { signal: bound, bytesRead: ANSWER_BYTES_MAX }).catch(() => undefined);
    const text = answer?.bytes.toString("utf8") ?? "";
    if (code >= 200 && code < 300) return parsed<Kind>(text);
    if (code === 401) connection.forget();
    if (code < 400 || code >= 500 || code === 408)
      throw new OutcomeUnknown(describeUnknown(operation, `it answered ${code}`));
    throw new ExecutionRefused(describeRefusal(code, readStatus(text), operation, bound));
  } catch (error) {
    if (error instanceof ExecutionRefused || error instanceof OutcomeUnknown) throw error;
    if (error instanceof WriteNotPermitted) throw error;
    if (progress.calledOff !== undefined) throw progress.calledOff;
    const why = toClusterFailed(connection, error, operation, bound).message;
    throw progress.hasLeft
      ? new OutcomeUnknown(describeUnknown(operation, `no answer came: ${why}`))
      : new ExecutionRefused(`${why} Nothing was sent.`);
  }
}

const JSON_ONLY = { accept: "application/json" };
/** The server's address ends with a slash, the path begins with one. */
const addressOf = (server: string, path: string): URL => new URL(path.slice(1), server);

function toClusterFailed(
  connection: Connection,
  error: unknown,
  operation: ClusterOperation,
  signal: AbortSignal,
): ClusterFailed {
  const failure = toProbeFailure(error, operation, signal);
  if (!(failure instanceof ClusterFailed)) return new ClusterFailed(failure.message);
  if (failure.status === 401) connection.forget();
  return failure;
}

const describeUnknown = ({ verb, object, namespace }: ClusterOperation, why: string): string =>
  `The cluster was asked to ${verb} ${object} in namespace ${namespace}, and ${why}`;

/** A client error of a write, for people: the cluster changed nothing. */
function describeRefusal(code: number, status: Status, operation: ClusterOperation, signal: AbortSignal): string {
  const { object, namespace } = operation;
  const isMissingRight = code === 403 && / cannot [a-z]+ resource /.test(status.message);
  if (code === 401 || code === 429 || isMissingRight) {
    return toProbeFailure({ code, body: JSON.stringify(status) }, operation, signal).message;
  }
  const what = `${object} in namespace ${namespace}`;
  if (code === 404) return `There is no ${what} any more.`;
  // A patch's own tests fail without a cause; another uid than the object's is a cause by itself.
  const isOther = code === 422 && (status.causes.length === 0 || status.message.includes("metadata.uid"));
  if (code === 409 || isOther) return `The cluster refuses to ${operation.verb} ${what}. ${CHANGED}`;
  return `The cluster refuses to ${operation.verb} ${what} (${code}): ${oneLine(status.message) || "it gives no reason"}`;
}

function objectOf<Kind extends object>(text: string): Kind {
  const object = parsed<Kind>(text);
  if (!object) throw new ClusterFailed("The cluster gave an answer that can't be understood.");
  return object;
}

function parsed<Kind extends object>(text: string): Kind | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Kind) : undefined;
  } catch {
    return undefined;
  }
}
