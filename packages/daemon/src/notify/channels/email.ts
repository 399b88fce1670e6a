import { createHash } from "node:crypto";
import { line } from "../../kernel/line.ts";
import type { OpenChannelOf } from "../channel.ts";
import { type Mail, MailFailed, type SendMail } from "../mail.ts";
import type { Notification, OutgoingMessage } from "../message.ts";
import type { SendOutcome } from "../sender.ts";
import { factsOf, happened, headline, listText, plainText, TEST_WORDS } from "./words.ts";

/** The mail without its recipient. */
export function mailOf(message: OutgoingMessage): Pick<Mail, "subject" | "text" | "html"> {
  if (message.test) return { subject: "Tocsin: a test", text: `${TEST_WORDS}\n`, html: undefined };
  const { notifications } = message;
  const [first, ...others] = notifications;
  if (others.length === 0) return { subject: headline(first), text: `${plainText(first)}\n`, html: htmlOf(first) };
  return {
    subject: `Tocsin: ${notifications.length} things happened`,
    text: `${listText(notifications)}\n`,
    html: page(
      notifications.map((each) => `<p><b>${html(headline(each))}</b><br>${html(happened(each))}</p>`).join(""),
    ),
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const html = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);

const page = (content: string): string =>
  `<!doctype html><html><body style="font-family:sans-serif;line-height:1.4">${content}</body></html>`;

function htmlOf(notification: Notification): string {
  const { entry, link } = notification;
  const rows = factsOf(notification)
    .filter(([name]) => name !== "link")
    .map(
      ([name, value]) => `<tr><td style="color:#666;padding-right:1em">${html(name)}</td><td>${html(value)}</td></tr>`,
    );
  return page(
    [
      `<h2>${html(headline(notification))}</h2>`,
      `<p>${html(happened(notification))}</p>`,
      ...(entry.detail.trim() === "" ? [] : [`<p>${html(line(entry.detail, 2000))}</p>`]),
      `<table>${rows.join("")}</table>`,
      ...(link === null ? [] : [`<p><a href="${html(link)}">Open the incident</a></p>`]),
    ].join(""),
  );
}

/**
 * One mail for each recipient. Where a recipient may take it later all get it again then, under the same id; where one
 * never will, the delivery is given up and says who has it.
 */
export async function sendEmail(
  { mail }: { readonly mail: SendMail },
  message: OutgoingMessage,
  { settings: { recipients } }: OpenChannelOf<"email">,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const content = mailOf(message);
  const failures: { readonly again: boolean; readonly reason: string }[] = [];
  for (const to of recipients) {
    try {
      await mail({ ...content, to, id: idFor(message.id, to), attachments: [] }, signal);
    } catch (error) {
      if (signal.aborted || !(error instanceof MailFailed)) throw error;
      failures.push({ again: error.again, reason: `${line(to)}: ${line(error.message)}` });
    }
  }
  if (failures.length === 0) return { delivered: true };
  const taken = recipients.length - failures.length;
  const reasons = failures.map(({ reason }) => reason).join("; ");
  return {
    delivered: false,
    again: failures.some(({ again }) => again),
    reason: recipients.length === 1 ? reasons : `${taken} of ${recipients.length} recipients took it. ${reasons}`,
  };
}

const idFor = (messageId: string, recipient: string): string =>
  `${messageId}.${createHash("sha256").update(recipient.toLowerCase()).digest("hex").slice(0, 16)}`;
