import type { IncomingMessage } from "node:http";
import type { RequestOptions } from "node:https";
import type { Socket } from "node:net";
import type { Configuration, RequestContext, ResponseContext } from "@kubernetes/client-node";
import { request as requestPlain } from "../../kernel/node-http.ts";
import { rejectOnAbort } from "../../kernel/reject-on-abort.ts";
import type { Cluster } from "./cluster-connection.ts";
import { ClusterFailed, describeStop } from "./kubernetes-failure.ts";
import { isReadOnly, WriteNotPermitted } from "./read-only.ts";

export interface Bounds {
  readonly signal: AbortSignal;
  /** Limit of the bytes read from an answer. */
  readonly bytesRead: number;
  /** Limit of the bytes kept, the last ones. If undefined, an incomplete answer is a failure. */
  readonly bytesKept?: number;
}

export interface BoundedClient<Api> {
  readonly api: Api;
  /** Whether an answer was longer than what was kept of it. */
  wasCut(): boolean;
}

interface Body {
  readonly bytes: Buffer;
  readonly cut: boolean;
}

/**
 * A generated client with bounded answers. The client's own transport opens a connection pool for each request, which
 * outlives it, and reads without a limit. Here each request has one connection, which ends with its answer or with the
 * signal.
 */
export function boundedClient<Api>(
  cluster: Cluster,
  construct: new (configuration: Configuration) => Api,
  bounds: Bounds,
): BoundedClient<Api> {
  const { kubernetes, server } = cluster;
  let cut = false;
  const send = async (request: RequestContext): Promise<ResponseContext> => {
    const given = request.getBody();
    const call = {
      method: String(request.getHttpMethod()),
      url: new URL(request.getUrl()),
      headers: request.getHeaders(),
      body: typeof given === "string" ? given : undefined,
    };
    const response = await sendRequest(cluster, call, bounds.signal);
    const body = await readBody(response, bounds);
    cut ||= body.cut;
    const text = body.bytes.toString("utf8");
    return new kubernetes.ResponseContext(response.statusCode ?? 0, singleHeaders(response), {
      text: async () => text,
      binary: async () => body.bytes,
      stream: () => null,
    });
  };
  const configuration = kubernetes.createConfiguration({
    baseServer: new kubernetes.ServerConfiguration(server.slice(0, -1), {}),
    httpApi: kubernetes.wrapHttpLibrary({ send }),
  });
  return { api: new construct(configuration), wasCut: () => cut };
}

/** Certificates, headers and proxy as configured; a connection of its own, which ends with the request. */
export async function requestOptions({ config }: Cluster, signal: AbortSignal): Promise<RequestOptions> {
  // The client names the type of the websocket's options here, which says less.
  const options: RequestOptions = {};
  try {
    // Credentials may come from a program or a server, and those can hang.
    await rejectOnAbort(config.applyToHTTPSOptions(options), signal);
  } catch {
    if (signal.aborted) throw describeStop(signal);
    throw new ClusterFailed(
      "What KUBECONFIG names can't be used: check its credentials, and that the server is https.",
    );
  }
  // The client keeps its agent, and with it the certificates of the first request; only a proxy needs it.
  if (!config.getCurrentCluster()?.proxyUrl) delete options.agent;
  options.headers = { ...options.headers, "user-agent": "tocsin" };
  return options;
}

export interface Call {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/**
 * `leave` runs when the connection is open, right before the request is sent. If it throws, nothing is sent and the
 * error is passed on. After it returned, the server may have the request. Without `leave` only provably read-only
 * requests are sent; any other throws `WriteNotPermitted`. So no code writes to a cluster before the worker has
 * recorded the step.
 */
export async function sendRequest(
  cluster: Cluster,
  { method, url, headers, body }: Call,
  signal: AbortSignal,
  leave?: () => void,
): Promise<IncomingMessage> {
  if (!leave && !isReadOnly({ method, url, body })) {
    throw new WriteNotPermitted(`${method} ${url.pathname} may change the cluster, and only an action's send may.`);
  }
  const options = await requestOptions(cluster, signal);
  // Said here, for Node frames the body of a DELETE by itself in no way.
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const outgoing = requestOf(url)(url, {
      agent: false,
      ...options,
      method,
      headers: { ...headers, ...options.headers, ...length },
      signal,
    });
    outgoing.on("response", resolve).on("error", reject);
    const send = (): void => {
      try {
        leave?.();
        outgoing.end(body);
      } catch (error) {
        outgoing.destroy(error as Error);
      }
    };
    outgoing.on("socket", (socket) => onceConnected(socket, url, send));
  });
}

/** TLS is loaded with the first request that needs it. */
const requestOf = ({ protocol }: URL) =>
  protocol === "https:" ? process.getBuiltinModule("node:https").request : requestPlain;

function onceConnected(socket: Socket, { protocol }: URL, then: () => void): void {
  // A socket of a proxy's agent is connected already.
  if (!socket.connecting) then();
  else socket.once(protocol === "https:" ? "secureConnect" : "connect", then);
}

export async function readBody(response: IncomingMessage, { bytesRead, bytesKept }: Bounds): Promise<Body> {
  const chunks: Buffer[] = [];
  let had = 0;
  let held = 0;
  // Leaving the loop early destroys the response, and with it the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    had += chunk.length;
    held += chunk.length;
    for (let first = chunks[0]; first && held - first.length >= (bytesKept ?? bytesRead); first = chunks[0]) {
      chunks.shift();
      held -= first.length;
    }
    if (had >= bytesRead) break;
  }
  if (bytesKept === undefined && had >= bytesRead) {
    throw new ClusterFailed("The cluster's answer is larger than is read of it.");
  }
  const most = bytesKept ?? bytesRead;
  return { bytes: Buffer.concat(chunks).subarray(-most), cut: had > most };
}

function singleHeaders(response: IncomingMessage): Record<string, string> {
  const pairs = Object.entries(response.headers).map(([name, value]) => [name, String(value ?? "")]);
  return Object.fromEntries(pairs);
}
