import { createHmac } from "node:crypto";
import { SECOND_MS } from "../kernel/clock.ts";

/** One POST or other request to an address that somebody outside Tocsin gave. */
export interface OutboundRequest {
  /** On whose behalf: hosts on inner networks may be open to one organization alone. */
  readonly organizationId: string;
  readonly method: "POST" | "PUT" | "PATCH" | "GET";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly timeoutMs: number;
  /** Of the answer's body as much is read; 64 KiB where left out. */
  readonly answerBytesMax?: number;
  /** Called on a connection that stands, right before the request leaves on it: what it throws calls it off. */
  readonly leave?: () => void;
}

export interface OutboundAnswer {
  readonly status: number;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning. */
  readonly body: string;
}

/** The address may not be asked; trying again is of no use. In words for people. */
export class OutboundRefused extends Error {
  override readonly name = "OutboundRefused";
}

/** No answer came, in words for people. `sent`: the request may have arrived. */
export class OutboundFailed extends Error {
  override readonly name = "OutboundFailed";
  readonly sent: boolean;
  constructor(message: string, sent: boolean) {
    super(message);
    this.sent = sent;
  }
}

/**
 * Asks an address over a connection that is pinned to what was checked: never loopback, link-local or private ones
 * unless the configuration allows that host, no redirects, no proxies. Throws `OutboundRefused`, `OutboundFailed`, and
 * what `leave` throws.
 */
export type Outbound = (request: OutboundRequest, signal: AbortSignal) => Promise<OutboundAnswer>;

/** The header that a signature stands in. */
export const SIGNATURE_HEADER = "x-tocsin-signature";

/**
 * `t=SECONDS,v1=HEX`: HMAC-SHA256 of `SECONDS.BODY`, so that a receiver can tell who sent a message and when.
 * `now` is in milliseconds since 1970 UTC.
 */
export function signatureOf(secret: string, body: string, now: number): string {
  const seconds = Math.floor(now / SECOND_MS);
  const mac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${mac}`;
}
