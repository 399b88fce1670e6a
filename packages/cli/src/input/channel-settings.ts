import { Flags, type Interfaces } from "@oclif/core";
import type { ChannelKind, NotificationChannel, NotificationChannelCreate } from "@tocsin/sdk";
import { oneOf, someOf, usageError } from "../flags/common-flags.ts";
import { leastSeverities, notificationEvents } from "../format/channel.ts";
import { askSecret, pipedLines } from "./prompt.ts";

type Settings = NotificationChannelCreate["settings"];

/** Filters of a channel. */
export const filterFlags = {
  events: someOf(notificationEvents)({ description: "Only these events; all by default." }),
  "min-severity": oneOf(leastSeverities, { description: "Only incidents of this severity and above." }),
  service: Flags.string({ description: "Only incidents of this service; can be repeated.", multiple: true }),
};

/** Settings of all kinds of channels. */
export const settingFlags = {
  url: Flags.string({ description: "webhook: address to post messages to.", helpValue: "<url>" }),
  to: Flags.string({ description: "email: recipient; can be repeated.", multiple: true }),
  repository: Flags.string({ description: "github: repository to open issues in.", helpValue: "<owner/name>" }),
  label: Flags.string({ description: "github: label of the issues; can be repeated.", multiple: true }),
  "api-url": Flags.string({ description: "github: API address of your own server.", helpValue: "<url>" }),
  "base-url": Flags.string({ description: "jira: address of the site.", helpValue: "<url>" }),
  project: Flags.string({ description: "jira: key of the project." }),
  account: Flags.string({ description: "jira: email of the token's account; not for a Data Center." }),
  "issue-type": Flags.string({ description: "jira: type of the issues; Task by default." }),
  "close-transition": Flags.string({ description: "jira: transition that closes an issue; Done by default." }),
};

type Setting = keyof typeof settingFlags;
export type SettingFlags = Partial<Pick<Interfaces.InferredFlags<typeof settingFlags>, Setting>>;

const flagsOf: Readonly<Record<ChannelKind, readonly Setting[]>> = {
  webhook: ["url"],
  slack: [],
  email: ["to"],
  github: ["repository", "label", "api-url"],
  jira: ["base-url", "project", "account", "issue-type", "close-transition"],
};
const needed: Readonly<Record<ChannelKind, readonly Setting[]>> = {
  webhook: ["url"],
  slack: [],
  email: ["to"],
  github: ["repository"],
  jira: ["base-url", "project"],
};

/** The settings of a kind from its flags; `secretUrl` is the address of a Slack webhook, which is a secret. */
export function readSettings(kind: ChannelKind, given: SettingFlags, secretUrl: string | undefined): Settings {
  checkKind(kind, given);
  const missing = needed[kind].filter((flag) => given[flag] === undefined);
  if (missing.length > 0)
    throw usageError(`A channel of kind ${kind} needs ${missing.map((flag) => `--${flag}`).join(", ")}.`);
  return { ...settingsFromFlags(given), ...(kind === "slack" && secretUrl !== undefined && { url: secretUrl }) };
}

/** The settings of a channel with the changes of the flags; undefined without a change. */
export function changedSettings(
  { kind, settings }: Pick<NotificationChannel, "kind" | "settings">,
  given: SettingFlags,
): Settings | undefined {
  checkKind(kind, given);
  const changed = settingsFromFlags(given);
  if (Object.keys(changed).length === 0) return undefined;
  // The API replaces all settings. A secret address is known only in part, and it is the only setting of its kind.
  const kept = Object.entries(settings).filter(([name, value]) => name !== "url" && value !== null);
  return { ...Object.fromEntries(kept), ...changed };
}

/** Whether the address of a tracker changes, for which the token is needed again. */
export const changesAddress = (given: SettingFlags): boolean =>
  given["api-url"] !== undefined || given["base-url"] !== undefined;

function checkKind(kind: ChannelKind, given: SettingFlags): void {
  for (const flag of Object.keys(settingFlags) as Setting[]) {
    if (given[flag] === undefined || flagsOf[kind].includes(flag)) continue;
    if (kind === "slack" && flag === "url")
      throw usageError(
        "The address of a Slack webhook is a secret. Omit --url: the command asks for it, or reads it from stdin.",
      );
    throw usageError(`--${flag} doesn't apply to a channel of kind ${kind}.`);
  }
}

/** The given settings, by their names in the API. */
function settingsFromFlags(given: SettingFlags): Settings {
  const settings = {
    url: given.url,
    recipients: given.to,
    repository: given.repository,
    labels: given.label,
    apiUrl: given["api-url"],
    baseUrl: given["base-url"],
    project: given.project,
    email: given.account,
    issueType: given["issue-type"],
    closeTransition: given["close-transition"],
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

const secretPrompts: Readonly<Record<ChannelKind, string | undefined>> = {
  webhook: undefined,
  slack: "Address of the Slack webhook",
  email: undefined,
  github: "Token with permission to write issues",
  jira: "API token",
};

/** Asks for the secret of a kind, or reads the first line of stdin. */
export async function readSecret(kind: ChannelKind, asked: boolean): Promise<string | undefined> {
  const words = secretPrompts[kind] ?? (asked ? "Key that messages are signed with" : undefined);
  if (words === undefined) return undefined;
  const secret = process.stdin.isTTY ? await askSecret(words) : (await pipedLines())[0];
  if (!secret) throw usageError(`${words} is missing.`);
  return secret;
}
