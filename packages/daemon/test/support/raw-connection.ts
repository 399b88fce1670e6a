import { connect, type Socket } from "node:net";
import { waitFor } from "./wait.ts";

/** A connection that is written to byte by byte, and what came back on it. */
export interface RawConnection {
  readonly socket: Socket;
  /** All that was received. */
  readonly received: () => string;
  readonly isClosed: () => boolean;
  /** The error that the connection broke with, if it did. */
  readonly error: () => NodeJS.ErrnoException | undefined;
  send(text: string | Buffer): void;
  /** The first whole answer: its status, its head in lower case and its body. */
  answer(): Promise<RawAnswer>;
  closed(within?: number): Promise<void>;
}

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

const HEAD_END = "\r\n\r\n";

/** Connects to an address such as http://127.0.0.1:7071. One that is stubborn goes on when the other side has ended. */
export function rawConnection(address: string, { stubborn = false } = {}): RawConnection {
  const { hostname, port } = new URL(address);
  let text = "";
  let closed = false;
  let broken: NodeJS.ErrnoException | undefined;
  const socket = connect({
    port: Number(port),
    host: hostname.replace(/^\[|\]$/g, ""),
    allowHalfOpen: stubborn,
  });
  socket
    .setNoDelay(true)
    .on("data", (chunk) => (text += chunk.toString("latin1")))
    .on("error", (error) => (broken = error))
    .on("close", () => (closed = true));
  return {
    socket,
    received: () => text,
    isClosed: () => closed,
    error: () => broken,
    send: (data) => void socket.write(data),
    answer: () =>
      waitFor(async () => wholeAnswer(text, closed), {
        within: 15_000,
        what: "an answer",
      }),
    closed: async (within = 15_000) =>
      void (await waitFor(async () => closed, { within, what: "the end of the connection" })),
  };
}

function wholeAnswer(text: string, closed: boolean): RawAnswer | undefined {
  const end = text.indexOf(HEAD_END);
  if (end === -1) return undefined;
  const head = text.slice(0, end).toLowerCase();
  const body = text.slice(end + HEAD_END.length);
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
  if (length === undefined ? !closed : body.length < Number(length)) return undefined;
  return { status: Number(/^http\/1\.1 (\d+)/.exec(head)?.[1]), head, body };
}
