import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** An open connection of a listener. */
export interface Connection {
  readonly socket: Socket;
  /** The address or network that it comes from. */
  readonly address: string;
  readonly openedAt: number;
  /** Over the limit: its first request is refused. */
  readonly surplus: boolean;
  /** The last one that came in on it. */
  request: IncomingMessage | undefined;
  response: ServerResponse | undefined;
  /** When its last request came, to a second; 0 before the first. */
  usedAt: number;
  /** Requests whose answers the operating system has not taken yet. Above 1 only where requests are pipelined. */
  unanswered: number;
  /** Its last request was refused because too many before it were unanswered. Further ones are dropped. */
  overrun: boolean;
  /** Requests that were dropped. */
  dropped: number;
}
