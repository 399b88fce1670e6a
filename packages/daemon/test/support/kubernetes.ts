import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CoreV1Event, PodMetric, V1Pod } from "@kubernetes/client-node";
import { type WebSocket, WebSocketServer } from "ws";
import { type Certificate, certificateFor } from "./certificates.ts";
import { answerWorkloads, type FakeWorkloads, openWorkloads } from "./kubernetes-workloads.ts";

/**
 * A small API server where no cluster runs: HTTPS and a bearer token, as the Kubernetes API reference v1.20
 * ("Read Pod", "Read Log Pod", "List Event", "Create Connect Exec Pod") and metrics.k8s.io/v1beta1 publish them:
 *
 *   GET /api/v1/namespaces/{namespace}/pods/{name}
 *   GET /api/v1/namespaces/{namespace}/pods/{name}/log?container&tailLines&limitBytes&sinceSeconds&previous&timestamps
 *   GET /api/v1/namespaces/{namespace}/pods/{name}/exec?command&container&stdout&stderr   (websocket, v4.channel.k8s.io)
 *   GET /api/v1/namespaces/{namespace}/events?fieldSelector&limit
 *   GET /apis/metrics.k8s.io/v1beta1/namespaces/{namespace}/pods/{name}
 *
 * What a test puts into `instead` answers in place of what is stored.
 */
export interface FakeKubernetes {
  readonly kubeconfig: string;
  readonly token: string;
  readonly pods: Map<string, JsonOf<V1Pod>>;
  /** Lines by container name. */
  readonly logs: Map<string, readonly string[]>;
  readonly events: JsonOf<CoreV1Event>[];
  /** Undefined: no metrics server is installed. */
  metrics: PodMetric | undefined;
  /** What a command answers; undefined: there is no such program. */
  exec: (command: readonly string[], socket: WebSocket) => ExecAnswer | undefined;
  /** How a websocket is answered. */
  handshake: "opened" | "refused" | "silent";
  /** By the last part of the path. */
  readonly instead: Map<string, (request: IncomingMessage, response: ServerResponse) => void>;
  /** Method and address, in order. */
  readonly requests: string[];
  readonly workloads: FakeWorkloads;
  openSockets(): number;
  /** That were ever made, also such as didn't come to a request. */
  connections(): number;
  close(): Promise<void>;
}

export interface ExecAnswer {
  readonly stdout?: string | Buffer;
  readonly stderr?: string;
  readonly code?: number;
  /** A message on a channel, byte for byte, in place of the outcome. */
  readonly raw?: readonly Buffer[];
  /** Nothing comes any more. */
  readonly hang?: boolean;
}

/** As it travels: times are text. */
export type JsonOf<Value> = Value extends Date
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly JsonOf<Item>[]
    : Value extends object
      ? { [Key in keyof Value]?: JsonOf<Value[Key]> }
      : Value;

export async function openFakeKubernetes(): Promise<FakeKubernetes> {
  const home = mkdtempSync(join(tmpdir(), "tocsin-test-kubernetes-"));
  const day = 86_400_000;
  const pair = certificateFor("localhost", new Date(Date.now() - day), new Date(Date.now() + day));
  const token = "fake-bearer-token-0123456789";
  const pods: FakeKubernetes["pods"] = new Map();
  const workloads = openWorkloads(pods);
  const fake: FakeKubernetes = {
    kubeconfig: join(home, "kubeconfig"),
    token,
    pods,
    workloads,
    logs: new Map(),
    events: [],
    metrics: undefined,
    exec: () => undefined,
    handshake: "opened",
    instead: new Map(),
    requests: [],
    openSockets: () => sockets.size,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(home, { recursive: true, force: true });
    },
  };
  const sockets = new Set<Socket>();
  const server = createServer({ key: pair.key, cert: pair.cert }, (request, response) =>
    answer(fake, (...given) => answerWorkloads(workloads, ...given), request, response),
  );
  let connections = 0;
  server.on("connection", () => ++connections);
  server.on("secureConnection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
  });
  acceptExec(server, fake);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  writeFileSync(fake.kubeconfig, kubeconfigOf(`https://localhost:${port}`, pair.cert, token, pair));
  return fake;
}

/** `own`: the certificate and key of the account, besides its token. */
export function kubeconfigOf(server: string, ca: string, token: string, own?: Certificate): string {
  const base64 = (text: string): string => Buffer.from(text).toString("base64");
  const authority = base64(ca);
  const keys = own && { "client-certificate-data": base64(own.cert), "client-key-data": base64(own.key) };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "fake", cluster: { server, "certificate-authority-data": authority } }],
    users: [{ name: "probe", user: { token, ...keys } }],
    contexts: [{ name: "fake", context: { cluster: "fake", user: "probe" } }],
    "current-context": "fake",
  });
}

/** A Status object (meta/v1), as errors are answered. */
export function status(response: ServerResponse, code: number, reason: string, message = reason): void {
  const body = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, code };
  json(response, code, body);
}

function json(response: ServerResponse, code: number, body: unknown): void {
  response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function answer(
  fake: FakeKubernetes,
  answersWorkloads: (request: IncomingMessage, response: ServerResponse) => boolean,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const url = new URL(request.url ?? "/", "https://localhost");
  fake.requests.push(`${request.method} ${request.url}`);
  const parts = url.pathname.split("/").slice(1);
  const last = parts.at(-1) ?? "";
  const special = fake.instead.get(last);
  if (request.headers.authorization !== `Bearer ${fake.token}`) status(response, 401, "Unauthorized");
  else if (special) special(request, response);
  else if (answersWorkloads(request, response)) return;
  else if (parts[0] === "apis" && fake.metrics) json(response, 200, fake.metrics);
  else if (parts[0] === "apis") response.writeHead(404, { "content-type": "text/plain" }).end("404 page not found\n");
  else if (last === "events") json(response, 200, { kind: "EventList", apiVersion: "v1", items: fake.events });
  else answerPod(fake, url, response);
}

function answerPod(fake: FakeKubernetes, url: URL, response: ServerResponse): void {
  const [, , , , namespace, , name = "", below] = url.pathname.split("/");
  const pod = fake.pods.get(name);
  if (!pod || pod.metadata?.namespace !== namespace) status(response, 404, "NotFound", `pods "${name}" not found`);
  else if (below === "log") answerLog(fake, url.searchParams, response);
  else json(response, 200, pod);
}

function answerLog(fake: FakeKubernetes, asked: URLSearchParams, response: ServerResponse): void {
  const lines = fake.logs.get(asked.get("container") ?? "") ?? [];
  const kept = lines.slice(-Number(asked.get("tailLines") ?? lines.length));
  const at = Date.parse("2026-11-20T21:00:00Z");
  const stamped = kept.map((line, index) => {
    const time = new Date(at + index * 1000).toISOString().replace("Z", "123456Z");
    return asked.get("timestamps") === "true" ? `${time} ${line}` : line;
  });
  const body = Buffer.from(stamped.map((line) => `${line}\n`).join(""));
  response.writeHead(200, { "content-type": "text/plain" });
  response.end(body.subarray(0, Number(asked.get("limitBytes") ?? body.length)));
}

function acceptExec(server: ReturnType<typeof createServer>, fake: FakeKubernetes): void {
  const handleProtocols = (): string => "v4.channel.k8s.io";
  const sockets = new WebSocketServer({ noServer: true, handleProtocols });
  server.on("upgrade", (request, socket, head) => {
    const url = new URL(request.url ?? "/", "https://localhost");
    fake.requests.push(`UPGRADE ${request.url}`);
    if (fake.handshake === "silent") return;
    if (fake.handshake === "refused" || request.headers.authorization !== `Bearer ${fake.token}`) {
      const body = JSON.stringify({ kind: "Status", status: "Failure", reason: "Forbidden", message: "", code: 403 });
      socket.end(`HTTP/1.1 403 Forbidden\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on("error", () => undefined);
      const command = url.searchParams.getAll("command");
      respond(webSocket, fake.exec(command, webSocket), command[0] ?? "");
    });
  });
}

function respond(socket: WebSocket, given: ExecAnswer | undefined, program: string): void {
  const send = (channel: number, body: string | Buffer): void =>
    socket.send(Buffer.concat([Buffer.from([channel]), Buffer.from(body)]));
  for (const message of given?.raw ?? []) socket.send(message);
  if (given?.hang || given?.raw) return;
  if (!given) {
    const message = `Internal error occurred: exec failed: exec: "${program}": executable file not found in $PATH: unknown`;
    send(3, JSON.stringify({ status: "Failure", reason: "InternalError", message, code: 500 }));
    return;
  }
  // An empty message of each channel comes first.
  send(1, "");
  send(2, "");
  if (given.stdout !== undefined) send(1, given.stdout);
  if (given.stderr !== undefined) send(2, given.stderr);
  const causes = [{ reason: "ExitCode", message: String(given.code) }];
  const failure = { status: "Failure", reason: "NonZeroExitCode", message: "command terminated", details: { causes } };
  send(3, JSON.stringify(given.code ? failure : { status: "Success" }));
  socket.close();
}

/** A pod of one container `app` that runs well. */
export function podOf(name: string, more: JsonOf<V1Pod> = {}): JsonOf<V1Pod> {
  return {
    kind: "Pod",
    apiVersion: "v1",
    ...more,
    metadata: { name, namespace: "default", creationTimestamp: "2026-11-20T20:00:00Z", ...more.metadata },
    spec: { nodeName: "node-1", containers: [{ name: "app", image: "registry.example/app:1" }], ...more.spec },
    status: {
      phase: "Running",
      containerStatuses: [runningStatus("app")],
      ...more.status,
    },
  };
}

export const runningStatus = (name: string) => ({
  name,
  image: "registry.example/app:1",
  imageID: "",
  ready: true,
  restartCount: 0,
  state: { running: { startedAt: "2026-11-20T20:00:05Z" } },
});
