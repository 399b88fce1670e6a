import { createBuffered } from "./areas/buffered.ts";
import { CoreAreas, createHealth, createIngest } from "./areas/generated/areas.gen.ts";
import { createStream, type StreamMethod } from "./areas/stream.ts";
import { createClient } from "./generated/client/client.gen.ts";
import { createDelivery } from "./ingest/post.ts";
import { headerValue, userAgentOf } from "./transport/headers.ts";
import { type CallOptions, createPort, type Defaults } from "./transport/port.ts";
import { createRequest, type RawRequest } from "./transport/raw.ts";
import { createBudget } from "./transport/retry.ts";
import { type Hooks, type ResponseInfo, type RetryInfo, surroundings } from "./transport/send.ts";

/**
 * A token, or a function that returns one. It is called before every request, so that it can renew the token. An error
 * that it throws fails the call.
 * @example
 * import { Tocsin, type Token } from "@tocsin/sdk";
 *
 * const token: Token = async () => (await fetch("https://login.example.com/token")).text();
 * const renewing = new Tocsin({ baseUrl: "https://tocsin.example.com", token });
 */
export type Token = string | (() => string | Promise<string>);

/**
 * All fields may be missing: what the environment says counts then, and after that the default.
 * @example
 * import { Tocsin } from "@tocsin/sdk";
 *
 * const patient = new Tocsin({ baseUrl: "https://tocsin.example.com", timeoutMs: 10_000, deadlineMs: 60_000, retries: 5 });
 */
export interface TocsinOptions extends Hooks {
  /** Address of the core interface. Else `TOCSIN_URL`, else http://127.0.0.1:7070. */
  readonly baseUrl?: string | undefined;
  /** Address of the ingestion interface. Else `TOCSIN_INGEST_URL`, else http://127.0.0.1:7071. */
  readonly ingestUrl?: string | undefined;
  /** JWT for the core interface. Else `TOCSIN_TOKEN`. */
  readonly token?: Token | undefined;
  /** Key for the ingestion interface, where it asks for one. Else `TOCSIN_API_KEY`. */
  readonly apiKey?: string | undefined;
  /** Organization that events are sent to. Else `TOCSIN_ORGANIZATION`, else the one that the key is bound to, else `default`. */
  readonly organizationId?: string | undefined;
  /** Milliseconds that one try of a request may take. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds that a call may take with all its tries and the pauses between them. Default: no limit. */
  readonly deadlineMs?: number | undefined;
  /** Tries after the first one. Default 2. */
  readonly retries?: number | undefined;
  /**
   * Tries beyond the first one that all calls of this client may spend together; each call that succeeds gives a fifth of
   * one back. While none is left, every request is sent once, so that an outage is not multiplied. A try that the server
   * gave a time for (`Retry-After`) costs nothing. Default 100; `Infinity` sets no limit.
   */
  readonly retryBudget?: number | undefined;
  /** The name of the application, which precedes the SDK's own name in `User-Agent`. Not used in browsers. */
  readonly userAgent?: string | undefined;
  /** Does the requests. Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
  /** How to wait between tries, for tests. Rejects once the signal aborts. */
  readonly wait?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  /**
   * Called with every answer of a call without its own `onResponse`; not of the stream. An error that it throws fails
   * the call.
   */
  readonly onResponse?: ((response: ResponseInfo) => void) | undefined;
  /** Called before every retry of a call without its own `onRetry`. An error that it throws fails the call. */
  readonly onRetry?: ((retry: RetryInfo) => void) | undefined;
}

/** Where the core interface is looked for. */
export const defaultBaseUrl = "http://127.0.0.1:7070";
/** Where the ingestion interface is looked for. */
export const defaultIngestUrl = "http://127.0.0.1:7071";

// Areas have the inferred types of their factories, because explicit types would lose the comments of their methods.

/**
 * A client of both interfaces. It holds no connection and needs no closing.
 *
 * Its areas are named as those of the interface. Every method takes {@link CallOptions} last and rejects with a {@link
 * TocsinError}, by status. Calls that are safe to repeat are retried first: see the table in the README.
 * @example
 * import { Tocsin } from "@tocsin/sdk";
 *
 * const client = new Tocsin({ baseUrl: "https://tocsin.example.com", token: "eyJ…" });
 * for await (const incident of client.incidents.listAll({ status: "OPEN" })) console.log(incident.title);
 */
export class Tocsin extends CoreAreas {
  declare readonly incidents: CoreAreas["incidents"] & StreamMethod;
  /**
   * Telemetry in. A resolved call means that the events are durable. After a rejected one they may not be, and can be
   * sent again with the same key.
   */
  readonly ingest: ReturnType<typeof createIngest> & ReturnType<typeof createBuffered>;
  /** Whether each of the two interfaces is well. None of its methods needs a token. */
  readonly health: {
    readonly core: ReturnType<typeof createHealth>;
    readonly ingestion: ReturnType<typeof createHealth>;
  };
  /**
   * Sends any request with the client's token or key, its retries and its errors, for what the other methods don't cover.
   * A POST gets an Idempotency-Key unless it has one. Answers the Response, its body read already.
   * @throws TocsinError by status.
   * @example
   * const answer = await tocsin.request({ method: "GET", path: "/incidents?limit=5" });
   * console.log(answer.status, await answer.json());
   */
  readonly request: (request: RawRequest, options?: CallOptions) => Promise<Response>;

  /**
   * @throws TypeError where an address is none, or a token, key or organization can't be sent; RangeError where
   * `retryBudget` is no number of tries.
   * @example
   * import { Tocsin } from "@tocsin/sdk";
   *
   * const fromTheEnvironment = new Tocsin();
   */
  constructor(options: TocsinOptions = {}) {
    const said = readEnvironment();
    const baseUrl = address(options.baseUrl ?? said("TOCSIN_URL") ?? defaultBaseUrl, "baseUrl");
    const ingestUrl = address(options.ingestUrl ?? said("TOCSIN_INGEST_URL") ?? defaultIngestUrl, "ingestUrl");
    const given = options.token ?? said("TOCSIN_TOKEN");
    const token = typeof given === "function" ? given : headerValue("token", given);
    const apiKey = headerValue("apiKey", options.apiKey ?? said("TOCSIN_API_KEY"));
    const organizationId = headerValue("organizationId", options.organizationId ?? said("TOCSIN_ORGANIZATION"));
    const defaults = defaultsOf(options);
    const readToken = async () => (typeof token === "function" ? headerValue("token", await token()) : token);
    const readKey = async () => apiKey;
    const headers: Record<string, string> = organizationId === undefined ? {} : { "x-organization-id": organizationId };

    const core = createPort(createClient({ baseUrl }), readToken, defaults);
    super(core);
    const ingestion = createPort(createClient({ baseUrl: ingestUrl, headers }), readKey, defaults);

    const coreHeaders = (value: string | undefined) =>
      new Headers(value === undefined ? {} : { authorization: `Bearer ${value}` });
    const ingestHeaders = (key: string | undefined) =>
      new Headers({ ...headers, ...(key !== undefined && { "x-api-key": key }) });
    const stream = createStream(
      {
        url: `${baseUrl}/incidents/stream`,
        timeoutMs: defaults.timeoutMs,
        headers: async () => coreHeaders(await readToken()),
      },
      defaults,
    );

    this.incidents = { ...this.incidents, stream };
    const delivery = createDelivery(ingestUrl, ingestHeaders(apiKey), defaults);
    this.ingest = { ...createIngest(ingestion), ...createBuffered(delivery) };
    this.health = { core: createHealth(core), ingestion: createHealth(ingestion) };
    this.request = createRequest(
      {
        core: { url: baseUrl, credentials: readToken, headers: coreHeaders },
        ingestion: { url: ingestUrl, credentials: readKey, headers: ingestHeaders },
      },
      defaults,
    );
  }
}

function defaultsOf(options: TocsinOptions): Defaults {
  const { timeoutMs = 30_000, retries = 2, retryBudget = 100, deadlineMs, onResponse, onRetry } = options;
  return {
    ...surroundings,
    ...(options.fetch && { fetch: options.fetch }),
    ...(options.wait && { wait: options.wait }),
    userAgent: userAgentOf(options.userAgent),
    timeoutMs,
    deadlineMs,
    retries,
    budget: createBudget(retryBudget),
    onResponse,
    onRetry,
  };
}

/** Reads environment variables; a browser has none. An empty value counts as none. */
function readEnvironment(): (name: string) => string | undefined {
  const { env = {} } = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process ?? {};
  return (name) => env[name]?.trim() || undefined;
}

function address(value: string, name: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TypeError(`${name} must be an address such as http://127.0.0.1:7070, and is ${JSON.stringify(value)}.`);
  if (url.username || url.password)
    throw new TypeError(`${name} must hold no user and no password; who asks is told by the token or the key.`);
  if (url.search || url.hash) throw new TypeError(`${name} must end before ? and #, and is ${JSON.stringify(value)}.`);
  return url.href.replace(/\/+$/, "");
}
