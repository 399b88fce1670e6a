import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { json as readJson } from "node:stream/consumers";
import { httpServer, type Listening } from "./http-probe.ts";

/** What a fake was asked. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
}

export interface FakeService extends Listening {
  readonly url: string;
  readonly asked: readonly Asked[];
}

type Handle = (
  asked: Asked,
  answer: (status: number, body?: unknown, headers?: Record<string, string>) => void,
) => void;

/** `next`: answers in place of the fake's own, for the next requests, in their order. */
async function service(handle: Handle, next: Handle[]): Promise<FakeService> {
  const asked: Asked[] = [];
  const listener: RequestListener = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Number(request.headers["content-length"] ?? 0) > 0 ? await readJson(request) : undefined;
    const entry = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body };
    asked.push(entry);
    const answer = (status: number, content: unknown = {}, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof content === "string" ? content : JSON.stringify(content));
    };
    (next.shift() ?? handle)(entry, answer);
  };
  const listening = await httpServer((request, response) => void listener(request, response));
  return { ...listening, url: `http://127.0.0.1:${listening.port}`, asked };
}

export interface GithubIssue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
  state: string;
  readonly comments: string[];
}

/**
 * GitHub's REST interface as far as issues go (docs.github.com, REST API, version 2022-11-28: "Create an issue",
 * "Update an issue", "List repository issues", "Create an issue comment", "Get a repository").
 */
export async function fakeGithub(token: string, repository: string) {
  const issues: GithubIssue[] = [];
  const next: Handle[] = [];
  const root = `/repos/${repository}`;
  // What else GitHub says of every issue, such as its author and some 30 addresses, weighs about as much.
  const more = { user: { login: "ada" }, closed_by: null, timeline_url: "x".repeat(4500) };
  const server = await service(({ method, path, headers, body }, answer) => {
    if (headers.authorization !== `Bearer ${token}`) return answer(401, { message: "Bad credentials" });
    if (headers["user-agent"] === undefined) return answer(403, { message: "A User-Agent is required" });
    if (headers.accept !== "application/vnd.github+json") return answer(415, { message: "Unsupported" });
    const [route] = path.split("?");
    if (!route?.startsWith(root)) return answer(404, { message: "Not Found" });
    const given = (body ?? {}) as Partial<GithubIssue> & { body?: string };
    const shown = (issue: GithubIssue) => ({
      number: issue.number,
      html_url: `https://github.example/${repository}/issues/${issue.number}`,
      title: issue.title,
      body: issue.body,
      state: issue.state,
      ...more,
    });
    const [, number, comments] = /^\/issues\/(\d+)(\/comments)?$/.exec(route.slice(root.length)) ?? [];
    const issue = issues.find((each) => each.number === Number(number));
    if (method === "GET" && route === root) return answer(200, { full_name: repository, has_issues: true });
    if (method === "GET" && route === `${root}/issues`) {
      const { searchParams } = new URL(path, server.url);
      return answer(
        200,
        issues
          .map(shown)
          .reverse()
          .slice(0, Number(searchParams.get("per_page") ?? 30)),
      );
    }
    if (method === "POST" && route === `${root}/issues`) {
      if (typeof given.title !== "string" || given.title === "") return answer(422, { message: "Validation Failed" });
      const made = {
        number: issues.length + 1,
        title: given.title,
        body: given.body ?? "",
        labels: given.labels ?? [],
        state: "open",
        comments: [],
      };
      issues.push(made);
      return answer(201, shown(made));
    }
    if (!issue) return answer(404, { message: "Not Found" });
    if (method === "POST" && comments) {
      if (typeof given.body !== "string") return answer(422, { message: "Validation Failed" });
      issue.comments.push(given.body);
      return answer(201, { id: issue.comments.length });
    }
    if (method === "PATCH" && given.state) issue.state = given.state;
    return answer(200, shown(issue));
  }, next);
  return { ...server, issues, next };
}

export interface JiraIssue {
  readonly key: string;
  readonly fields: Readonly<Record<string, unknown>> & { readonly labels: readonly string[] };
  status: "To Do" | "Done";
  readonly comments: unknown[];
}

/**
 * Jira's REST interface as far as issues go (developer.atlassian.com, "The Jira Cloud platform REST API", version 3:
 * "Create issue", "Add comment", "Get transitions", "Transition issue", "Search for issues using JQL"), or in version 2
 * ("Jira Data Center REST API"), where texts are strings and the search has another path.
 */
export async function fakeJira(credentials: string, project: string, version: 2 | 3 = 3) {
  const issues: JiraIssue[] = [];
  const next: Handle[] = [];
  const root = `/rest/api/${version}`;
  const isDocument = (value: unknown): boolean =>
    version === 2
      ? typeof value === "string"
      : typeof value === "object" && value !== null && (value as { type?: unknown }).type === "doc";
  const category = (status: string) => ({ key: status === "Done" ? "done" : "new" });
  const server = await service(({ method, path, headers, body }, answer) => {
    if (headers.authorization !== credentials) return answer(401, { errorMessages: ["Unauthorized"] });
    const url = new URL(path, "http://jira.example");
    const route = url.pathname.slice(root.length);
    const given = (body ?? {}) as Record<string, unknown>;
    if (!url.pathname.startsWith(root)) return answer(404);
    if (method === "GET" && route === `/project/${project}`) return answer(200, { key: project });
    if (method === "GET" && route === (version === 2 ? "/search" : "/search/jql")) {
      const label = /labels = "([^"]+)"/.exec(url.searchParams.get("jql") ?? "")?.[1] ?? "";
      return answer(200, { issues: issues.filter(({ fields }) => fields.labels.includes(label)), isLast: true });
    }
    if (method === "POST" && route === "/issue") {
      const fields = given["fields"] as JiraIssue["fields"];
      const summary = fields["summary"];
      if (typeof summary !== "string" || summary.length > 255 || /\n/.test(summary)) return answer(400);
      if (!isDocument(fields["description"])) return answer(400, { errors: { description: "not a document" } });
      const key = `${project}-${issues.length + 1}`;
      issues.push({ key, fields, status: "To Do", comments: [] });
      return answer(201, { id: String(10_000 + issues.length), key, self: `https://jira.example/${key}` });
    }
    const [, key, part] = /^\/issue\/([A-Z]+-\d+)(?:\/(comment|transitions))?$/.exec(route) ?? [];
    const issue = issues.find((each) => each.key === key);
    if (!issue) return answer(404, { errorMessages: ["Issue does not exist"] });
    if (method === "GET" && part === undefined)
      return answer(200, { key, fields: { status: { name: issue.status, statusCategory: category(issue.status) } } });
    if (part === "comment") {
      if (!isDocument(given["body"])) return answer(400, { errors: { comment: "not a document" } });
      issue.comments.push(given["body"]);
      return answer(201, { id: String(issue.comments.length) });
    }
    const to = issue.status === "Done" ? "To Do" : "Done";
    if (method === "GET")
      return answer(200, {
        transitions: [
          { id: "31", name: to === "Done" ? "Done" : "Reopen", to: { name: to, statusCategory: category(to) } },
        ],
      });
    if ((given["transition"] as { id?: unknown } | undefined)?.id !== "31") return answer(400);
    issue.status = to;
    return answer(204, "");
  }, next);
  return { ...server, issues, next };
}

/** What takes a JSON message and answers as it is told: Slack's incoming webhook answers `ok` in plain text. */
export async function fakeReceiver(
  reply: readonly [status: number, body?: string, headers?: Record<string, string>] = [200, "ok"],
) {
  const next: Handle[] = [];
  const server = await service((_asked, answer) => answer(...reply), next);
  return { ...server, next };
}
