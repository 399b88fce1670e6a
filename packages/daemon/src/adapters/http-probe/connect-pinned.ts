import { connect as connectSocket, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { pinned } from "../network/resolve.ts";
import type { Target } from "./http-target.ts";

/** The current step, for the message about a failure. */
export interface Progress {
  stage: "connecting" | "negotiating TLS" | "answering";
}

export function openSocket({ host, port, addresses }: Target, signal: AbortSignal): Promise<Socket> {
  const socket = connectSocket({ host, port, lookup: pinned(addresses), signal });
  return settled(socket, "connect");
}

/** Also where the certificate isn't trusted: `authorized` tells, and nothing may be sent unless it is true. */
export function secured(socket: Socket, { host }: Target): Promise<TLSSocket> {
  const names = isIP(host) === 0 ? { host, servername: host } : { host };
  return settled(connectTls({ socket, ...names, rejectUnauthorized: false }), "secureConnect");
}

function settled<S extends Socket>(socket: S, event: "connect" | "secureConnect"): Promise<S> {
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("closed")));
    socket.once(event, () => {
      // The request handles later errors. Without a request they must not end the process.
      socket.removeListener("error", reject).on("error", () => undefined);
      resolve(socket);
    });
  });
}
