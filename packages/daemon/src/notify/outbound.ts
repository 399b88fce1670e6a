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
