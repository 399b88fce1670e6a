import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the server saw it. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What the server does with one request. */
export type Act = (response: ServerResponse, request: Seen) => void;

export interface ScriptedServer {
  readonly url: string;
  readonly seen: Seen[];
  close(): Promise<void>;
}

/** A server that plays one act for each request, and the last act for all further ones. */
export async function scriptedServer(...acts: Act[]): Promise<ScriptedServer> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", url = "", headers } = request;
    const act = acts[Math.min(seen.length, acts.length - 1)];
    const entry = { method, url, headers, body };
    seen.push(entry);
    act?.(response, entry);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Answers with JSON. */
export const answers =
  (status: number, body: unknown = {}, headers: Record<string, string> = {}): Act =>
  (response) => {
    response
      .writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers })
      .end(JSON.stringify(body));
  };
/** Answers with an error as Tocsin writes it. */
export const refuses = (status: number, headers: Record<string, string> = {}, body: object = {}): Act =>
  answers(
    status,
    { statusCode: status, error: "Error", message: `Refused with ${status}.`, ...body },
    { "x-request-id": "req-1", ...headers },
  );
/** Drops the connection without a word. */
export const resets: Act = (response) => {
  response.socket?.resetAndDestroy();
};
/** Promises more than it sends, then drops the connection. */
export const cutsOff: Act = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
  response.write('{"id":"half', () => response.socket?.resetAndDestroy());
};
/** Never answers. */
export const hangs: Act = () => {};
/** Opens a stream and writes the given text; ends it in order where `end` is true. */
export const streams =
  (text: string, { end = false, drop = false } = {}): Act =>
  (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(text, () => {
      if (end) response.end();
      if (drop) response.socket?.resetAndDestroy();
    });
  };

/** An address on which nothing listens. */
export async function deadAddress(): Promise<string> {
  const server = await scriptedServer(hangs);
  await server.close();
  return server.url;
}
