import type { Smtp } from "../../adapters/mail/smtp.ts";
import { MailFailed, type SendMail } from "../../notify/mail.ts";
import { parseMailbox } from "../../notify/mail-address.ts";
import type { Config } from "../config/config.ts";
import { once } from "../runtime/load-once.ts";

const NO_SERVER = "No mail server is configured; set TOCSIN_SMTP_URL and TOCSIN_MAIL_FROM.";

export interface MailEnd {
  readonly send: SendMail;
  close(): Promise<void>;
}

/** The configured mail server; its client is loaded when the first mail is sent. */
export function createMailEnd({ smtpUrl: url, mailFrom }: Pick<Config, "smtpUrl" | "mailFrom">): MailEnd {
  const from = parseMailbox(mailFrom ?? "");
  if (url === undefined || !from) {
    return { send: () => Promise.reject(new MailFailed(NO_SERVER, false)), close: () => Promise.resolve() };
  }
  let made: Smtp | undefined;
  const smtp = once(async () => {
    const { createSmtp } = await import("../../adapters/mail/smtp.ts");
    made = createSmtp({ url, from });
    return made;
  });
  return {
    send: async (mail, signal) => (await smtp()).send(mail, signal),
    close: async () => made?.close(),
  };
}
