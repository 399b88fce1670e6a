import type { Clock } from "../../kernel/clock.ts";
import { truncate } from "../../kernel/truncate.ts";
import type { OpenChannelOf } from "../channel.ts";
import type { Notification, OutgoingMessage, SendOutcome } from "../message.ts";
import type { Outbound } from "../outbound.ts";
import { isNotDelivered, sendRequest } from "./send-request.ts";
import { bundleHeadline, factsOf, headline, listText, plainText, TEST_WORDS, titleWithActor } from "./words.ts";

/** Limits of Slack's Block Kit, in characters. */
const HEADER_MAX = 150;
const SECTION_MAX = 3000;
const FALLBACK_MAX = 3000;

/** External text goes into `plain_text` only: Slack renders no mentions, links or markup in it. */
const plain = (text: string, charactersMax: number) => ({
  type: "plain_text",
  text: truncate(text, charactersMax),
  emoji: false,
});

/** Escaped as Slack requires, against mentions and links. */
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Other products show this text with names and Markdown: zero-width spaces neutralise `@all` and `![](address)`. */
const inert = (text: string): string => escaped(text).replace(/@(?=\S)|\](?=\()/g, "$&\u200B");

/** A message for an incoming webhook ("Sending messages using incoming webhooks", "Block Kit" of api.slack.com). */
export function slackBody(message: OutgoingMessage): Readonly<Record<string, unknown>> {
  if (message.test) return { text: TEST_WORDS };
  const [first, ...others] = message.notifications;
  const blocks = others.length === 0 ? blocksOf(first) : bundleBlocks(message.notifications);
  const fallback = others.length === 0 ? plainText(first) : listText(message.notifications);
  return { text: truncate(inert(fallback), FALLBACK_MAX), blocks, unfurl_links: false, unfurl_media: false };
}

function blocksOf(notification: Notification): readonly object[] {
  const { entry, link } = notification;
  const facts = factsOf(notification).filter(([name]) => ["services", "environment", "opened"].includes(name));
  const said =
    entry.detail.trim() === "" ? titleWithActor(notification) : `${titleWithActor(notification)}\n${entry.detail}`;
  return [
    { type: "header", text: plain(headline(notification), HEADER_MAX) },
    { type: "section", text: plain(said, SECTION_MAX) },
    { type: "section", fields: facts.map(([name, value]) => plain(`${name}\n${value}`, 2000)) },
    ...(link === null ? [] : [linkBlock(link)]),
  ];
}

const bundleBlocks = (notifications: readonly Notification[]): readonly object[] => [
  { type: "header", text: plain(bundleHeadline(notifications), HEADER_MAX) },
  { type: "section", text: plain(listText(notifications), SECTION_MAX) },
];

/** The daemon's own address, escaped nevertheless. */
const linkBlock = (link: string): object => ({
  type: "context",
  elements: [{ type: "mrkdwn", text: `<${escaped(link)}|Open the incident>` }],
});

export async function sendSlack(
  { outbound, clock }: { readonly outbound: Outbound; readonly clock: Clock },
  message: OutgoingMessage,
  { organizationId, settings }: OpenChannelOf<"slack">,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const body = JSON.stringify(slackBody(message));
  const headers = { "content-type": "application/json" };
  const request = { organizationId, method: "POST", url: settings.url, headers, body } as const;
  const answer = await sendRequest(outbound, request, clock.now(), signal);
  return isNotDelivered(answer) ? answer : { delivered: true };
}
