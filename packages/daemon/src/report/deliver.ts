import { setTimeout as wait } from "node:timers/promises";
import { toSingleLine } from "../kernel/single-line.ts";
import type { Delivery } from "../model/report.ts";
import { type Mail, MailFailed, type SendMail } from "../notify/mail.ts";

export interface DeliverDeps {
  readonly send: SendMail;
  /** Pauses before the second and each further try, milliseconds. */
  readonly pausesMs: readonly number[];
}

/** Sends it to one recipient, again where that may help. Throws where the signal broke it off. */
export async function deliver({ send, pausesMs }: DeliverDeps, mail: Mail, signal: AbortSignal): Promise<Delivery> {
  for (let tries = 0; ; tries += 1) {
    try {
      await send(mail, signal);
      return { recipient: mail.to, status: "delivered", reason: null };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof MailFailed)) throw error;
      const pause = pausesMs[tries];
      if (!error.again || pause === undefined) {
        return { recipient: mail.to, status: "failed", reason: toSingleLine(error.message) };
      }
      await wait(pause, undefined, { signal });
    }
  }
}
