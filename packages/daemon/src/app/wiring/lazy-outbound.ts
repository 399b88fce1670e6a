import type { OutboundOptions } from "../../adapters/outbound/outbound.ts";
import type { Outbound } from "../../notify/outbound.ts";
import { onFirstCall } from "../runtime/load-once.ts";

/** Requests to the outside; the HTTP client is loaded with the first. */
export const lazyOutbound = (options: OutboundOptions): Outbound =>
  onFirstCall(async () => (await import("../../adapters/outbound/outbound.ts")).createOutbound(options));
