import { isIP } from "node:net";

const USUAL_PORTS = [80, 443];

interface Allowed {
  readonly matches: (host: string) => boolean;
  readonly port: number | undefined;
}

/** Parses an address to request. Throws the error that `refuse` makes of a message about `subject`. */
export function readUrl(text: string, subject: string, refuse: (message: string) => Error): URL {
  // The URL parser drops these characters; other parsers of the same text don't.
  if (/[\s\\\p{Cc}]/u.test(text)) throw refuse(`${subject} must not hold spaces, control characters or '\\'.`);
  const url = URL.parse(text);
  if (!url) throw refuse(`${subject} can't be read.`);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw refuse("Only http and https are asked.");
  if (url.username !== "" || url.password !== "") throw refuse(`${subject} must not hold a user or password.`);
  return url;
}

/** The host without the brackets of IPv6. */
export const bareHost = (host: string): string => (host.startsWith("[") ? host.slice(1, -1) : host);

export const portOf = (url: URL): number =>
  url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);

/** The form of the URL parser: punycode, and numbers of IPv4 in decimal. */
const normalized = (host: string): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;

function allowed(entry: string): Allowed {
  const port = /:(\d{1,5})$/.exec(entry)?.[1];
  const host = port === undefined ? entry : entry.slice(0, -port.length - 1);
  const number = port === undefined ? undefined : Number(port);
  if (!host.startsWith("*.")) {
    const name = normalized(host);
    return { matches: (given) => given === name, port: number };
  }
  const suffix = `.${normalized(host.slice(2))}`;
  const matches = (given: string): boolean =>
    given.endsWith(suffix) && given.length > suffix.length && isIP(bareHost(given)) === 0;
  return { matches, port: number };
}

/** A host on an inner network. With an organization, only that organization may reach it. */
export interface AllowedHost {
  readonly name: string;
  readonly organizationId: string | undefined;
}

/** As `hostRule`, for one organization. */
export function organizationHostRule(hosts: readonly AllowedHost[]): (organizationId: string, url: URL) => boolean {
  const list = hosts.map(({ name, organizationId }) => ({ organizationId, matches: hostRule([name]) }));
  return (asking, url) =>
    list.some(
      ({ organizationId, matches }) => (organizationId === undefined || organizationId === asking) && matches(url),
    );
}

/** Whether a parsed URL's host and port are among NAME, NAME:PORT and *.DOMAIN; without a port, 80 and 443 are meant. */
export function hostRule(entries: readonly string[]): (url: URL) => boolean {
  const list = entries.map(allowed);
  return (url) => {
    const port = portOf(url);
    return list.some(
      (each) =>
        each.matches(url.hostname) && (each.port === undefined ? USUAL_PORTS.includes(port) : each.port === port),
    );
  };
}
