import { SECOND_MS } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import type { NotDelivered } from "../message.ts";
import {
  type Outbound,
  type OutboundAnswer,
  OutboundFailed,
  OutboundRefused,
  type OutboundRequest,
} from "../outbound.ts";

/** A slower receiver counts as failed; the message is retried. */
const TIMEOUT_MS = 10_000;
const QUOTED_CHARACTERS_MAX = 200;
/** A longer `Retry-After` is cut to this. */
const RETRY_AFTER_MS_MAX = 3_600_000;

/** Retried, because somebody can repair an address, a token or a permission. Other 4xx reject the message itself. */
const AGAIN: ReadonlySet<number> = new Set([401, 403, 404, 405, 408, 425, 429]);

export interface ChannelRequest extends Omit<OutboundRequest, "timeoutMs"> {
  /** The request addresses a ticket: a 404 means that it was deleted, and is final. */
  readonly ofTicket?: boolean;
}

/**
 * Sends one request. Returns the response if it is 2xx, else why the delivery failed. Rethrows the abort of the
 * signal.
 */
export async function sendRequest(
  outbound: Outbound,
  request: ChannelRequest,
  now: number,
  signal: AbortSignal,
): Promise<OutboundAnswer | NotDelivered> {
  const { ofTicket = false, ...asked } = request;
  const { host } = new URL(asked.url);
  try {
    const answer = await outbound({ ...asked, timeoutMs: TIMEOUT_MS }, signal);
    if (answer.status >= 200 && answer.status < 300) return answer;
    const refusal = refused(answer, host, now);
    return ofTicket && answer.status === 404 ? { ...refusal, again: false } : refusal;
  } catch (error) {
    if (signal.aborted) throw error;
    // Refused addresses are retried too: the operator may allow the host later.
    if (error instanceof OutboundRefused || error instanceof OutboundFailed) {
      return { delivered: false, again: true, reason: error.message };
    }
    throw error;
  }
}

export const isNotDelivered = (given: OutboundAnswer | NotDelivered): given is NotDelivered => "delivered" in given;

function refused({ status, headers, body }: OutboundAnswer, host: string, now: number): NotDelivered {
  const quoted = toSingleLine(body, QUOTED_CHARACTERS_MAX);
  const said = `${toSingleLine(host)} answered ${status}${quoted === "" ? "" : `: ${quoted}`}`;
  if (status >= 300 && status < 400) {
    const where = headers["location"] === undefined ? "" : ` to ${toSingleLine(headers["location"])}`;
    const reason = `${said}${where}. Give the channel the address that it leads to.`;
    return { delivered: false, again: true, reason };
  }
  const retryAfterMs = askedToWait(headers, now);
  const again = AGAIN.has(status) || status >= 500;
  return { delivered: false, again, reason: `${said}.`, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

/**
 * From `Retry-After` (RFC 9110, 10.2.3) or GitHub's rate limit headers, in milliseconds; undefined if not requested.
 */
function askedToWait(headers: OutboundAnswer["headers"], now: number): number | undefined {
  const retryAfter = headers["retry-after"];
  const reset = headers["x-ratelimit-remaining"] === "0" ? headers["x-ratelimit-reset"] : undefined;
  const ms =
    retryAfter === undefined
      ? Number(reset) * SECOND_MS - now
      : /^\d+$/.test(retryAfter)
        ? Number(retryAfter) * SECOND_MS
        : Date.parse(retryAfter) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), RETRY_AFTER_MS_MAX) : undefined;
}
