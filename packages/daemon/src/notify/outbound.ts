import { createHmac } from "node:crypto";
import { SECOND_MS } from "../kernel/clock.ts";

/** One request to a user-supplied address. */
export interface OutboundRequest {
  /** Private hosts may be allowed for one organization only. */
  readonly organizationId: string;
  readonly method: "POST" | "PUT" | "PATCH" | "GET";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly timeoutMs: number;
  readonly answerBytesMax?: number;
  /** Called on the open connection, right before the request is sent. If it throws, nothing is sent. */
  readonly beforeSend?: () => void;
}

export interface OutboundAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the body. */
  readonly body: string;
}

/** The address is not allowed, and a retry is useless. The message is for people. */
export class OutboundRefused extends Error {
  override readonly name = "OutboundRefused";
}

/** No response arrived. `sent`: the request may have arrived. The message is for people. */
export class OutboundFailed extends Error {
  override readonly name = "OutboundFailed";
  readonly sent: boolean;
  constructor(message: string, sent: boolean) {
    super(message);
    this.sent = sent;
  }
}

/**
 * Sends over a connection pinned to the checked address: no loopback, link-local or private hosts unless allowed, no
 * redirects, no proxies. Throws `OutboundRefused`, `OutboundFailed`, and what `beforeSend` throws.
 */
export type Outbound = (request: OutboundRequest, signal: AbortSignal) => Promise<OutboundAnswer>;

export const SIGNATURE_HEADER = "x-tocsin-signature";

/** `t=SECONDS,v1=HEX`: HMAC-SHA256 of `SECONDS.BODY`, which proves sender and time. `now` is in milliseconds. */
export function signatureOf(secret: string, body: string, now: number): string {
  const seconds = Math.floor(now / SECOND_MS);
  const mac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${mac}`;
}
