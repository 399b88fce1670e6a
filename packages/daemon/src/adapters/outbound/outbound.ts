import { isIP } from "node:net";
import { Agent, request as ask, buildConnector, type Dispatcher, errors } from "undici";
import { KIB } from "../../kernel/bytes.ts";
import { rejectOnAbort } from "../../kernel/reject-on-abort.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import {
  type Outbound,
  type OutboundAnswer,
  OutboundFailed,
  OutboundRefused,
  type OutboundRequest,
} from "../../notify/outbound.ts";
import { addressRule } from "../network/address-rule.ts";
import { type AllowedHost, bareHost, organizationHostRule } from "../network/host-rule.ts";
import { ADDRESSES_MAX, pinned, type Resolve, systemResolve } from "../network/resolve.ts";

export interface OutboundOptions {
  /** NAME, NAME:PORT or *.DOMAIN that may lead to inner addresses, some for one organization alone. */
  readonly hosts: readonly AllowedHost[];
  readonly resolve?: Resolve;
}

const ANSWER_BYTES_MAX = 64 * KIB;
const HEADER_BYTES_MAX = 16 * KIB;
/** A status stands once it has come; its body is for people, and isn't waited for longer. */
const BODY_MS_MAX = 2_000;
const USER_AGENT = "Tocsin";
/** Wherever there is one, but never a metadata service: those would have to be named by their own address. */
const EVERYWHERE = ["0.0.0.0/0", "::/0"];

/** See `Outbound`. Every request has a connection of its own, to the addresses that were checked for it. */
export function createOutbound({ hosts, resolve = systemResolve }: OutboundOptions): Outbound {
  const isAllowed = organizationHostRule(hosts);
  const isPublic = addressRule([]);
  const isReachable = addressRule(EVERYWHERE);
  return async (request, signal) => {
    const url = readUrl(request.url);
    const late = AbortSignal.timeout(request.timeoutMs);
    const over = AbortSignal.any([signal, late]);
    const asked: Asked = { url, request, progress: { connected: false, calledOff: undefined }, late, over };
    const mayBeReached = isAllowed(request.organizationId, url) ? isReachable : isPublic;
    const addresses = await addressesOf(asked, resolve, mayBeReached);
    const agent = agentFor(addresses, asked);
    try {
      return await exchange(agent, asked);
    } catch (error) {
      throw failure(error, asked);
    } finally {
      // Nobody reads the rest of the answer.
      agent.destroy().catch(() => undefined);
    }
  };
}

interface Asked {
  readonly url: URL;
  readonly request: OutboundRequest;
  /** Connected: what was asked may have arrived. Called off: what the caller threw before it left. */
  readonly progress: { connected: boolean; calledOff: unknown };
  readonly late: AbortSignal;
  /** The time is up, or the caller has called it off. */
  readonly over: AbortSignal;
}

function readUrl(text: string): URL {
  // The parser drops what follows and takes the rest for an address; other readers of the same text don't.
  if (/[\s\\\p{Cc}]/u.test(text))
    throw new OutboundRefused("The address must not hold spaces, control characters or '\\'.");
  if (!URL.canParse(text)) throw new OutboundRefused("The address can't be read.");
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new OutboundRefused("Only http and https are asked.");
  if (url.username !== "" || url.password !== "")
    throw new OutboundRefused("The address must not hold a user or password.");
  return url;
}

async function addressesOf(
  { url, over, late }: Asked,
  resolve: Resolve,
  mayBeReached: (address: string) => boolean,
): Promise<readonly string[]> {
  const host = bareHost(url.hostname);
  const shown = toSingleLine(host, 100);
  const addresses =
    isIP(host) === 0
      ? await rejectOnAbort(resolve(host), over).catch(() => {
          const why = late.aborted
            ? "wasn't resolved in time"
            : over.aborted
              ? "was called off"
              : "couldn't be resolved";
          throw new OutboundFailed(`The name ${shown} ${why}.`, false);
        })
      : [host];
  if (addresses.length === 0 || addresses.length > ADDRESSES_MAX) {
    throw new OutboundFailed(
      `The name ${shown} has ${addresses.length === 0 ? "no address" : "too many addresses"}.`,
      false,
    );
  }
  // Which of them is inside is nobody's business.
  if (!addresses.every(mayBeReached)) {
    throw new OutboundRefused(
      `The host ${shown} leads to an inner network; TOCSIN_OUTBOUND_HOSTS lists those that your organization may reach.`,
    );
  }
  return addresses;
}

function agentFor(addresses: readonly string[], { request, progress }: Asked): Agent {
  const connect = buildConnector({
    lookup: pinned(addresses),
    timeout: request.timeoutMs,
    allowH2: false,
    rejectUnauthorized: true,
  } as buildConnector.BuildOptions);
  return new Agent({
    connect: (options, done) =>
      connect(options, (...result) => {
        const [failed, socket] = result;
        if (failed) return done(...result);
        try {
          request.leave?.();
        } catch (thrown) {
          socket.destroy();
          progress.calledOff = thrown;
          return done(new OutboundRefused("It was called off."), null);
        }
        progress.connected = true;
        done(...result);
      }),
    connections: 1,
    pipelining: 0,
    maxHeaderSize: HEADER_BYTES_MAX,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

async function exchange(dispatcher: Dispatcher, { url, request, over }: Asked): Promise<OutboundAnswer> {
  const { statusCode, headers, body } = await ask(url, {
    dispatcher,
    method: request.method,
    headers: { "user-agent": USER_AGENT, "accept-encoding": "identity", ...request.headers },
    body: request.body ?? null,
    signal: over,
  });
  return {
    status: statusCode,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name.toLowerCase(),
        Array.isArray(value) ? value.join(", ") : (value ?? ""),
      ]),
    ),
    body: await beginning(body, request.answerBytesMax ?? ANSWER_BYTES_MAX, over),
  };
}

/** As much of the body as comes in time and fits. */
async function beginning(body: Dispatcher.ResponseData["body"], bytesMax: number, over: AbortSignal): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  const late = AbortSignal.any([over, AbortSignal.timeout(BODY_MS_MAX)]);
  const stop = (): void => void body.destroy();
  late.addEventListener("abort", stop, { once: true });
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      if (length >= bytesMax) break;
    }
  } catch {
    // Its beginning is all that was asked for.
  } finally {
    late.removeEventListener("abort", stop);
  }
  return Buffer.concat(parts).subarray(0, bytesMax).toString("utf8");
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused the connection",
  ECONNRESET: "broke the connection off",
  EPIPE: "broke the connection off",
  UND_ERR_SOCKET: "broke the connection off",
  ETIMEDOUT: "didn't take the connection",
  UND_ERR_CONNECT_TIMEOUT: "didn't take the connection in time",
  EHOSTUNREACH: "can't be reached",
  ENETUNREACH: "can't be reached",
  EADDRNOTAVAIL: "can't be reached",
  UND_ERR_HEADERS_OVERFLOW: "answered with headers of more than 16 KiB",
};

/** The reason of a missing answer. It names the host and nothing of the path, which may be a secret. */
function failure(error: unknown, { url, request, progress, late, over }: Asked): Error {
  if (error instanceof errors.InvalidArgumentError)
    return new OutboundRefused(`The request can't be made: ${toSingleLine(error.message)}`);
  const host = toSingleLine(url.host, 100);
  const { connected, calledOff } = progress;
  if (calledOff !== undefined) return calledOff as Error;
  if (late.aborted) {
    const what = connected ? "gave no answer" : "couldn't be reached";
    return new OutboundFailed(`${host} ${what} within ${request.timeoutMs / 1000} s.`, connected);
  }
  if (over.aborted) return new OutboundFailed(`Asking ${host} was called off.`, connected);
  return new OutboundFailed(`${host} ${reasonOf(error)}.`, connected);
}

function reasonOf(error: unknown): string {
  const { code: given, name } = error as { readonly code?: unknown; readonly name?: unknown };
  const code = typeof given === "string" ? given : "";
  const known = REASONS[code];
  if (known !== undefined) return known;
  if (name === "HTTPParserError") return "answered what isn't HTTP";
  if (/CERT|SELF_SIGNED|^ERR_(SSL|TLS)_|UNABLE_TO/.test(code))
    return `isn't trusted: its certificate or TLS doesn't do (${toSingleLine(code, 80)})`;
  return "broke the connection off";
}
