import type { Smtp } from "../../adapters/mail/smtp.ts";
import type { OutboundOptions } from "../../adapters/outbound/outbound.ts";
import { MailFailed, parseMailbox, type SendMail } from "../../notify/mail.ts";
import type { Outbound } from "../../notify/outbound.ts";
import type { Config } from "../config/config.ts";
import { loadOnce, loadOnFirstCall } from "../runtime/load-once.ts";

/** Requests to external addresses; the first one loads the HTTP client. */
export const lazyOutbound = (options: OutboundOptions): Outbound =>
  loadOnFirstCall(async () => (await import("../../adapters/outbound/outbound.ts")).createOutbound(options));

const NO_SERVER = "No mail server is configured. Set TOCSIN_SMTP_URL and TOCSIN_MAIL_FROM.";

/** The configured mail server; the first mail loads its client. */
export function createMailClient({ smtpUrl: url, mailFrom }: Pick<Config, "smtpUrl" | "mailFrom">): {
  readonly send: SendMail;
  close(): Promise<void>;
} {
  const from = parseMailbox(mailFrom ?? "");
  if (url === undefined || !from) {
    return { send: () => Promise.reject(new MailFailed(NO_SERVER, false)), close: () => Promise.resolve() };
  }
  let loaded: Smtp | undefined;
  const smtp = loadOnce(async () => {
    const { createSmtp } = await import("../../adapters/mail/smtp.ts");
    loaded = createSmtp({ url, from });
    return loaded;
  });
  return {
    send: async (mail, signal) => (await smtp()).send(mail, signal),
    close: async () => loaded?.close(),
  };
}
