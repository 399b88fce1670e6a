import { ConnectionError, type TocsinError } from "./errors.ts";

/** How a request may be repeated. */
export interface Repetition {
  readonly method: string;
  /** Whether it carries an Idempotency-Key, as every POST does: the server does it once however often it comes. */
  readonly keyed: boolean;
}

const firstDelayMs = 500;
const longestDelayMs = 8_000;
const longestRetryAfterMs = 60_000;
/** Requests that must succeed to earn one try more. */
const successesPerTry = 5;

/**
 * Whether a failed request may be sent again without the risk of doing its work twice.
 * Where the server says so itself (`x-should-retry: true` or `false`), that counts.
 *
 * | failure | GET, HEAD | PUT, PATCH | POST | DELETE |
 * |---|---|---|---|---|
 * | refused, no such host, 429, 503 | yes | yes | yes | yes |
 * | dropped, timed out, 408, 502, 504 | yes | yes | yes | no |
 * | 500 | yes | no | no | no |
 * | 409 with `Retry-After` | no | no | yes: the first one still runs | no |
 * | any other 409 or 4xx, any other answer | no | no | no | no |
 */
export function isRepeatable(failure: TocsinError, { method, keyed }: Repetition): boolean {
  if (failure.shouldRetry !== undefined) return failure.shouldRetry;
  const reads = method === "GET" || method === "HEAD";
  const harmless = reads || keyed || method === "PUT" || method === "PATCH";
  switch (failure.status) {
    case undefined:
      return failure.isRetryable && (harmless || (failure instanceof ConnectionError && !failure.reached));
    case 429:
    case 503:
      return true;
    case 408:
    case 502:
    case 504:
      return harmless;
    case 500:
      return reads;
    case 409:
      return keyed && failure.retryAfterMs !== undefined;
    default:
      return false;
  }
}

/**
 * Milliseconds to wait before the try after `attempt` (0 for the first). The server's wish wins. Otherwise it is random
 * between 0 and 0.5 s, 1 s, 2 s … 8 s, which spreads the clients. Undefined if the server asks for more than a minute,
 * since nobody should wait that long silently.
 */
export function delayBefore(
  attempt: number,
  retryAfterMs: number | undefined,
  random: () => number,
): number | undefined {
  if (retryAfterMs !== undefined) return retryAfterMs <= longestRetryAfterMs ? retryAfterMs : undefined;
  return random() * Math.min(longestDelayMs, firstDelayMs * 2 ** attempt);
}

export type RetryBudget = ReturnType<typeof createBudget>;

/**
 * The tries that a client may spend beyond the first one of each request, so that it doesn't multiply an outage.
 * @throws RangeError where `size` is no number of tries.
 */
export function createBudget(size: number) {
  if (!(size >= 0)) throw new RangeError(`retryBudget must be 0 or more, and is ${size}.`);
  const most = size * successesPerTry;
  let left = most;
  return {
    /** Takes one try; false where none is left. */
    spend(): boolean {
      if (left < successesPerTry) return false;
      left -= successesPerTry;
      return true;
    },
    /** A request succeeded: a fifth of a try comes back. */
    earn(): void {
      left = Math.min(most, left + 1);
    },
  };
}
