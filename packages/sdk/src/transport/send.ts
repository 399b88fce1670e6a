import { setTimeout as sleep } from "node:timers/promises";
import { answeredError, TimeoutError, TocsinError, unansweredError } from "./errors.ts";
import { delayBefore, isRepeatable } from "./retry.ts";
import { checkTimeout } from "./timeout.ts";

/** What the transport takes from its surroundings, so that a test can play with it. */
export interface Surroundings {
  readonly fetch: typeof fetch;
  /** Resolves after so many milliseconds, or rejects once the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  readonly random: () => number;
  readonly now: () => number;
}

/** What holds for one request. */
export interface Terms {
  /** Milliseconds that one try may take until its whole answer is here. */
  readonly timeoutMs: number;
  /** Tries after the first one. */
  readonly retries: number;
  readonly signal?: AbortSignal | undefined;
  /** Media type of the answer. Another one means that something else than Tocsin answered. Undefined takes any. */
  readonly accept: string | undefined;
}

/** A request that can be sent more than once. */
interface Message {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: ArrayBuffer | undefined;
}

export const surroundings: Surroundings = {
  fetch: (input, init) => globalThis.fetch(input, init),
  wait: async (ms, signal) => {
    await sleep(ms, undefined, { signal });
  },
  random: Math.random,
  now: Date.now,
};

/**
 * Sends a request until it is answered with success, and gives that answer with its whole body.
 * Throws a TocsinError once no further try is allowed, or the reason of the signal.
 * @throws RangeError where `timeoutMs` is no time that can be waited for; nothing is sent then.
 */
export async function send(request: Request, terms: Terms, around: Surroundings): Promise<Response> {
  checkTimeout("timeoutMs", terms.timeoutMs);
  const message = await readMessage(request, terms);
  const repetition = { method: message.method, keyed: message.headers.has("idempotency-key") };
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await tryOnce(message, terms, around);
    if (outcome instanceof Response) return outcome;
    if (attempt >= terms.retries || !isRepeatable(outcome, repetition)) throw outcome;
    const delay = delayBefore(attempt, outcome.retryAfterMs, around.random);
    if (delay === undefined) throw outcome;
    await pause(delay, terms.signal, around);
  }
}

/** Waits; throws the reason of the signal where it aborts meanwhile. */
export async function pause(ms: number, signal: AbortSignal | undefined, around: Surroundings): Promise<void> {
  try {
    await around.wait(ms, signal);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/** The body is read once and kept, because the stream of a Request can be sent only once. */
async function readMessage(request: Request, terms: Terms): Promise<Message> {
  const headers = new Headers(request.headers);
  if (terms.accept !== undefined) headers.set("accept", terms.accept);
  const body = request.body === null ? undefined : await request.arrayBuffer();
  return { method: request.method, url: request.url, headers, body };
}

async function tryOnce(message: Message, terms: Terms, around: Surroundings): Promise<Response | TocsinError> {
  const { method, url, headers, body } = message;
  terms.signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(Math.ceil(terms.timeoutMs));
  const signal = terms.signal ? AbortSignal.any([terms.signal, timeout]) : timeout;
  try {
    const response = await around.fetch(url, { method, headers, signal, redirect: "manual", ...(body && { body }) });
    const bytes = await response.arrayBuffer();
    return judge(response, bytes, message, terms, around.now());
  } catch (error) {
    terms.signal?.throwIfAborted();
    if (timeout.aborted)
      return new TimeoutError(`${new URL(url).origin} gave no whole answer within ${terms.timeoutMs / 1000} seconds.`);
    return unansweredError(error, url);
  }
}

function judge(
  response: Response,
  bytes: ArrayBuffer,
  { method, url }: Message,
  { accept }: Terms,
  now: number,
): Response | TocsinError {
  const asked = `${method} ${url.split("?")[0]}`;
  if (!response.ok) return answeredError(response, new TextDecoder().decode(bytes), asked, now);
  const type = response.headers.get("content-type")?.split(";")[0]?.trim() ?? "nothing";
  if (accept !== undefined && type !== accept) {
    return new TocsinError(`${asked} was answered with ${type}, not with ${accept}. Is that the address of a Tocsin?`, {
      status: response.status,
    });
  }
  const { status, statusText, headers } = response;
  return new Response(bytes.byteLength > 0 ? bytes : null, { status, statusText, headers });
}

/** What the generated client threw, with the one failure that arises in its own code made ours: a body that is no JSON. */
export function coerceError(error: unknown): unknown {
  return error instanceof SyntaxError
    ? new TocsinError("The answer is not valid JSON. Is that the address of a Tocsin?", { cause: error })
    : error;
}
