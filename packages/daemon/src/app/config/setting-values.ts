import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { isOrganizationId } from "../../model/scope.ts";
import { parseMailbox } from "../../notify/mail-address.ts";
import { secretProblem } from "./secret-strength.ts";

/** The parsed value of a setting, or its problem. */
type Parsed<Value> = { readonly value: Value } | { readonly problem: string };

export interface Setting<Value> {
  readonly env: string;
  /** Purpose, unit and default, for the documentation. */
  readonly sentence: string;
  readonly fallback: Value;
  readonly parse: (text: string) => Parsed<Value>;
}

export const setting = <Value, Fallback extends NoInfer<Value> | undefined>(
  env: string,
  fallback: Fallback,
  parse: (text: string) => Parsed<Value>,
  sentence: string,
): Setting<Value | Fallback> => ({ env, fallback, parse, sentence });

export const text = (value: string): Parsed<string> => ({ value });
/** Accepts an IPv6 address with or without brackets. */
export const listenHost = (given: string): Parsed<string> => {
  const host = given.replace(/^\[(.*)\]$/, "$1");
  return isIP(host) !== 0 || (host === given && /^[a-z0-9._-]{1,253}$/i.test(host))
    ? { value: host }
    : { problem: "must be an address or a name without a port, such as 127.0.0.1, ::1 or tocsin.internal" };
};
export const integer =
  (least: number, most: number) =>
  (given: string): Parsed<number> =>
    /^\d{1,15}$/.test(given) && Number(given) >= least && Number(given) <= most
      ? { value: Number(given) }
      : { problem: `must be a whole number from ${least} to ${most}` };
export const oneOf =
  <Choice extends string>(choices: readonly Choice[]) =>
  (given: string): Parsed<Choice> =>
    (choices as readonly string[]).includes(given)
      ? { value: given as Choice }
      : { problem: `must be one of ${choices.join(", ")}` };
export const flag = (given: string): Parsed<boolean> =>
  given === "true" || given === "false" ? { value: given === "true" } : { problem: "must be true or false" };
const list = (given: string): string[] =>
  given
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
export const url =
  (...protocols: string[]) =>
  (given: string): Parsed<string> =>
    URL.canParse(given) && protocols.includes(new URL(given).protocol)
      ? { value: given }
      : { problem: `must be a URL beginning ${protocols.map((protocol) => `${protocol}//`).join(" or ")}` };

/** Origins in the form of the `Origin` header: scheme, host and port. */
export const origins = (given: string): Parsed<readonly string[]> =>
  list(given).every((origin) => /^https?:/.test(origin) && URL.parse(origin)?.origin === origin)
    ? { value: list(given) }
    : { problem: "must hold origins such as https://status.example.com or http://localhost:5173, comma separated" };

export const roles = ["ingest", "core", "worker"] as const;
export type Role = (typeof roles)[number];

export const roleList = (given: string): Parsed<readonly Role[]> => {
  const names = list(given);
  const known = names.filter((name): name is Role => (roles as readonly string[]).includes(name));
  return names.length > 0 && known.length === names.length
    ? { value: known }
    : { problem: `must name one or more of ${roles.join(", ")}, comma separated` };
};

export interface IngestKey {
  readonly key: string;
  /** The organization that the key is bound to, if any. */
  readonly organizationId: string | undefined;
}

export const ingestKeys = (given: string): Parsed<readonly IngestKey[]> => {
  const keys: IngestKey[] = [];
  for (const part of list(given)) {
    const at = part.lastIndexOf("@");
    const key = at === -1 ? part : part.slice(0, at);
    const organizationId = at === -1 ? undefined : part.slice(at + 1);
    if (key === "" || (organizationId !== undefined && !isOrganizationId(organizationId))) {
      return { problem: "must hold keys of the form KEY or KEY@ORGANIZATION, comma separated" };
    }
    keys.push({ key, organizationId });
  }
  return keys.length > 0 ? { value: keys } : { problem: "must hold at least one key, or be left out" };
};

/** With an organization, only that organization may use the namespace. */
export interface AllowedNamespace {
  readonly name: string;
  readonly organizationId: string | undefined;
}

/** Splits NAME@ORGANIZATION; undefined for an invalid organization. */
function bound(part: string): { readonly name: string; readonly organizationId: string | undefined } | undefined {
  const at = part.lastIndexOf("@");
  if (at === -1) return { name: part, organizationId: undefined };
  const organizationId = part.slice(at + 1);
  return isOrganizationId(organizationId) ? { name: part.slice(0, at), organizationId } : undefined;
}

export const namespaces = (given: string): Parsed<readonly AllowedNamespace[]> => {
  const found = list(given).map(bound);
  return found.every((each) => each !== undefined && /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(each.name))
    ? { value: found as AllowedNamespace[] }
    : { problem: "must hold namespaces, NAME or NAME@ORGANIZATION, comma separated" };
};

const HOST = /^((\*\.)?[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/;

export const probeHosts = (given: string): Parsed<readonly string[]> => {
  const hosts = list(given).map((host) => host.toLowerCase());
  return hosts.every((host) => HOST.test(host))
    ? { value: hosts }
    : { problem: "must hold hosts such as api.example.com, 10.1.2.3:8080 or *.example.com, comma separated" };
};

/** With an organization, only that organization may reach the host. */
export interface OutboundHost {
  readonly name: string;
  readonly organizationId: string | undefined;
}

export const outboundHosts = (given: string): Parsed<readonly OutboundHost[]> => {
  const hosts = list(given).map((part) => {
    const host = bound(part);
    return host && { ...host, name: host.name.toLowerCase() };
  });
  return hosts.every((host) => host !== undefined && HOST.test(host.name))
    ? { value: hosts as OutboundHost[] }
    : {
        problem:
          "must hold hosts such as hooks.internal, 10.1.2.3:8080 or *.example.com, each with @ORGANIZATION where only that one may reach it, comma separated",
      };
};

export const networks = (given: string): Parsed<readonly string[]> =>
  list(given).every((network) => ipaddr.isValidCIDR(network))
    ? { value: list(given) }
    : { problem: "must hold networks such as 10.1.0.0/16 or fd00::/8, comma separated" };

/** The account is part of the ARN. With an organization, only that organization may use the role. */
export interface AwsRole {
  readonly account: string;
  readonly arn: string;
  readonly organizationId: string | undefined;
}

const AWS_ROLE = /^arn:aws[a-z-]*:iam::(\d{12}):role\/[\w+=,.@/-]{1,512}$/;

export const awsRoles = (given: string): Parsed<readonly AwsRole[]> => {
  const roles: AwsRole[] = [];
  for (const part of list(given)) {
    const role = bound(part);
    const account = role && AWS_ROLE.exec(role.name)?.[1];
    if (!role || account === undefined)
      return { problem: "must hold ARNs of roles, ARN or ARN@ORGANIZATION, comma separated" };
    roles.push({ account, arn: role.name, organizationId: role.organizationId });
  }
  return { value: roles };
};

export const organizations = (given: string): Parsed<readonly string[] | undefined> => {
  const names = list(given);
  return names.length > 0 && names.every(isOrganizationId)
    ? { value: names }
    : { problem: "must hold organization ids (1 to 64 of letters, digits, '.', '_', '-'), comma separated" };
};

export const secret = (given: string): Parsed<string> => {
  const problem = secretProblem(given);
  return problem === undefined ? { value: given } : { problem };
};

export const mailbox = (given: string): Parsed<string> =>
  parseMailbox(given) ? { value: given } : { problem: "must be an address, as in Tocsin <tocsin@example.com>" };

export const timeZone = (given: string): Parsed<string> => {
  try {
    return { value: new Intl.DateTimeFormat("en", { timeZone: given }).resolvedOptions().timeZone };
  } catch {
    return { problem: "must be a time zone such as Europe/Berlin or UTC" };
  }
};

export const bytes = (least: number) => integer(least, 2 ** 40);
/** 0, which turns a bound off, or at least `least` bytes. */
export const bytesOrNone =
  (least: number) =>
  (given: string): Parsed<number> => {
    if (given === "0") return { value: 0 };
    const parsed = integer(least, 2 ** 50 - 1)(given);
    return "problem" in parsed ? { problem: `${parsed.problem}, or 0` } : parsed;
  };
export const port = integer(0, 65_535);
