import type { IncomingMessage } from "node:http";
import { type RawData, WebSocket } from "ws";
import type { ProbeLimits } from "../../probe/prober.ts";
import type { Cluster } from "./cluster-connection.ts";
import { ClusterFailed, describeStop, readStatus, type Status } from "./kubernetes-failure.ts";
import { requestOptions } from "./transport.ts";

export interface ExecResult {
  readonly stdout: string;
  readonly stderr: string;
  /** More came than may be kept. */
  readonly cut: boolean;
  /** Status of the command; undefined if the connection ended without it. */
  readonly status: Status | undefined;
}

export interface ExecTarget {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

/** Channels of a message, its first byte (kubernetes.io, "remotecommand", v4.channel.k8s.io). */
const STDOUT = 1;
const STDERR = 2;
const STATUS = 3;
const PROTOCOLS = ["v5.channel.k8s.io", "v4.channel.k8s.io"];

const FRAME_BYTES_MAX = 1024 ** 2;
const SMALL_BYTES_MAX = 16 * 1024;

/**
 * Runs one command in a container, without input, terminal or shell. The client's own exec isn't used. Its errors hold
 * the private key, and it can't be stopped while it connects. An unknown message ends the process, and one that closes
 * a stream closes the daemon's own. Throws what `toProbeFailure` understands.
 */
export async function execute(
  cluster: Cluster,
  target: ExecTarget,
  command: readonly string[],
  limits: ProbeLimits,
): Promise<ExecResult> {
  const path = `api/v1/namespaces/${target.namespace}/pods/${target.pod}/exec`;
  const url = new URL(path, cluster.server);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  for (const word of command) url.searchParams.append("command", word);
  url.searchParams.set("container", target.container);
  url.searchParams.set("stdout", "true");
  url.searchParams.set("stderr", "true");
  const options = await requestOptions(cluster, limits.signal);
  const socket = new WebSocket(url, PROTOCOLS, { ...options, maxPayload: FRAME_BYTES_MAX, perMessageDeflate: false });
  return follow(socket, limits);
}

function follow(socket: WebSocket, { bytes, signal }: ProbeLimits): Promise<ExecResult> {
  return new Promise((resolve, reject) => {
    const stdout = collectOutput(bytes);
    const stderr = collectOutput(SMALL_BYTES_MAX);
    let status: Status | undefined;
    const abort = (): void => fail(describeStop(signal));
    const settle = (): void => {
      signal.removeEventListener("abort", abort);
      socket.terminate();
    };
    const fail = (error: unknown): void => {
      reject(error);
      settle();
    };
    const done = (): void => {
      resolve({ stdout: stdout.text(), stderr: stderr.text(), cut: stdout.isFull(), status });
      settle();
    };
    signal.addEventListener("abort", abort, { once: true });
    socket.on("message", (data: RawData) => {
      const message = data as Buffer;
      const channel = message[0];
      if (channel === STDOUT) stdout.take(message.subarray(1));
      if (channel === STDERR) stderr.take(message.subarray(1));
      if (channel === STATUS) status = readStatus(message.subarray(1).toString("utf8"));
      if (status || stdout.isFull()) done();
    });
    socket.on("close", done);
    // Only the code of an error goes on: the rest of it may hold what the request was signed with.
    socket.on("error", (error: NodeJS.ErrnoException) => fail({ code: error.code }));
    socket.on("unexpected-response", (_request, response: IncomingMessage) => {
      readSmall(response).then((body) => fail({ code: response.statusCode ?? 0, body }), fail);
    });
  });
}

function collectOutput(bytesMax: number) {
  const chunks: Buffer[] = [];
  let capacity = bytesMax;
  let full = false;
  return {
    take(chunk: Buffer): void {
      full ||= chunk.length > capacity;
      chunks.push(chunk.subarray(0, capacity));
      capacity -= Math.min(capacity, chunk.length);
    },
    isFull: (): boolean => full,
    text: (): string => Buffer.concat(chunks).toString("utf8"),
  };
}

async function readSmall(response: IncomingMessage): Promise<string> {
  const body = collectOutput(SMALL_BYTES_MAX);
  for await (const chunk of response as AsyncIterable<Buffer>) {
    body.take(chunk);
    if (body.isFull()) break;
  }
  return body.text();
}

/** Exit code of a command that ended: 0 for success; undefined if it never began. */
export function exitCodeOf(status: Status): number | undefined {
  if (status.status === "Success") return 0;
  const code = status.causes.find(({ reason }) => reason === "ExitCode")?.message;
  return code !== undefined && /^\d{1,3}$/.test(code) ? Number(code) : undefined;
}

export const endedEarly = (): ClusterFailed => new ClusterFailed("The cluster broke the connection off.");
