import type { Surroundings } from "../transport/send.ts";
import type { Delivery } from "./post.ts";

/** The way to the ingestion interface at `url`. */
export function createDelivery(
  url: string,
  headers: Headers,
  { fetch, random, now, userAgent }: Omit<Surroundings, "wait">,
): Delivery {
  const named = { ...Object.fromEntries(headers), ...(userAgent !== undefined && { "user-agent": userAgent }) };
  return { url, headers: named, fetch, random, now, tick: () => performance.now(), after };
}

/** Timers that aren't held don't keep Node alive; a browser's have no such thing. */
function after(ms: number, callback: () => void, held: boolean): () => void {
  const timer: unknown = setTimeout(callback, ms);
  if (!held && typeof timer === "object") (timer as { unref?(): void }).unref?.();
  return () => clearTimeout(timer as number);
}
