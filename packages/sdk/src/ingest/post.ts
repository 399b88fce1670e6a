import { answeredError, TocsinError } from "../transport/errors.ts";
import { newIdempotencyKey } from "../transport/headers.ts";
import { type CallContext, exchange } from "../transport/send.ts";
import type { Item, Route } from "./queue.ts";

/** Where a buffer sends, and what it takes from its surroundings. */
export interface Delivery {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  readonly random: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a clock that nobody sets. */
  readonly tick: () => number;
  /** Calls back once after so many milliseconds; answers what calls that off. Only a `held` one keeps the process alive. */
  readonly after: (ms: number, callback: () => void, held: boolean) => () => void;
}

/** The way to the ingestion interface at `url`. */
export function createDelivery(
  url: string,
  headers: Headers,
  { fetch, random, now, userAgent }: Omit<CallContext, "wait">,
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

/** Events that go in one request; the same ones with the same key until they are settled. */
export interface Batch {
  readonly key: string;
  readonly items: readonly Item[];
  /** Number of the first one in the queue. */
  readonly first: number;
}

/** The server's answer to a batch. */
export interface Taken {
  readonly rejected: number;
  readonly reason: string | undefined;
}

const paths: Readonly<Record<Route, string>> = {
  logs: "/events/logs/batch?onInvalid=skip",
  metrics: "/events/metrics",
  deployments: "/events/deployments",
};

/** Sends one batch, once. The request begins before this returns, as a page that is being left needs it. Never rejects. */
export async function post(
  { key, items }: Batch,
  delivery: Delivery,
  { timeoutMs, keepalive, signal }: { timeoutMs: number; keepalive: boolean; signal: AbortSignal },
): Promise<Taken | TocsinError> {
  const route = items[0]?.route ?? "logs";
  const url = `${delivery.url}${paths[route]}`;
  const texts = items.map(({ text }) => text);
  const init = {
    method: "POST",
    headers: {
      ...delivery.headers,
      accept: "application/json",
      "content-type": "application/json",
      "idempotency-key": key,
    },
    body: route === "logs" ? `[${texts.join(",")}]` : texts.join(),
    ...(keepalive && { keepalive }),
  };
  const answer = await exchange(delivery.fetch, url, init, timeoutMs, { signal, check: () => {} });
  if (answer instanceof TocsinError) return answer;
  const { response } = answer;
  const text = new TextDecoder().decode(answer.bytes);
  if (!response.ok) return answeredError(response, text, `POST ${url.split("?")[0]}`, delivery.now());
  return readAnswer(response, text, items.length);
}

/** Only an answer of Tocsin's own means that events are durable: a proxy or a log-in page says 200 to anything. */
function readAnswer({ status, url }: Response, text: string, count: number): Taken | TocsinError {
  const answer = parse(text);
  const known = status === 202 && ("accepted" in answer || "queued" in answer);
  if (!known)
    return new TocsinError(`${url.split("?")[0]} answered ${status}, but not as Tocsin does. Is that its address?`, {
      status,
    });
  const rejected = Number.isInteger(answer.rejected) ? Math.min(count, Math.max(0, answer.rejected as number)) : 0;
  const [first] = Array.isArray(answer.details) ? (answer.details as { path?: unknown; message?: unknown }[]) : [];
  return { rejected, reason: first && `${String(first.path)} ${String(first.message)}` };
}

function parse(text: string): { accepted?: unknown; queued?: unknown; rejected?: unknown; details?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/**
 * Decides about a batch that failed.
 *
 * | answer | batch of logs | one event |
 * |---|---|---|
 * | none, 408, 409, 429, 5xx | `again` | `again` |
 * | 400, 413, 422 | `apart`: the invalid ones are searched | `refused` |
 * | 403 | `hold` | a metric or deployment: `refused`, its service may be one too many |
 * | 401, 404, redirects, others | `hold`: kept and retried until somebody fixes the settings | the same |
 */
export function classifyFailure(error: TocsinError, { items }: Batch): "again" | "apart" | "refused" | "hold" {
  const { status } = error;
  if (status === undefined || error.isRetryable || status === 409 || status >= 500) return "again";
  if (status === 400 || status === 413 || status === 422) return items.length > 1 ? "apart" : "refused";
  return status === 403 && items[0]?.route !== "logs" ? "refused" : "hold";
}

/** The batch without the elements that the server named, and how many those are; in halves where it named none. */
export function splitBatch(batch: Batch, error: TocsinError): { parts: Batch[]; refused: Item[] } {
  const named = new Set(error.details.map((detail) => /^\/(\d+)(?:\/|$)/.exec(String(detail?.path))?.[1]));
  const refused = batch.items.filter((_, index) => named.has(String(index)));
  if (refused.length > 0)
    return { parts: parts(batch, [batch.items.filter((_, index) => !named.has(String(index)))]), refused };
  const middle = Math.ceil(batch.items.length / 2);
  return { parts: parts(batch, [batch.items.slice(0, middle), batch.items.slice(middle)]), refused };
}

const parts = ({ first }: Batch, groups: readonly (readonly Item[])[]): Batch[] =>
  groups.filter(({ length }) => length > 0).map((items) => ({ key: newIdempotencyKey(), items, first }));
