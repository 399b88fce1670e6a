import type { Clock } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { truncate } from "../../kernel/truncate.ts";
import type { OpenChannelOf } from "../channel.ts";
import type { NotDelivered, Notification, OutgoingMessage, SendOutcome, Ticket } from "../message.ts";
import type { Outbound, OutboundAnswer } from "../outbound.ts";
import { isNotDelivered, sendRequest } from "./send-request.ts";
import { fieldOf, jsonOf, markerOf, sendTicket } from "./ticket.ts";
import { headline, plainText } from "./words.ts";

export interface JiraDeps {
  readonly outbound: Outbound;
  readonly clock: Clock;
}

const TEXT_CHARACTERS_MAX = 10_000;

type JiraChannel = OpenChannelOf<"jira">;
type Api = (
  method: "GET" | "POST",
  path: string,
  body?: Readonly<Record<string, unknown>>,
) => Promise<OutboundAnswer | NotDelivered>;

/** Jira Cloud uses accounts and API version 3; Data Center uses personal access tokens and version 2. */
const isCloud = ({ settings: { email } }: JiraChannel): boolean => email !== null;

function apiOf({ outbound, clock }: JiraDeps, channel: JiraChannel, signal: AbortSignal): Api {
  const { baseUrl, email } = channel.settings;
  const credentials =
    email === null
      ? `Bearer ${channel.secret}`
      : `Basic ${Buffer.from(`${email}:${channel.secret}`).toString("base64")}`;
  const headers = { accept: "application/json", authorization: credentials, "content-type": "application/json" };
  const root = `${baseUrl}/rest/api/${isCloud(channel) ? 3 : 2}`;
  return (method, path, body) =>
    sendRequest(
      outbound,
      {
        organizationId: channel.organizationId,
        method,
        url: `${root}${path}`,
        headers,
        body: body && JSON.stringify(body),
        ofTicket: path.startsWith("/issue/"),
      },
      clock.now(),
      signal,
    );
}

/** Text without markup: an Atlassian Document Format code block, or `noformat` on Data Center. */
export function jiraText(channel: JiraChannel, given: string): unknown {
  const text = truncate(given, TEXT_CHARACTERS_MAX);
  if (!isCloud(channel)) return `{noformat}\n${text.replaceAll("{", "(").replaceAll("}", ")")}\n{noformat}`;
  return { type: "doc", version: 1, content: [{ type: "codeBlock", content: [{ type: "text", text }] }] };
}

/** One issue per incident (Jira Cloud REST API 3, Data Center REST API 2). A label prevents duplicates. */
export function sendJira(
  deps: JiraDeps,
  message: OutgoingMessage,
  channel: JiraChannel,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const api = apiOf(deps, channel, signal);
  return sendTicket(
    {
      checkAccess: () => api("GET", `/project/${encodeURIComponent(channel.settings.project)}`),
      find: (notification) => findIssue(api, notification, channel),
      open: (notification) => openIssue(api, notification, channel),
      setState: (ticket, state) => move(api, ticket, state, channel),
      comment: ({ key }, text) =>
        api("POST", `/issue/${encodeURIComponent(key)}/comment`, { body: jiraText(channel, text) }),
    },
    message,
  );
}

const ticketOf = (key: string, { settings: { baseUrl } }: JiraChannel): Ticket => ({
  key,
  url: `${baseUrl}/browse/${encodeURIComponent(key)}`,
});

async function findIssue(
  api: Api,
  notification: Notification,
  channel: JiraChannel,
): Promise<Ticket | NotDelivered | undefined> {
  const jql = `project = "${channel.settings.project}" AND labels = "${markerOf(notification)}"`;
  const path = isCloud(channel) ? "/search/jql" : "/search";
  const answer = await api("GET", `${path}?${new URLSearchParams({ jql, fields: "summary", maxResults: "1" })}`);
  if (isNotDelivered(answer)) return answer;
  const { issues } = (jsonOf(answer.body) ?? {}) as { readonly issues?: unknown };
  const key = Array.isArray(issues) ? fieldOf(issues[0], "key") : undefined;
  return key === undefined ? undefined : ticketOf(key, channel);
}

async function openIssue(api: Api, notification: Notification, channel: JiraChannel): Promise<Ticket | NotDelivered> {
  const { project, issueType } = channel.settings;
  const answer = await api("POST", "/issue", {
    fields: {
      project: { key: project },
      issuetype: { name: issueType },
      summary: headline(notification),
      description: jiraText(channel, plainText(notification)),
      labels: [markerOf(notification)],
    },
  });
  if (isNotDelivered(answer)) return answer;
  const key = fieldOf(jsonOf(answer.body), "key");
  if (key !== undefined) return ticketOf(key, channel);
  return { delivered: false, again: true, reason: `Jira answered no issue: ${toSingleLine(answer.body, 100)}` };
}

interface Transition {
  readonly id: string;
  readonly name: string;
  /** Status category of the target: `new`, `indeterminate` or `done`. */
  readonly category: string;
}

/** Undefined if the issue was moved, or if no transition leads there. */
async function move(
  api: Api,
  { key }: Ticket,
  state: "open" | "closed",
  channel: JiraChannel,
): Promise<NotDelivered | undefined> {
  const path = `/issue/${encodeURIComponent(key)}`;
  const current = await api("GET", `${path}?fields=status`);
  if (isNotDelivered(current)) return current;
  if ((categoryOf(fieldsOf(jsonOf(current.body)).status) === "done") === (state === "closed")) return undefined;
  const answer = await api("GET", `${path}/transitions`);
  if (isNotDelivered(answer)) return answer;
  const transition = choose(transitionsOf(jsonOf(answer.body)), state, channel.settings.closeTransition);
  if (!transition) return undefined;
  const moved = await api("POST", `${path}/transitions`, { transition: { id: transition.id } });
  return isNotDelivered(moved) ? moved : undefined;
}

function choose(all: readonly Transition[], state: "open" | "closed", closing: string): Transition | undefined {
  if (state === "open") return all.find(({ category }) => category !== "done");
  const named = all.find(({ name }) => name.toLowerCase() === closing.toLowerCase());
  return named ?? all.find(({ category }) => category === "done");
}

const fieldsOf = (issue: unknown): { readonly status?: unknown } =>
  (issue as { readonly fields?: { readonly status?: unknown } } | undefined)?.fields ?? {};

const categoryOf = (status: unknown): string =>
  fieldOf((status as { readonly statusCategory?: unknown } | undefined)?.statusCategory, "key") ?? "";

function transitionsOf(body: unknown): readonly Transition[] {
  const { transitions } = (body ?? {}) as { readonly transitions?: unknown };
  return Array.isArray(transitions)
    ? transitions.map((each: { readonly to?: unknown }) => ({
        id: fieldOf(each, "id") ?? "",
        name: fieldOf(each, "name") ?? "",
        category: categoryOf(each.to),
      }))
    : [];
}
