import { KIB } from "../../kernel/bytes.ts";
import { type Clock, HOUR_MS, toIso } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { truncate } from "../../kernel/truncate.ts";
import type { OpenChannelOf } from "../channel.ts";
import type { NewsMessage, NotDelivered, Notification, OutgoingMessage, SendOutcome, Ticket } from "../message.ts";
import type { Outbound, OutboundAnswer } from "../outbound.ts";
import { ask, isRefusal } from "./answer.ts";
import { fieldOf, jsonOf, markerOf, newest, stateFor } from "./ticket.ts";
import { happened, headline, plainText } from "./words.ts";

export interface GithubDeps {
  readonly outbound: Outbound;
  readonly clock: Clock;
}

/** Recent issues searched for one that an earlier attempt opened. GitHub returns about 5 KiB for each. */
const LOOKED_THROUGH = 50;
const ISSUES_BYTES_MAX = 1024 * KIB;
/** Allowed difference between GitHub's clock and ours. */
const CLOCKS_APART_MS = HOUR_MS;
const BODY_CHARACTERS_MAX = 10_000;

/** GitHub renders no mentions, references, images or HTML in a code block. */
export function codeBlock(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${truncate(text, BODY_CHARACTERS_MAX)}\n${fence}`;
}

const bodyOf = (notification: Notification): string =>
  [
    codeBlock(plainText(notification)),
    ...(notification.link === null ? [] : [`[Open the incident](${notification.link})`]),
    `<!-- ${markerOf(notification)} -->`,
  ].join("\n\n");

type Api = (
  method: "GET" | "POST" | "PATCH",
  path: string,
  more?: { readonly body?: Readonly<Record<string, unknown>>; readonly answerBytesMax?: number },
) => Promise<OutboundAnswer | NotDelivered>;

function apiOf(
  { outbound, clock }: GithubDeps,
  { organizationId, settings: { apiUrl, repository }, secret }: OpenChannelOf<"github">,
  signal: AbortSignal,
): Api {
  const headers = {
    accept: "application/vnd.github+json",
    authorization: `Bearer ${secret}`,
    "content-type": "application/json",
    "user-agent": "tocsin",
    "x-github-api-version": "2022-11-28",
  };
  return (method, path, { body, ...more } = {}) =>
    ask(
      outbound,
      {
        organizationId,
        method,
        url: `${apiUrl}/repos/${repository}${path}`,
        headers,
        body: body && JSON.stringify(body),
        ofTicket: path.startsWith("/issues/"),
        ...more,
      },
      clock.now(),
      signal,
    );
}

/**
 * Opens, updates and closes one issue per incident (GitHub REST API 2022-11-28, "Issues"). A marker in its text
 * prevents duplicates.
 */
export async function sendGithub(
  deps: GithubDeps,
  message: OutgoingMessage,
  channel: OpenChannelOf<"github">,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const api = apiOf(deps, channel, signal);
  if (message.test) {
    const answer = await api("GET", "");
    return isRefusal(answer) ? answer : { delivered: true };
  }
  const notification = newest(message);
  const ticket = message.ticket ?? (await findIssue(api, notification));
  if (ticket && "delivered" in ticket) return ticket;
  const outcome = await (ticket ? tell(api, notification, ticket) : open(api, message, channel));
  return ticket && !outcome.delivered ? { ...outcome, ticket } : outcome;
}

async function findIssue(api: Api, notification: Notification): Promise<Ticket | NotDelivered | undefined> {
  const since = toIso(notification.incident.createdAt - CLOCKS_APART_MS);
  const query = { state: "all", sort: "created", direction: "desc", since, per_page: String(LOOKED_THROUGH) };
  const answer = await api("GET", `/issues?${new URLSearchParams(query)}`, { answerBytesMax: ISSUES_BYTES_MAX });
  if (isRefusal(answer)) return answer;
  const issues = jsonOf(answer.body);
  const marked = Array.isArray(issues)
    ? issues.find((issue) => fieldOf(issue, "body")?.includes(`<!-- ${markerOf(notification)} -->`))
    : undefined;
  return marked && ticketOf(marked);
}

function ticketOf(issue: unknown): Ticket | undefined {
  const [key, url] = [fieldOf(issue, "number"), fieldOf(issue, "html_url")];
  return key !== undefined && url !== undefined ? { key, url } : undefined;
}

async function open(api: Api, message: NewsMessage, channel: OpenChannelOf<"github">): Promise<SendOutcome> {
  const notification = newest(message);
  const { labels } = channel.settings;
  const answer = await api("POST", "/issues", {
    body: { title: headline(notification), body: bodyOf(notification), labels },
  });
  if (isRefusal(answer)) return answer;
  const ticket = ticketOf(jsonOf(answer.body));
  if (!ticket)
    return { delivered: false, again: true, reason: `GitHub answered no issue: ${toSingleLine(answer.body, 100)}` };
  if (stateFor(notification) !== "closed") return { delivered: true, ticket };
  const closed = await setState(api, ticket, "closed");
  return isRefusal(closed) ? { ...closed, ticket } : { delivered: true, ticket };
}

const setState = (api: Api, { key }: Ticket, state: "open" | "closed"): Promise<OutboundAnswer | NotDelivered> =>
  api("PATCH", `/issues/${key}`, { body: { state, ...(state === "closed" ? { state_reason: "completed" } : {}) } });

/** Sets the state before commenting: it is idempotent, a comment is not. */
async function tell(api: Api, notification: Notification, ticket: Ticket): Promise<SendOutcome> {
  const state = stateFor(notification);
  if (state !== "same") {
    const answer = await setState(api, ticket, state);
    if (isRefusal(answer)) return answer;
  }
  const { detail } = notification.entry;
  const said = [headline(notification), happened(notification), detail].filter((text) => text.trim() !== "");
  const answer = await api("POST", `/issues/${ticket.key}/comments`, { body: { body: codeBlock(said.join("\n")) } });
  return isRefusal(answer) ? answer : { delivered: true, ticket };
}
