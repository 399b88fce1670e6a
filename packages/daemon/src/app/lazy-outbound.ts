import type { OutboundOptions } from "../adapters/outbound/outbound.ts";
import type { Outbound } from "../notify/outbound.ts";
import { once } from "./once.ts";

/** Requests to the outside; the HTTP client is loaded with the first. */
export function lazyOutbound(options: OutboundOptions): Outbound {
  const opening = once(async () => (await import("../adapters/outbound/outbound.ts")).createOutbound(options));
  return async (...asked) => (await opening())(...asked);
}
