import { createParser, type EventSourceMessage } from "eventsource-parser";
import { type CallEnd, callEndOf, checkTimeout, unlessEnded } from "./call-end.ts";
import { AuthenticationError, answeredError, TimeoutError, TocsinError, unansweredError } from "./errors.ts";
import { type CallContext, pause } from "./send.ts";

/** Where a stream stands. */
export type ConnectionState =
  /** `resumed` where it goes on after an id, so that nothing is missed; else it begins with what comes next: read the list then. */
  | { readonly connected: true; readonly resumed: boolean }
  /** Not connected: the reason, missing where the server ended the stream in order, and the milliseconds until the next try. */
  | { readonly connected: false; readonly error: TocsinError | undefined; readonly retryInMs: number };

/** How a stream is followed. */
export interface FollowOptions {
  /** Ends the stream, which then throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Id of the last message that was seen: the stream goes on after it. */
  readonly lastEventId?: string | undefined;
  /**
   * Called with each change between connected and waiting. An error that it throws ends the stream.
   * @example
   * import type { ConnectionState } from "@tocsin/sdk";
   *
   * const onConnectionChange = (state: ConnectionState) => console.error(state.connected ? "connected" : state.retryInMs);
   * for await (const message of tocsin.incidents.stream({ onConnectionChange })) console.log(message.type);
   */
  readonly onConnectionChange?: ((state: ConnectionState) => void) | undefined;
  /** Milliseconds without a byte after which the connection counts as dead. The server sends a comment every 15 s; default 45,000. */
  readonly idleTimeoutMs?: number | undefined;
}

/** Where the stream is, and what it is asked with. */
export interface Source {
  readonly url: string;
  /** Milliseconds until the answer must begin. */
  readonly timeoutMs: number;
  headers(): Promise<Headers>;
}

/** The state that one connection passes to the next. */
interface Progress {
  /** A new stream begins with its position: `event: ready`. */
  lastEventId: string | undefined;
  retryMs: number;
  /** Tries since a message or comment last came. */
  failures: number;
}

const defaultRetryMs = 2_000;
/** While nothing is reached, a server that said 0 must not be asked without end. */
const shortestGrowthMs = 500;
const longestWaitMs = 30_000;
/** A server that asks for more is asked again after this all the same; timers know no more than 24 days. */
const longestRetryAfterMs = 300_000;
const defaultIdleMs = 45_000;

/**
 * The messages of a stream of Server-Sent Events. After a drop or an orderly end it reconnects with the id of the last
 * message. It waits for the time of `retry:`, doubled with every failed try, up to 30 s. It throws if a retry can't
 * help (401, 403, 404 and every other 4xx but 408 and 429), and the reason of an aborted signal.
 */
export async function* follow(
  source: Source,
  options: FollowOptions,
  around: CallContext,
): AsyncGenerator<EventSourceMessage, never, undefined> {
  const { idleTimeoutMs = defaultIdleMs } = options;
  checkTimeout("timeoutMs", source.timeoutMs);
  checkTimeout("idleTimeoutMs", idleTimeoutMs);
  const ending = callEndOf(options.signal, undefined);
  const progress: Progress = { lastEventId: options.lastEventId, retryMs: defaultRetryMs, failures: 0 };
  for (;;) {
    let error: TocsinError | undefined;
    try {
      yield* readOnce(source, { ...options, idleTimeoutMs }, ending, progress, around);
    } catch (thrown) {
      options.signal?.throwIfAborted();
      if (!(thrown instanceof TocsinError) || isFinal(thrown)) throw thrown;
      error = thrown;
    }
    const retryInMs = waitFor(progress, error, around.random);
    progress.failures += 1;
    options.onConnectionChange?.({ connected: false, error, retryInMs });
    await pause(retryInMs, ending, around);
  }
}

/** The messages of one connection. */
async function* readOnce(
  source: Source,
  options: FollowOptions & { readonly idleTimeoutMs: number },
  { signal: caller }: CallEnd,
  progress: Progress,
  around: CallContext,
): AsyncGenerator<EventSourceMessage, void, undefined> {
  const connection = new AbortController();
  const signal = caller ? AbortSignal.any([caller, connection.signal]) : connection.signal;
  const watch = watchdog(connection, source.url);
  /** True during the callback, whose error is no failure of the connection. */
  let isNotifying = false;
  try {
    watch.within(source.timeoutMs);
    // A `fetch` of the caller's may pay no heed to the signal.
    const ending = { signal, check: () => signal.throwIfAborted() };
    const body = await unlessEnded(open(source, progress.lastEventId, signal, around), ending);
    isNotifying = true;
    options.onConnectionChange?.({ connected: true, resumed: progress.lastEventId !== undefined });
    isNotifying = false;
    const queue: EventSourceMessage[] = [];
    const parser = createParser({
      onEvent: (message) => queue.push(message),
      onRetry: (ms) => {
        progress.retryMs = Math.min(ms, longestWaitMs);
      },
    });
    watch.within(options.idleTimeoutMs);
    const decoder = new TextDecoder();
    for await (const bytes of chunks(body, ending)) {
      progress.failures = 0;
      const text = decoder.decode(bytes, { stream: true });
      parser.feed(text);
      for (const message of queue.splice(0)) {
        if (message.id !== undefined) progress.lastEventId = message.id;
        // A reader that takes its time must not make the connection look dead.
        watch.stop();
        yield message;
      }
      watch.within(options.idleTimeoutMs);
    }
  } catch (error) {
    options.signal?.throwIfAborted();
    if (isNotifying || error instanceof TocsinError) throw error;
    if (connection.signal.aborted) throw connection.signal.reason;
    throw unansweredError(error, source.url);
  } finally {
    watch.stop();
    connection.abort();
  }
}

/** The chunks of a stream. Not all browsers can loop over a stream itself. */
async function* chunks(
  stream: ReadableStream<Uint8Array>,
  ending: Pick<CallEnd, "signal" | "check">,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await unlessEnded(reader.read(), ending);
      if (done) return;
      yield value;
    }
  } finally {
    // The stream may have failed already, which was reported.
    reader.cancel().catch(() => undefined);
  }
}

async function open(
  source: Source,
  lastEventId: string | undefined,
  signal: AbortSignal,
  around: CallContext,
): Promise<ReadableStream<Uint8Array>> {
  const headers = await source.headers();
  if (around.userAgent !== undefined) headers.set("user-agent", around.userAgent);
  headers.set("accept", "text/event-stream");
  if (lastEventId !== undefined) headers.set("last-event-id", lastEventId);
  const response = await around.fetch(source.url, { headers, signal, redirect: "manual" });
  if (!response.ok) throw answeredError(response, await response.text(), `GET ${source.url}`, around.now());
  if (!response.body || !response.headers.get("content-type")?.startsWith("text/event-stream")) {
    throw new TocsinError(`GET ${source.url} was not answered with a stream. Is that the address of a Tocsin?`, {
      status: response.status,
    });
  }
  return response.body;
}

/** Aborts a connection on which nothing comes for too long. */
function watchdog(connection: AbortController, url: string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    within(ms: number): void {
      clearTimeout(timer);
      timer = setTimeout(
        () => connection.abort(new TimeoutError(`${new URL(url).origin} was silent for ${ms / 1000} seconds.`)),
        ms,
      );
    },
    stop: () => clearTimeout(timer),
  };
}

function isFinal(error: TocsinError): boolean {
  if (error instanceof AuthenticationError) return true;
  return error.status !== undefined && error.status < 500 && !error.isRetryable;
}

/** The first try comes after exactly what the server asked for; only failing ones spread and grow. */
function waitFor({ retryMs, failures }: Progress, error: TocsinError | undefined, random: () => number): number {
  if (error?.retryAfterMs) return Math.min(error.retryAfterMs, longestRetryAfterMs);
  if (failures === 0) return retryMs;
  const grown = Math.min(longestWaitMs, Math.max(retryMs, shortestGrowthMs) * 2 ** failures);
  return Math.max(retryMs, grown * (0.5 + random() / 2));
}
