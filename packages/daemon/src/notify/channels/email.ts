import { createHash } from "node:crypto";
import { SECOND_MS } from "../../kernel/clock.ts";
import { escapeHtml } from "../../kernel/html.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import type { OpenChannelOf } from "../channel.ts";
import { type Mail, MailFailed, type SendMail } from "../mail.ts";
import type { Notification, OutgoingMessage, SendOutcome } from "../message.ts";
import { bundleHeadline, factsOf, headline, listText, plainText, TEST_WORDS, titleWithActor } from "./words.ts";

export function mailOf(message: OutgoingMessage): Pick<Mail, "subject" | "text" | "html"> {
  if (message.test) return { subject: "Tocsin: a test", text: `${TEST_WORDS}\n`, html: undefined };
  const { notifications } = message;
  const [first, ...others] = notifications;
  if (others.length === 0) return { subject: headline(first), text: `${plainText(first)}\n`, html: htmlOf(first) };
  return {
    subject: bundleHeadline(notifications),
    text: `${listText(notifications)}\n`,
    html: page(
      notifications
        .map((each) => `<p><b>${escapeHtml(headline(each))}</b><br>${escapeHtml(titleWithActor(each))}</p>`)
        .join(""),
    ),
  };
}

const page = (content: string): string =>
  `<!doctype html><html><body style="font-family:sans-serif;line-height:1.4;overflow-wrap:anywhere">${content}</body></html>`;

function htmlOf(notification: Notification): string {
  const { entry, link } = notification;
  const rows = factsOf(notification)
    .filter(([name]) => name !== "link")
    .map(
      ([name, value]) =>
        `<tr><td style="color:#666;padding-right:1em;white-space:nowrap;vertical-align:top">${escapeHtml(name)}</td><td>${escapeHtml(value)}</td></tr>`,
    );
  return page(
    [
      `<h2>${escapeHtml(headline(notification))}</h2>`,
      `<p>${escapeHtml(titleWithActor(notification))}</p>`,
      ...(entry.detail.trim() === "" ? [] : [`<p>${escapeHtml(toSingleLine(entry.detail, 2000))}</p>`]),
      `<table>${rows.join("")}</table>`,
      ...(link === null ? [] : [`<p><a href="${escapeHtml(link)}">Open the incident</a></p>`]),
    ].join(""),
  );
}

/** After this time the accepted recipients are recorded; the others are retried. */
const MAILS_MS_MAX = 15 * SECOND_MS;

/** Sends one mail per remaining recipient, with a stable id. If one rejects it for good, the delivery is dead. */
export async function sendEmail(
  { mail }: { readonly mail: SendMail },
  message: OutgoingMessage,
  { settings: { recipients } }: OpenChannelOf<"email">,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const content = mailOf(message);
  const before = message.test ? [] : message.taken;
  const late = AbortSignal.timeout(MAILS_MS_MAX);
  const failures: { readonly again: boolean; readonly reason: string }[] = [];
  const taken = recipients.filter((recipient) => before.includes(recipient));
  const sendTo = async (to: string): Promise<void> => {
    try {
      const id = idFor(message.id, to);
      await mail({ ...content, to, id, attachments: [] }, AbortSignal.any([signal, late]));
      taken.push(to);
    } catch (error) {
      if (signal.aborted || !(error instanceof MailFailed)) throw error;
      failures.push({ again: error.again, reason: `${toSingleLine(to)}: ${toSingleLine(error.message)}` });
    }
  };
  await Promise.all(recipients.filter((recipient) => !before.includes(recipient)).map(sendTo));
  if (failures.length === 0) return { delivered: true };
  const reasons = failures.map(({ reason }) => reason).join("; ");
  return {
    delivered: false,
    again: failures.some(({ again }) => again),
    reason:
      recipients.length === 1 ? reasons : `${taken.length} of ${recipients.length} recipients took it. ${reasons}`,
    taken,
  };
}

const idFor = (messageId: string, recipient: string): string =>
  `${messageId}.${createHash("sha256").update(recipient.toLowerCase()).digest("hex").slice(0, 16)}`;
