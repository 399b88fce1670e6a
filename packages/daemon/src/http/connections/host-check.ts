import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { ApplicationError } from "../../kernel/errors.ts";

/** Says why a request isn't answered under the host that it names; undefined where it is. */
export type HostCheck = (request: IncomingMessage) => ApplicationError | undefined;

export interface HostCheckOptions {
  /** The address that the server listens on. */
  readonly listenHost: string;
  /** TOCSIN_PUBLIC_URL, where it is set. */
  readonly publicUrl: string | undefined;
}

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];
/** RFC 3986, section 3.2: a name or an address, and a port. */
const AUTHORITY = /^(\[[0-9a-f:.]{2,45}\]|[^:/?#@[\]\s]{1,255})(?::\d{0,5})?$/i;
const SCHEME = /^https?:\/\//i;

/**
 * Refuses DNS rebinding. A page of another site can point its own name at a loopback address. The browser then takes
 * the answers of this server for that site's own. Such requests name the other site in `Host`. A server that listens
 * beyond the loopback answers every name, since it can't know its own.
 */
export function createHostCheck({ listenHost, publicUrl }: HostCheckOptions): HostCheck {
  const names = isLoopback(listenHost) ? allowedNames(listenHost, publicUrl) : undefined;
  let lastAnswered: string | undefined;
  return (request) => {
    const { host } = request.headers;
    const fault = hostFault(request);
    if (fault !== undefined) return new ApplicationError("malformed_request", fault);
    if (names === undefined || (host === lastAnswered && isOriginForm(request))) return undefined;
    if (!isAllowed(names, host) || !isTargetAllowed(names, request)) return hostNotAllowed(host);
    lastAnswered = host;
    return undefined;
  };
}

/** RFC 9112, section 3.2: one Host, and none is missing since HTTP/1.1. */
function hostFault({ rawHeaders, headers, httpVersion }: IncomingMessage): string | undefined {
  if (headers.host === undefined) {
    return httpVersion === "1.1" ? "The request has no header Host. Send one." : undefined;
  }
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count > 1 ? "The request has more than one header Host. Send one." : undefined;
}

const isOriginForm = ({ url }: IncomingMessage): boolean => url === undefined || url.startsWith("/");

const isAllowed = (names: ReadonlySet<string>, authority: string | undefined): boolean => {
  const name = authority === undefined ? undefined : AUTHORITY.exec(authority)?.[1];
  return name !== undefined && names.has(name.toLowerCase());
};

/** A target in absolute form names a host of its own, which counts instead of the header. */
function isTargetAllowed(names: ReadonlySet<string>, { url = "/" }: IncomingMessage): boolean {
  if (!SCHEME.test(url)) return true;
  return isAllowed(names, url.replace(SCHEME, "").split(/[/?#]/, 1)[0]);
}

function allowedNames(listenHost: string, publicUrl: string | undefined): ReadonlySet<string> {
  const own = listenHost.includes(":") ? `[${listenHost}]` : listenHost;
  const names = new Set([...LOOPBACK_NAMES, own.toLowerCase()]);
  if (publicUrl !== undefined) names.add(new URL(publicUrl).hostname.toLowerCase());
  return names;
}

/** A name may lead anywhere, but for the one that never leaves the machine. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, "$1");
  if (address.toLowerCase() === "localhost") return true;
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}

const SHOWN_LENGTH_MAX = 100;

const hostNotAllowed = (host: string | undefined): ApplicationError =>
  new ApplicationError(
    "host_not_allowed",
    `${host === undefined ? "A request without a Host" : `The host ${JSON.stringify(host.slice(0, SHOWN_LENGTH_MAX))}`} is not answered, because this server listens on loopback. ` +
      "Use localhost, 127.0.0.1 or [::1], or set TOCSIN_PUBLIC_URL to the address that callers use.",
  );
