import type { IncomingMessage } from "node:http";
import { connect as connectSocket, isIP, type Socket } from "node:net";
import { connect as connectTls, TLSSocket } from "node:tls";
import { KIB } from "../../kernel/bytes.ts";
import { request } from "../../kernel/node-http.ts";
import { pinned } from "../network/resolve.ts";
import { type Shown, showTls } from "./certificate.ts";
import type { Target } from "./http-target.ts";

const HEADER_BYTES_MAX = 16 * KIB;
/** A stream of events has no end; its beginning is enough. */
const BODY_MS_MAX = 2_000;
const USER_AGENT = "Tocsin-Probe";

/** The current step, for the message about a failure. */
export interface Progress {
  stage: "connecting" | "negotiating TLS" | "answering";
}

/** Milliseconds of each step. */
export interface Timings {
  readonly connect: number;
  readonly tls: number | undefined;
  /** From the request to the end of the answer's headers. */
  readonly answer: number;
}

/** How the body ended: `cut` by its limit of bytes, `late` by that of time, `broken` by the other side. */
type Ending = "whole" | "cut" | "late" | "broken";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  /** The beginning. */
  readonly body: Buffer;
  readonly ending: Ending;
}

export interface Exchange {
  readonly timings: Timings;
  readonly tls: Shown | undefined;
  /** Undefined for an untrusted certificate: no request was sent. */
  readonly answer: Answer | undefined;
}

/** One GET over a connection of its own, without agent, proxy and cookies. */
export async function exchange(
  target: Target,
  bodyBytesMax: number,
  signal: AbortSignal,
  progress: Progress,
  now: number,
): Promise<Exchange> {
  const began = performance.now();
  const plain = await openSocket(target, signal);
  try {
    const connected = performance.now();
    progress.stage = "negotiating TLS";
    const socket = target.url.protocol === "https:" ? await secured(plain, target) : plain;
    const negotiated = performance.now();
    progress.stage = "answering";
    // After its end, a connection shows no certificate.
    const tls = socket instanceof TLSSocket ? showTls(socket, now) : undefined;
    const asked = tls && !tls.trusted ? undefined : await ask(target, socket, signal);
    const timings: Timings = {
      connect: connected - began,
      tls: tls && negotiated - connected,
      answer: performance.now() - negotiated,
    };
    return { timings, tls, answer: asked && (await read(asked, bodyBytesMax, signal)) };
  } finally {
    plain.destroy();
  }
}

function openSocket({ host, port, addresses }: Target, signal: AbortSignal): Promise<Socket> {
  const socket = connectSocket({ host, port, lookup: pinned(addresses), signal });
  return settled(socket, "connect");
}

/** Resolves also for an untrusted certificate: send nothing unless `authorized` is true. */
function secured(socket: Socket, { host }: Target): Promise<TLSSocket> {
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

function ask({ url }: Target, socket: Socket, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asking = request({
      createConnection: () => socket,
      method: "GET",
      path: url.pathname + url.search,
      headers: { host: url.host, "user-agent": USER_AGENT, accept: "*/*", "accept-encoding": "identity" },
      maxHeaderSize: HEADER_BYTES_MAX,
      signal,
    });
    asking.once("error", reject);
    // Without this, an unrequested change of the protocol would wait for the timeout.
    asking.once("upgrade", () => reject(new Error("it changed the protocol unasked")));
    asking.once("response", (response) => {
      asking.removeListener("error", reject).on("error", () => undefined);
      resolve(response);
    });
    asking.end();
  });
}

async function read(response: IncomingMessage, bytesMax: number, signal: AbortSignal): Promise<Answer> {
  const parts: Buffer[] = [];
  let length = 0;
  let ending: Ending = "whole";
  const late = AbortSignal.any([AbortSignal.timeout(BODY_MS_MAX), signal]);
  late.addEventListener("abort", () => response.destroy(), { once: true });
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      if (length > bytesMax) break;
    }
  } catch {
    ending = late.aborted ? "late" : "broken";
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(parts).subarray(0, bytesMax),
    ending: length > bytesMax ? "cut" : ending,
  };
}
