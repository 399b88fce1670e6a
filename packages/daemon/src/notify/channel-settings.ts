import { type ErrorDetail, invalidRequest } from "../kernel/errors.ts";
import { fieldsOf } from "../kernel/field-schemas.ts";
import { findDetails } from "../kernel/validate-document.ts";
import type { ChannelKind, ChannelSecrets, ChannelSettingsByKind } from "./channel.ts";
import { mailAddressSchema } from "./mail.ts";

/** Why an address may not be requested, without looking it up; undefined for an allowed one. */
export type AddressProblem = (organizationId: string, url: URL) => string | undefined;

export type GivenSettings = Readonly<Record<string, unknown>>;

/** The settings as they are answered, and what is sealed. */
export interface CheckedSettings {
  readonly settings: GivenSettings;
  readonly secrets: ChannelSecrets;
}

const RECIPIENTS_MAX = 20;

const parsed = (text: string): Partial<URL> => URL.parse(text) ?? {};
/** The path of an address may be a secret, so no message holds it. */
const condition = (satisfies: (text: string) => boolean, description: string) => ({
  satisfies,
  description,
  writeOnly: true,
});
const isHttp = condition(
  (text) => /^https?:$/.test(parsed(text).protocol ?? ""),
  "an address that begins with https:// or http://",
);
const noUser = condition((text) => {
  const { username, password } = parsed(text);
  return !username && !password;
}, "an address without user and password");
const noQuery = condition((text) => !/[?#]/.test(text), "an address without ? and #");
const address = { type: "string", allOf: [isHttp, noUser], description: isHttp.description };
const site = { ...address, allOf: [isHttp, noUser, noQuery] };
const line = {
  type: "string",
  satisfies: (text: string) => text.trim() !== "" && !/\p{Cc}/u.test(text),
  description: "one line of text",
};

const schemas: Readonly<Record<ChannelKind, ReturnType<typeof fieldsOf>>> = {
  webhook: fieldsOf({ url: address }, ["url"]),
  slack: fieldsOf({ url: address }, ["url"]),
  email: fieldsOf(
    {
      recipients: {
        ...{ type: "array", items: mailAddressSchema, minItems: 1, maxItems: RECIPIENTS_MAX },
        description: `1 to ${RECIPIENTS_MAX} email addresses`,
      },
    },
    ["recipients"],
  ),
  github: fieldsOf(
    {
      // GitHub's own rule for names of accounts and repositories.
      repository: {
        type: "string",
        pattern: String.raw`^[A-Za-z0-9][A-Za-z0-9-]{0,38}/(?!\.{1,2}$)[\w.\-]{1,100}$`,
        description: "owner/name",
      },
      labels: { type: "array", items: line, default: [], description: "a list of labels" },
      apiUrl: { ...site, default: "https://api.github.com" },
    },
    ["repository"],
  ),
  jira: fieldsOf(
    {
      baseUrl: site,
      project: {
        type: "string",
        pattern: "^[A-Za-z][A-Za-z0-9_]{0,99}$",
        description: "the key of a project, such as OPS",
      },
      issueType: { ...line, default: "Task" },
      email: { ...mailAddressSchema, type: ["string", "null"], default: null },
      closeTransition: { ...line, default: "Done" },
    },
    ["baseUrl", "project"],
  ),
};

/** The settings that are addresses, which must be allowed. */
const addressesOf = (kind: ChannelKind): readonly string[] =>
  Object.entries(schemas[kind].properties).flatMap(([name, { allOf }]) => (allOf?.includes(isHttp) ? [name] : []));

/** The secret that a kind needs besides its settings; null for none. */
const SECRETS: Readonly<Record<ChannelKind, string | null>> = {
  webhook: "the key that its messages are signed with",
  slack: null,
  email: null,
  github: "the token of the GitHub account",
  jira: "the token of the Jira account",
};
/** Kinds whose address lets anybody who knows it post. */
const SECRET_ADDRESSES: Readonly<Record<ChannelKind, boolean>> = {
  webhook: true,
  slack: true,
  email: false,
  github: false,
  jira: false,
};
export const hasSecretAddress = (kind: ChannelKind): boolean => SECRET_ADDRESSES[kind];

/**
 * Checks settings and secret by the rules of the kind, and adds the defaults. `secret` is null for none. Throws
 * `invalid_request`, which names every wrong field.
 */
export function checkSettings(
  { organizationId, kind }: { readonly organizationId: string; readonly kind: ChannelKind },
  given: GivenSettings,
  secret: string | null,
  addressProblem: AddressProblem,
): CheckedSettings {
  const settings: Record<string, unknown> = { ...given };
  const problems: ErrorDetail[] = [...findDetails(schemas[kind], settings, "/settings")];
  for (const name of addressesOf(kind)) {
    const url = URL.parse(String(settings[name]));
    const message = url ? addressProblem(organizationId, url) : undefined;
    const path = `/settings/${name}`;
    if (message !== undefined && !problems.some((problem) => problem.path === path)) problems.push({ path, message });
  }
  const needed = SECRETS[kind];
  if (needed !== null && secret === null) problems.push({ path: "/secret", message: `must be ${needed}` });
  if (needed === null && secret !== null) {
    problems.push({ path: "/secret", message: `must be left out: ${kind} channels have none` });
  }
  if (problems.length > 0) throw invalidRequest(problems);
  const url = hasSecretAddress(kind) ? new URL(String(settings["url"])) : null;
  return { settings: normalize(kind, settings), secrets: { secret, url: url?.href ?? null } };
}

/** The stored form of checked settings; of a secret address, only its scheme and host. */
function normalize(kind: ChannelKind, settings: GivenSettings): GivenSettings {
  const of = <Kind extends ChannelKind>() => settings as unknown as ChannelSettingsByKind[Kind];
  switch (kind) {
    case "webhook":
    case "slack":
      return { url: `${new URL(of<"webhook">().url).origin}/…` };
    case "email":
      return { recipients: [...new Set(of<"email">().recipients)] };
    case "github":
      return { ...settings, apiUrl: withoutSlash(of<"github">().apiUrl) };
    case "jira":
      return { ...settings, baseUrl: withoutSlash(of<"jira">().baseUrl) };
  }
}

const withoutSlash = (site: string): string => new URL(site).href.replace(/\/+$/, "");
