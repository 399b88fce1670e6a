import { SECOND_MS } from "../kernel/clock.ts";
import { coerceError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/logger.ts";
import { REDACTED, redact } from "../kernel/redact.ts";
import { rejectOnAbort } from "../kernel/reject-on-abort.ts";
import type { Sealing } from "../kernel/sealing.ts";
import { truncate } from "../kernel/truncate.ts";
import { type NotificationChannel, type OpenChannel, openChannel, UNREADABLE } from "./channel.ts";
import { hasSecretAddress } from "./channel-settings.ts";
import type { OutgoingMessage, Send, SendOutcome } from "./message.ts";

export interface SendDeps {
  readonly send: Send;
  readonly sealing: Sealing;
  readonly logger: Logger;
}

export const SEND_MS_MAX = 20 * SECOND_MS;
const REASON_CHARACTERS_MAX = 500;
/** Shorter parts may be ordinary words. */
const TELLING_CHARACTERS_MIN = 12;
const OWN_ERROR = "An error of Tocsin's own broke it off; the daemon's log says more.";

/** Makes one attempt, and throws only the abort of `stop`. */
export async function sendOnce(
  { send, sealing, logger }: SendDeps,
  message: OutgoingMessage,
  channel: NotificationChannel,
  stop?: AbortSignal,
): Promise<SendOutcome> {
  const open = openChannel(sealing, channel);
  if (!open) return { delivered: false, again: true, reason: UNREADABLE };
  const late = AbortSignal.timeout(SEND_MS_MAX);
  const signal = stop ? AbortSignal.any([stop, late]) : late;
  try {
    // Also ends if the sender ignores the signal.
    const outcome = await rejectOnAbort(send(message, open, signal), signal);
    return outcome.delivered ? outcome : { ...outcome, reason: cleanReason(outcome.reason, open) };
  } catch (thrown) {
    stop?.throwIfAborted();
    if (late.aborted)
      return { delivered: false, again: true, reason: `It took longer than ${SEND_MS_MAX / SECOND_MS} seconds.` };
    // The message only: stacks may hold addresses or tokens.
    const reason = cleanReason(coerceError(thrown).message, open);
    logger.error("A notification could not be sent for an error of our own", {
      channel: channel.id,
      message: message.id,
      reason,
    });
    return { delivered: false, again: true, reason: OWN_ERROR };
  }
}

/** Receivers may quote secrets in their answers. */
function cleanReason(reason: string, channel: OpenChannel): string {
  let text = reason;
  for (const hidden of hiddenOf(channel)) text = text.replaceAll(hidden, REDACTED);
  return truncate(redact(text.replaceAll("\u0000", "\uFFFD")), REASON_CHARACTERS_MAX);
}

/** The secret, and of a secret address the whole and each long part. */
function hiddenOf({ settings, secret, kind }: OpenChannel): string[] {
  const own = secret === null ? [] : [secret];
  if (!hasSecretAddress(kind)) return own;
  const { url } = settings as { readonly url: string };
  const { pathname, search } = new URL(url);
  const parts = `${pathname}${search}`.split(/[/?&=]/).filter((part) => part.length >= TELLING_CHARACTERS_MIN);
  return [...own, url, ...parts];
}
