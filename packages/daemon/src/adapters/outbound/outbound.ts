import { Agent, request as ask, buildConnector, type Dispatcher, errors } from "undici";
import { KIB } from "../../kernel/bytes.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import {
  type Outbound,
  type OutboundAnswer,
  OutboundFailed,
  OutboundRefused,
  type OutboundRequest,
} from "../../notify/outbound.ts";
import { addressRule } from "../network/address-rule.ts";
import { type AllowedHost, bareHost, organizationHostRule, readUrl } from "../network/host-rule.ts";
import { CONNECTION_FAILURES, pinned, type Resolve, resolveHost, systemResolve } from "../network/resolve.ts";

export interface OutboundOptions {
  /** NAME, NAME:PORT or *.DOMAIN that may lead to inner addresses, some for one organization alone. */
  readonly hosts: readonly AllowedHost[];
  readonly resolve?: Resolve;
}

const ANSWER_BYTES_MAX = 64 * KIB;
const HEADER_BYTES_MAX = 16 * KIB;
/** The status is what counts; the body is for people. */
const BODY_MS_MAX = 2_000;
const USER_AGENT = "Tocsin";
/** Every network, but no metadata service: one is reached only if a network names its address. */
const EVERYWHERE = ["0.0.0.0/0", "::/0"];

/** See `Outbound`. Every request has a connection of its own, to the addresses that were checked for it. */
export function createOutbound({ hosts, resolve = systemResolve }: OutboundOptions): Outbound {
  const isAllowed = organizationHostRule(hosts);
  const isPublic = addressRule([]);
  const isReachable = addressRule(EVERYWHERE);
  return async (request, signal) => {
    const url = readUrl(request.url, "The address", (message) => new OutboundRefused(message));
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
      // The rest of the answer is not read.
      agent.destroy().catch(() => undefined);
    }
  };
}

interface Asked {
  readonly url: URL;
  readonly request: OutboundRequest;
  /** Connected: the request may have arrived. Called off: the error of `leave`. */
  readonly progress: { connected: boolean; calledOff: unknown };
  readonly late: AbortSignal;
  /** Aborted after the timeout and by the caller. */
  readonly over: AbortSignal;
}

async function addressesOf(
  { url, over, late }: Asked,
  resolve: Resolve,
  mayBeReached: (address: string) => boolean,
): Promise<readonly string[]> {
  const host = bareHost(url.hostname);
  const addresses = await resolveHost(host, resolve, over);
  const shown = toSingleLine(host, 100);
  if ("problem" in addresses) {
    const isCancelled = over.aborted && !late.aborted;
    throw new OutboundFailed(isCancelled ? `Resolving the name ${shown} was cancelled.` : addresses.problem, false);
  }
  // The message names no address: it may be inside.
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
          request.beforeSend?.();
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

/** The beginning of the body, within the limits of time and size. */
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
    // The beginning is enough.
  } finally {
    late.removeEventListener("abort", stop);
  }
  return Buffer.concat(parts).subarray(0, bytesMax).toString("utf8");
}

const REASONS: Readonly<Record<string, string>> = {
  ...CONNECTION_FAILURES,
  UND_ERR_SOCKET: "broke the connection off",
  UND_ERR_CONNECT_TIMEOUT: "didn't take the connection in time",
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
