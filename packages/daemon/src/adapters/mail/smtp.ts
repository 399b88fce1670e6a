import { createTransport, type SendMailOptions } from "nodemailer";
import SMTPPool from "nodemailer/lib/smtp-pool";
import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { coerceError } from "../../kernel/errors.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { isMailAddress, type Mail, type Mailbox, MailFailed, type SendMail } from "../../notify/mail.ts";

export interface SmtpOptions {
  /** `smtps://` speaks TLS from the start, `smtp://` as soon as the server offers it. Options of nodemailer in its query. */
  readonly url: string;
  readonly from: Mailbox;
}

export interface Smtp {
  readonly send: SendMail;
  /** Stops all deliveries in progress. */
  close(): void;
}

const CONNECT_MS = 10 * SECOND_MS;
const SILENCE_MS = 30 * SECOND_MS;
/** One mail, all in all: a server that sends a byte now and then is never silent. */
const MAIL_MS_MAX = MINUTE_MS;
const IDLE_MS = 30 * SECOND_MS;
const SUBJECT_CHARACTERS_MAX = 200;

/** Sends over a few connections that are kept for the next mail, and closed when none comes. */
export function createSmtp({ url, from }: SmtpOptions): Smtp {
  const pool = new SMTPPool({
    url,
    ...passwordsNeedTls(url),
    maxConnections: 3,
    // Once, for a kept connection that the server has closed meanwhile.
    maxRequeues: 1,
    idleTimeout: IDLE_MS,
    dnsTimeout: CONNECT_MS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const transport = createTransport(pool);
  const host = from.address.slice(from.address.lastIndexOf("@") + 1);
  return {
    async send(mail, stop) {
      if (!isMailAddress(mail.to)) throw new MailFailed(`${toSingleLine(mail.to, 100)} is no mail address.`, false);
      const late = AbortSignal.timeout(MAIL_MS_MAX);
      try {
        await transport.sendMail({ ...message(mail, from, host), signal: AbortSignal.any([stop, late]) });
      } catch (error) {
        if (late.aborted) throw new MailFailed("The mail server took longer than a minute for one mail.", true);
        throw failureOf(error);
      }
    },
    close: () => pool.close({ force: true }),
  };
}

/** An attacker in between could strip the TLS offer and read the password. `requireTLS=false` accepts that. */
function passwordsNeedTls(url: string): { requireTLS?: true } {
  const { username, searchParams } = new URL(url);
  return username !== "" && !searchParams.has("requireTLS") ? { requireTLS: true } : {};
}

function message(mail: Mail, from: Mailbox, host: string): SendMailOptions {
  const { to, subject, text, html, id, attachments } = mail;
  return {
    from: { ...from },
    to: { name: "", address: to },
    envelope: { from: from.address, to },
    subject: toSingleLine(subject, SUBJECT_CHARACTERS_MAX),
    messageId: `<${id.replace(/[^\w.-]/g, "-")}@${host}>`,
    // So that nobody's holiday note answers it (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated" },
    text,
    ...(html === undefined ? {} : { html }),
    attachments: attachments.map(({ name, contentType, content }) => ({
      filename: toSingleLine(name, 100),
      contentType,
      content,
    })),
  };
}

/** Fields that nodemailer adds to an error. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly response?: string;
  /** A 5xx that is about this mail. Undefined where the server said nothing. */
  readonly permanent?: boolean;
}

/** Faults of the mail itself, found without the server. */
const OWN_FAULT: ReadonlySet<string> = new Set(["EENVELOPE", "EMESSAGE", "ECONFIG"]);

function failureOf(thrown: unknown): MailFailed {
  const error = coerceError(thrown) as SmtpError;
  const { code = "", response, permanent } = error;
  if (code === "EABORT") return new MailFailed("Sending the mail was broken off.", true);
  if (code === "ETLS") return new MailFailed(`The mail server speaks no TLS: ${toSingleLine(error.message)}`, true);
  if (response) {
    const what = code === "EAUTH" ? "the login" : "it";
    return new MailFailed(`The mail server refused ${what}: ${toSingleLine(response)}`, permanent !== true);
  }
  if (OWN_FAULT.has(code)) return new MailFailed(`The mail can't be sent: ${toSingleLine(error.message)}`, false);
  return new MailFailed(`The mail server can't be reached: ${toSingleLine(error.message)}`, true);
}
