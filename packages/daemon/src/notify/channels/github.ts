import { KIB } from "../../kernel/bytes.ts";
import { type Clock, HOUR_MS, toIso } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { truncate } from "../../kernel/truncate.ts";
import type { OpenChannelOf } from "../channel.ts";
import type { NotDelivered, Notification, OutgoingMessage, SendOutcome, Ticket } from "../message.ts";
import type { Outbound, OutboundAnswer } from "../outbound.ts";
import { isNotDelivered, sendRequest } from "./send-request.ts";
import { fieldOf, jsonOf, markerOf, sendTicket } from "./ticket.ts";
import { headline, plainText } from "./words.ts";

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
    sendRequest(
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

/** One issue per incident (GitHub REST API 2022-11-28, "Issues"). A marker in its text prevents duplicates. */
export function sendGithub(
  deps: GithubDeps,
  message: OutgoingMessage,
  channel: OpenChannelOf<"github">,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const api = apiOf(deps, channel, signal);
  return sendTicket(
    {
      checkAccess: () => api("GET", ""),
      find: (notification) => findIssue(api, notification),
      open: (notification) => openIssue(api, notification, channel.settings.labels),
      async setState({ key }, state) {
        const body = { state, ...(state === "closed" ? { state_reason: "completed" } : {}) };
        const answer = await api("PATCH", `/issues/${key}`, { body });
        return isNotDelivered(answer) ? answer : undefined;
      },
      comment: ({ key }, text) => api("POST", `/issues/${key}/comments`, { body: { body: codeBlock(text) } }),
    },
    message,
  );
}

async function findIssue(api: Api, notification: Notification): Promise<Ticket | NotDelivered | undefined> {
  const since = toIso(notification.incident.createdAt - CLOCKS_APART_MS);
  const query = { state: "all", sort: "created", direction: "desc", since, per_page: String(LOOKED_THROUGH) };
  const answer = await api("GET", `/issues?${new URLSearchParams(query)}`, { answerBytesMax: ISSUES_BYTES_MAX });
  if (isNotDelivered(answer)) return answer;
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

async function openIssue(
  api: Api,
  notification: Notification,
  labels: readonly string[],
): Promise<Ticket | NotDelivered> {
  const body = { title: headline(notification), body: bodyOf(notification), labels };
  const answer = await api("POST", "/issues", { body });
  if (isNotDelivered(answer)) return answer;
  const reason = `GitHub answered no issue: ${toSingleLine(answer.body, 100)}`;
  return ticketOf(jsonOf(answer.body)) ?? { delivered: false, again: true, reason };
}
