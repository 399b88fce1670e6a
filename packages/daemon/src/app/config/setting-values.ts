import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import * as schemas from "../../kernel/field-schemas.ts";
import { isOrganizationId } from "../../model/scope.ts";
import { parseMailbox } from "../../notify/mail.ts";

/** How the text of a setting becomes its value. */
interface Kind<Value> {
  /** A schema with `writeOnly` keeps a value that may hold a secret out of the message about it. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The value of what the schema accepts. */
  convert(checked: unknown): Value;
}

export interface Setting<Value> {
  /** Purpose, unit and default, for the documentation. */
  readonly sentence: string;
  readonly fallback: Value;
  readonly kind: Kind<Value>;
}

export const setting = <Value, Fallback extends NoInfer<Value> | undefined>(
  fallback: Fallback,
  kind: Kind<Value>,
  sentence: string,
): Setting<Value | Fallback> => ({ fallback, kind: kind as Kind<Value | Fallback>, sentence });

/** The JSON value that a text stands for; a text that stands for none stays as it is, and the schema refuses it. */
export function toJson({ type }: Kind<unknown>["schema"], text: string): unknown {
  if (type === "integer" && /^\d{1,15}$/.test(text)) return Number(text);
  if (type === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  if (type !== "array") return text;
  return text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}

export const text: Kind<string> = { schema: { type: "string" }, convert: String };
export const flag: Kind<boolean> = { schema: schemas.flag, convert: Boolean };
export const integer = (least: number, most: number): Kind<number> => ({
  schema: schemas.whole(least, most),
  convert: Number,
});
export const port = integer(0, 65_535);
export const bytes = (least: number) => integer(least, 2 ** 40);
/** 0, which turns a bound off, or at least `least` bytes. */
export function bytesOrNone(least: number): Kind<number> {
  const { description, ...range } = schemas.whole(least, 2 ** 50 - 1);
  const not = { type: "integer", minimum: 1, maximum: least - 1 };
  return { schema: { ...range, minimum: 0, not, description: `${description}, or 0` }, convert: Number };
}
export const oneOf = <Choice extends string>(choices: readonly Choice[]): Kind<Choice> => ({
  schema: schemas.oneOf(...choices),
  convert: (choice) => choice as Choice,
});

/** A text in a format that JSON Schema doesn't have. */
const format = (satisfies: (text: string) => boolean, description: string) => ({
  type: "string",
  satisfies,
  description,
});

/** An IPv6 address may have brackets. */
const withoutBrackets = (host: string): string =>
  /^\[.*\]$/.test(host) && isIP(host.slice(1, -1)) ? host.slice(1, -1) : host;
export const listenHost: Kind<string> = {
  schema: format(
    (host) => isIP(withoutBrackets(host)) !== 0 || /^[a-z0-9._-]{1,253}$/i.test(host),
    "an address or a name without a port, such as 127.0.0.1, ::1 or tocsin.internal",
  ),
  convert: (host) => withoutBrackets(String(host)),
};
/** May hold a password. */
export const url = (...protocols: string[]): Kind<string> => ({
  schema: {
    ...format(
      (address) => protocols.includes(URL.parse(address)?.protocol ?? ""),
      `a URL beginning ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
    ),
    writeOnly: true,
  },
  convert: String,
});
export const mailbox: Kind<string> = {
  schema: format((given) => parseMailbox(given) !== undefined, "an address, as in Tocsin <tocsin@example.com>"),
  convert: String,
};
const zoneOf = (timeZone: string): string => new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
export const timeZone: Kind<string> = {
  schema: format((given) => {
    try {
      return zoneOf(given) !== "";
    } catch {
      return false;
    }
  }, "a time zone such as Europe/Berlin or UTC"),
  convert: (given) => zoneOf(String(given)),
};

const listOf = <Item>(
  items: Readonly<Record<string, unknown>>,
  convert: (part: string) => Item,
  minItems = 0,
): Kind<readonly Item[]> => ({
  schema: {
    type: "array",
    items,
    minItems,
    description: `one or more, comma separated, each ${String(items["description"])}`,
  },
  convert: (parts) => (parts as readonly string[]).map(convert),
});

/** Origins in the form of the `Origin` header: scheme, host and port. */
export const origins = listOf(
  format(
    (origin) => /^https?:/.test(origin) && URL.parse(origin)?.origin === origin,
    "an origin such as https://status.example.com or http://localhost:5173",
  ),
  String,
);

export const roles = ["ingest", "core", "worker"] as const;
export type Role = (typeof roles)[number];
export const roleList = listOf(schemas.oneOf(...roles), (role) => role as Role, 1);

export const organizations = listOf(
  format(isOrganizationId, "an organization id (1 to 64 of letters, digits, '.', '_', '-')"),
  String,
  1,
);
export const networks = listOf(
  format((network) => ipaddr.isValidCIDR(network), "a network such as 10.1.0.0/16 or fd00::/8"),
  String,
);

/** With an organization, only that organization may use what is named. */
export interface OrganizationBound {
  readonly name: string;
  readonly organizationId: string | undefined;
}

/** Splits NAME@ORGANIZATION at the last @. */
function splitBound(part: string): OrganizationBound {
  const at = part.lastIndexOf("@");
  if (at === -1) return { name: part, organizationId: undefined };
  return { name: part.slice(0, at), organizationId: part.slice(at + 1) };
}

const bound = (names: RegExp, description: string) =>
  format((part) => {
    const { name, organizationId = "default" } = splitBound(part);
    return names.test(name) && isOrganizationId(organizationId);
  }, description);

export interface IngestKey {
  readonly key: string;
  /** The organization that the key is bound to, if any. */
  readonly organizationId: string | undefined;
}
export const ingestKeys = listOf(
  { ...bound(/./, "a key of the form KEY or KEY@ORGANIZATION"), writeOnly: true },
  (part): IngestKey => {
    const { name: key, organizationId } = splitBound(part);
    return { key, organizationId };
  },
  1,
);

export const namespaces = listOf(
  bound(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, "a namespace, NAME or NAME@ORGANIZATION"),
  splitBound,
);

const HOST = /^((\*\.)?[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i;
export const probeHosts = listOf(
  format((host) => HOST.test(host), "a host such as api.example.com, 10.1.2.3:8080 or *.example.com"),
  (host) => host.toLowerCase(),
);
export const outboundHosts = listOf(
  bound(
    HOST,
    "a host such as hooks.internal, 10.1.2.3:8080 or *.example.com, with @ORGANIZATION where only that one may reach it",
  ),
  (part): OrganizationBound => {
    const { name, organizationId } = splitBound(part);
    return { name: name.toLowerCase(), organizationId };
  },
);

/** The account is part of the ARN. With an organization, only that organization may use the role. */
export interface AwsRole {
  readonly account: string;
  readonly arn: string;
  readonly organizationId: string | undefined;
}
const AWS_ROLE = /^arn:aws[a-z-]*:iam::(\d{12}):role\/[\w+=,.@/-]{1,512}$/;
export const awsRoles = listOf(bound(AWS_ROLE, "the ARN of a role, ARN or ARN@ORGANIZATION"), (part): AwsRole => {
  const { name: arn, organizationId } = splitBound(part);
  return { account: AWS_ROLE.exec(arn)?.[1] ?? "", arn, organizationId };
});
