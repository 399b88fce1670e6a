import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Somebody's server that takes webhooks. */
export interface Receiver {
  readonly url: string;
  /** NAME:PORT, for TOCSIN_OUTBOUND_HOSTS. */
  readonly host: string;
  readonly received: readonly Received[];
  /** What it answers from now on; a body it gives is sent as text. */
  answer(status: number, body?: string): void;
  close(): Promise<void>;
}

/** `answering` is waited for before each answer, and told how many requests came. */
export async function startReceiver(
  answering: (count: number) => void | Promise<void> = () => undefined,
): Promise<Receiver> {
  const received: Received[] = [];
  let answer = { status: 200, body: "" };
  const server = createServer(async (request, response) => {
    received.push({ path: request.url ?? "", headers: request.headers, text: await text(request) });
    await answering(received.length);
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    received,
    answer(status, body = "") {
      answer = { status, body };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
