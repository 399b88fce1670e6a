import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Models that can't run here: servers that follow the API reference of OpenAI for chat completions, with `stream: true`
 * (objects `chat.completion.chunk` as server-sent events, `usage` in the last one, then `[DONE]`), and its error object.
 */
export interface FakeModel {
  /** To give as the base URL. */
  readonly url: string;
  readonly requests: readonly AskedOfModel[];
  stop(): Promise<void>;
}

export interface AskedOfModel {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As it came. */
  readonly text: string;
  readonly body: ChatRequest;
}

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly [parameter: string]: unknown;
}

type Behave = (request: AskedOfModel, response: ServerResponse, call: number) => void | Promise<void>;

const started = new Set<() => Promise<void>>();
if (typeof after === "function") {
  after(async () => {
    for (const stop of started) await stop();
  });
}

export async function startModel(behave: Behave): Promise<FakeModel> {
  const requests: AskedOfModel[] = [];
  const server = createServer(async (request, response) => {
    response.on("error", () => undefined);
    const asked = await readRequest(request);
    requests.push(asked);
    await behave(asked, response, requests.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = async (): Promise<void> => {
    if (!started.delete(stop)) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  started.add(stop);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests, stop };
}

async function readRequest(request: IncomingMessage): Promise<AskedOfModel> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  const body = (text === "" ? {} : JSON.parse(text)) as ChatRequest;
  return { path: request.url ?? "", headers: request.headers, text, body };
}

interface Streamed {
  readonly finish?: string;
  readonly usage?: unknown;
  /** Beside the text, in a chunk of its own. */
  readonly delta?: Readonly<Record<string, unknown>>;
}

const PIECE_LENGTH = 400;
const chunk = (delta: unknown, finish: string | null, more: Readonly<Record<string, unknown>> = {}): string =>
  `data: ${JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1_700_000_000,
    model: "fake",
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  })}\n\n`;

export function beginStream(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(chunk({ role: "assistant", content: "" }, null));
}

export const streamText = (response: ServerResponse, text: string): void => {
  for (let at = 0; at < text.length; at += PIECE_LENGTH) {
    response.write(chunk({ content: text.slice(at, at + PIECE_LENGTH) }, null));
  }
};

export function streamAnswer(response: ServerResponse, answer: unknown, options: Streamed = {}): void {
  const {
    finish = "stop",
    usage = { prompt_tokens: 1200, completion_tokens: 300, total_tokens: 1500 },
    delta,
  } = options;
  beginStream(response);
  if (delta) response.write(chunk(delta, null));
  streamText(response, typeof answer === "string" ? answer : JSON.stringify(answer));
  response.write(chunk({}, finish));
  if (usage !== null) response.write(chunk({}, null, { choices: [], usage }));
  response.end("data: [DONE]\n\n");
}

/** The error object of the API. */
export function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  extra: { readonly param?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...extra.headers });
  response.end(
    JSON.stringify({ error: { message, type: "invalid_request_error", param: extra.param ?? null, code: null } }),
  );
}

/** The document that the question holds. */
export interface AskedDocument {
  readonly evidence: readonly { readonly id: string; readonly service: string | null; readonly kind: string }[];
  readonly services: readonly { readonly name: string }[];
  readonly [part: string]: unknown;
}
export const documentOf = (data: string): AskedDocument => JSON.parse(data) as AskedDocument;
export const documentIn = ({ body }: AskedOfModel): AskedDocument => documentOf(body.messages.at(-1)?.content ?? "{}");

/** An answer that is right in every part, about a service and all the evidence that is about it. */
export function soberAnswer({ evidence: all }: AskedDocument, service = "payments") {
  const own = all.filter((one) => one.service === service);
  const evidence = own.map(({ id }) => id).slice(0, 20);
  const change = own.find(({ kind }) => kind === "deployment")?.id ?? null;
  return {
    conclusive: true,
    rootCause: `The deployment of ${service} used up its connections.`,
    summary: `Since the deployment ${service} has no free connections, so its callers fail.`,
    hypotheses: [
      {
        cause: `${service} ran out of connections`,
        service,
        metric: null,
        change,
        confidence: 0.9,
        evidence,
        counterEvidence: [] as string[],
      },
    ],
    suggestedFixes: [
      {
        title: `Roll back ${service}`,
        description: "The version before had more connections.",
        service: service as string | null,
        actionType: "rollback-deployment" as string | null,
        parameters: { replicas: null as unknown, pod: null as unknown },
        risk: "low",
        confidence: 0.8,
        evidence,
      },
    ],
  };
}
