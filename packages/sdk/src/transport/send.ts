import { type CallEnd, checkTimeout, sleep, unlessEnded } from "./call-end.ts";
import { answeredError, TimeoutError, TocsinError, unansweredError } from "./errors.ts";
import { delayBefore, isRepeatable, type RetryBudget } from "./retry.ts";

/** The platform functions of the transport, which a test can replace. */
export interface CallContext {
  readonly fetch: typeof fetch;
  /** Resolves after so many milliseconds, or rejects once the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  readonly random: () => number;
  readonly now: () => number;
  /** The header `User-Agent`. A browser sets its own. */
  readonly userAgent: string | undefined;
}

/** An answer, as `onResponse` gets it. */
export interface ResponseInfo {
  readonly method: string;
  /** The whole address that was asked, with its query. */
  readonly url: string;
  /** HTTP status. */
  readonly status: number;
  readonly headers: Headers;
  /** `x-request-id`, to be found in the log of the daemon. */
  readonly requestId: string | undefined;
  /** Which try was answered: 1 for the first. */
  readonly attempts: number;
}

/** A failed try that is retried, as `onRetry` gets it. */
export interface RetryInfo {
  readonly method: string;
  /** The whole address that was asked, with its query. */
  readonly url: string;
  /** How many tries have failed by now. */
  readonly attempts: number;
  /** The error of the try. */
  readonly error: TocsinError;
  /** Milliseconds until the next try. */
  readonly delayMs: number;
}

/** Callbacks of a call. An error that they throw fails the call. */
export interface Hooks {
  readonly onResponse?: ((response: ResponseInfo) => void) | undefined;
  readonly onRetry?: ((retry: RetryInfo) => void) | undefined;
}

/** Limits and callbacks of one request. */
export interface Terms extends Hooks {
  /** Milliseconds that one try may take until its whole answer is here. */
  readonly timeoutMs: number;
  /** Tries after the first one. */
  readonly retries: number;
  readonly budget: RetryBudget;
  readonly ending: CallEnd;
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

export const surroundings: Omit<CallContext, "userAgent"> = {
  fetch: (input, init) => globalThis.fetch(input, init),
  wait: sleep,
  random: Math.random,
  now: Date.now,
};

/**
 * Sends a request until it is answered with success, and gives that answer with its whole body.
 * Throws a TocsinError once no further try is allowed, or what the ending throws.
 * @throws RangeError where `timeoutMs` is no time that can be waited for, or `retries` no number; nothing is sent then.
 */
export async function send(request: Request, terms: Terms, around: CallContext): Promise<Response> {
  checkTimeout("timeoutMs", terms.timeoutMs);
  if (!(terms.retries >= 0)) throw new RangeError(`retries must be 0 or more, and is ${terms.retries}.`);
  const message = await readMessage(request, terms, around);
  const { method, url } = message;
  const repetition = { method, keyed: message.headers.has("idempotency-key") };
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await tryOnce(message, attempt, terms, around);
    if (outcome instanceof Response) {
      terms.budget.earn();
      return outcome;
    }
    if (attempt >= terms.retries || !isRepeatable(outcome, repetition)) throw outcome;
    const delayMs = delayBefore(attempt, outcome.retryAfterMs, around.random);
    if (delayMs === undefined || delayMs >= terms.ending.left()) throw outcome;
    // A server that says when to come back paces its clients itself.
    if (outcome.retryAfterMs === undefined && !terms.budget.spend()) throw outcome;
    terms.onRetry?.({ method, url, attempts: attempt + 1, error: outcome, delayMs });
    await pause(delayMs, terms.ending, around);
  }
}

/** Waits; throws what the ending throws where it comes meanwhile. */
export async function pause(ms: number, ending: CallEnd, around: CallContext): Promise<void> {
  try {
    await around.wait(ms, ending.signal);
  } catch (error) {
    ending.check();
    throw error;
  }
}

/** The body is read once and kept, because the stream of a Request can be sent only once. */
async function readMessage(request: Request, { accept }: Terms, { userAgent }: CallContext): Promise<Message> {
  const headers = new Headers(request.headers);
  if (accept !== undefined) headers.set("accept", accept);
  if (userAgent !== undefined && !headers.has("user-agent")) headers.set("user-agent", userAgent);
  // Browsers give a Request no `body`, or one without bytes; they don't agree on which.
  const body = request.method === "GET" || request.method === "HEAD" ? undefined : await request.arrayBuffer();
  return { method: request.method, url: request.url, headers, body: body?.byteLength ? body : undefined };
}

async function tryOnce(
  message: Message,
  attempt: number,
  terms: Terms,
  around: CallContext,
): Promise<Response | TocsinError> {
  const { method, url, headers, body } = message;
  terms.ending.check();
  const init = { method, headers, ...(body && { body }) };
  const answer = await exchange(around.fetch, url, init, terms.timeoutMs, terms.ending);
  if (answer instanceof TocsinError) return answer;
  const { response, bytes } = answer;
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const { status, headers: answered } = response;
  terms.onResponse?.({ method, url, status, headers: answered, requestId, attempts: attempt + 1 });
  return judge(response, bytes, message, terms, around.now());
}

/** One request and its whole answer, or why there is none within `timeoutMs`. Throws what the ending throws. */
export async function exchange(
  fetch: CallContext["fetch"],
  url: string,
  init: RequestInit,
  timeoutMs: number,
  ending: Pick<CallEnd, "signal" | "check">,
): Promise<{ readonly response: Response; readonly bytes: ArrayBuffer } | TocsinError> {
  const timeout = AbortSignal.timeout(Math.ceil(timeoutMs));
  const signal = ending.signal ? AbortSignal.any([ending.signal, timeout]) : timeout;
  const run = async () => {
    const response = await fetch(url, { ...init, signal, redirect: "manual" });
    return { response, bytes: await response.arrayBuffer() };
  };
  try {
    // A `fetch` of the caller may ignore the signal.
    return await unlessEnded(run(), { signal, check: () => signal.throwIfAborted() });
  } catch (error) {
    ending.check();
    if (timeout.aborted)
      return new TimeoutError(`${new URL(url).origin} gave no whole answer within ${timeoutMs / 1000} seconds.`);
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
  const { status, statusText, headers } = response;
  const type = headers.get("content-type")?.split(";")[0]?.trim() ?? "nothing";
  if (accept !== undefined && type !== accept) {
    return new TocsinError(`${asked} was answered with ${type}, not with ${accept}. Is that the address of a Tocsin?`, {
      status,
      requestId: headers.get("x-request-id") ?? undefined,
    });
  }
  return new Response(bytes.byteLength > 0 ? bytes : null, { status, statusText, headers });
}

/** Turns the one error of the generated client itself into ours: a body that is no JSON. */
export function coerceError(error: unknown): unknown {
  return error instanceof SyntaxError
    ? new TocsinError("The answer is not valid JSON. Is that the address of a Tocsin?", { cause: error })
    : error;
}
