import { ApplicationError, type ErrorDetail } from "../kernel/errors.ts";
import type { ChannelKind, ChannelSecrets, ChannelSettingsByKind } from "./channel.ts";
import { isMailAddress } from "./mail-address.ts";

/** Why an address may not be asked, as far as that can be told without asking anybody; undefined where it may be. */
export type AddressProblem = (organizationId: string, url: URL) => string | undefined;

/** As callers give them. */
export type GivenSettings = Readonly<Record<string, unknown>>;

/** What is kept: settings as they are answered, and what is sealed. */
export interface CheckedSettings {
  readonly settings: GivenSettings;
  readonly secrets: ChannelSecrets;
}

const GITHUB_API = "https://api.github.com";
const ISSUE_TYPE = "Task";
const CLOSE_TRANSITION = "Done";
const RECIPIENTS_MAX = 20;
/** GitHub's own rule for names of accounts and repositories. */
const REPOSITORY = /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/(?!\.{1,2}$)[\w.-]{1,100}$/;
const PROJECT = /^[A-Za-z][A-Za-z0-9_]{0,99}$/;

const NAMES: Readonly<Record<ChannelKind, readonly string[]>> = {
  webhook: ["url"],
  slack: ["url"],
  email: ["recipients"],
  github: ["repository", "labels", "apiUrl"],
  jira: ["baseUrl", "project", "issueType", "email", "closeTransition"],
};

/** What the secret is that a kind needs besides its settings; null where it has none. */
const SECRETS: Readonly<Record<ChannelKind, string | null>> = {
  webhook: "the key that its messages are signed with",
  slack: null,
  email: null,
  github: "the token of the GitHub account",
  jira: "the token of the Jira account",
};
/** Kinds whose address lets whoever knows it post. */
export const hasSecretAddress = (kind: ChannelKind): boolean => kind === "webhook" || kind === "slack";

/**
 * Checks settings and secret by the rules of the kind, and fills in what was left out. `secret` is null where there is
 * none. Throws `invalid`, which names every field at fault.
 */
export function checkSettings(
  { organizationId, kind }: { readonly organizationId: string; readonly kind: ChannelKind },
  given: GivenSettings,
  secret: string | null,
  addressProblem: AddressProblem,
): CheckedSettings {
  const problems: ErrorDetail[] = [];
  const wrong = (path: string, message: string): void => void problems.push({ path, message });
  for (const name of Object.keys(given)) {
    if (!NAMES[kind].includes(name)) {
      wrong(`/settings/${name}`, `is no setting of ${kind} channels, which have ${NAMES[kind].join(", ")}`);
    }
  }
  const checked = { addressProblem: (url: URL) => addressProblem(organizationId, url), given, wrong };
  const { settings, url } = settingsOf(kind, checked);
  const needed = SECRETS[kind];
  if (needed !== null && secret === null) wrong("/secret", `must be ${needed}`);
  if (needed === null && secret !== null) wrong("/secret", `must be left out: ${kind} channels have none`);
  if (problems.length > 0) throw invalid(problems);
  return { settings, secrets: { secret, url } };
}

export function invalid(details: readonly ErrorDetail[]): ApplicationError {
  const text = details.map(({ path, message }) => `${path} ${message}`).join("; ");
  return new ApplicationError("invalid_request", `Invalid request: ${text}`, { details });
}

interface Checked {
  readonly given: GivenSettings;
  readonly addressProblem: (url: URL) => string | undefined;
  readonly wrong: (path: string, message: string) => void;
}

/** `url` is the address that is a secret itself. */
function settingsOf(kind: ChannelKind, checked: Checked): { settings: GivenSettings; url: string | null } {
  switch (kind) {
    case "webhook":
    case "slack": {
      const url = address(checked, "url", undefined);
      return { settings: { url: url && withoutPath(url) }, url };
    }
    case "email":
      return { settings: { recipients: recipients(checked) }, url: null };
    case "github":
      return { settings: github(checked), url: null };
    case "jira":
      return { settings: jira(checked), url: null };
  }
}

/** Scheme and host: who knows the rest can post. */
const withoutPath = (url: string): string => `${new URL(url).origin}/…`;

function address({ given, addressProblem, wrong }: Checked, name: string, fallback: string | undefined): string {
  const text = given[name] ?? fallback;
  const path = `/settings/${name}`;
  const url = typeof text === "string" && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) {
    wrong(path, "must be an address that begins with https:// or http://");
    return "";
  }
  if (url.username !== "" || url.password !== "") wrong(path, "must hold no user and no password");
  const problem = addressProblem(url);
  if (problem !== undefined) wrong(path, problem);
  return url.href;
}

/** Of a site: without what comes behind its path, and without a slash at its end. */
function site(checked: Checked, name: string, fallback?: string): string {
  const href = address(checked, name, fallback);
  if (href === "") return "";
  const { origin, pathname, search, hash } = new URL(href);
  if (search !== "" || hash !== "") checked.wrong(`/settings/${name}`, "must hold neither ? nor #");
  return origin + pathname.replace(/\/+$/, "");
}

function recipients({ given, wrong }: Checked): string[] {
  const list = Array.isArray(given["recipients"]) ? (given["recipients"] as unknown[]) : [];
  const path = "/settings/recipients";
  if (list.length === 0 || list.length > RECIPIENTS_MAX) wrong(path, `must be 1 to ${RECIPIENTS_MAX} email addresses`);
  for (const [index, each] of list.entries()) {
    if (typeof each !== "string" || !isMailAddress(each)) wrong(`${path}/${index}`, "must be one email address");
  }
  return [...new Set(list.map(String))];
}

function github(checked: Checked): ChannelSettingsByKind["github"] {
  const { given, wrong } = checked;
  const repository = String(given["repository"] ?? "");
  if (!REPOSITORY.test(repository)) wrong("/settings/repository", "must be owner/name");
  const labels = Array.isArray(given["labels"]) ? given["labels"].map(String) : [];
  for (const [index, label] of labels.entries()) {
    if (!isOneLine(label)) wrong(`/settings/labels/${index}`, "must be one line of text");
  }
  return { repository, labels, apiUrl: site(checked, "apiUrl", GITHUB_API) };
}

function jira(checked: Checked): ChannelSettingsByKind["jira"] {
  const { given, wrong } = checked;
  const project = String(given["project"] ?? "");
  if (!PROJECT.test(project)) wrong("/settings/project", "must be the key of a project, such as OPS");
  const words = (name: string, fallback: string): string => {
    const text = String(given[name] ?? fallback);
    if (!isOneLine(text)) wrong(`/settings/${name}`, "must be one line of text");
    return text;
  };
  const email = given["email"] === undefined ? null : String(given["email"]);
  if (email !== null && !isMailAddress(email)) wrong("/settings/email", "must be one email address");
  return {
    baseUrl: site(checked, "baseUrl"),
    project,
    issueType: words("issueType", ISSUE_TYPE),
    email,
    closeTransition: words("closeTransition", CLOSE_TRANSITION),
  };
}

const isOneLine = (text: string): boolean => text.trim() !== "" && !/\p{Cc}/u.test(text);
