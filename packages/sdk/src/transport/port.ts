import type { Client } from "../generated/client/index.ts";
import { Api } from "../generated/sdk.gen.ts";
import { type CallEnd, callEndOf, unlessEnded } from "./call-end.ts";
import { newIdempotencyKey } from "./headers.ts";
import type { RetryBudget } from "./retry.ts";
import { type CallContext, coerceError, type Hooks, type ResponseInfo, type RetryInfo, send } from "./send.ts";

/** The last argument of every method. */
export interface CallOptions extends Hooks {
  /** Ends the call: whatever it waits for, it then throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that one try may take. Defaults to the client's. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds that the whole call may take, with all its tries and the pauses between them. Defaults to the client's. */
  readonly deadlineMs?: number | undefined;
  /** Tries after the first one. Defaults to the client's. */
  readonly retries?: number | undefined;
  /**
   * For methods that POST: what has the same key within 24 hours is done once, and answered as it was the first time.
   * 1 to 255 characters. Defaults to a new one for each call, kept over its tries; one of your own holds over a restart too.
   * @example
   * await tocsin.comments.add("019353e1-7c1a-7000-8000-1b2c3d4e5f60", { author: "CI", body: "Rolled back." }, { idempotencyKey: "build-4711" });
   */
  readonly idempotencyKey?: string | undefined;
  /**
   * Called with every answer, also of tries that are repeated; the last one is that of the call. It has status, headers
   * and request id. An error that it throws fails the call.
   * @example
   * await tocsin.incidents.list({}, { onResponse: ({ status, requestId }) => console.log(status, requestId) });
   */
  readonly onResponse?: ((response: ResponseInfo) => void) | undefined;
  /**
   * Called before every retry. An error that it throws fails the call.
   * @example
   * await tocsin.team.list({ onRetry: ({ error, delayMs }) => console.warn(`${error.message} Next in ${delayMs} ms.`) });
   */
  readonly onRetry?: ((retry: RetryInfo) => void) | undefined;
}

/** The last argument of every method that sends telemetry. */
export interface SendOptions extends CallOptions {
  /** The organization that the events belong to. Defaults to the client's. */
  readonly organizationId?: string | undefined;
}

/** A query whose optional fields may be `undefined`, so that flags can be passed on as they are. */
export type Query<Data extends { query?: unknown }, Fields = NonNullable<Data["query"]>> = {
  [Name in keyof Fields]: Flag<Fields[Name]> | (object extends Pick<Fields, Name> ? undefined : never);
};
/** The words "true" and "false" are booleans. */
type Flag<Value> = Value extends "true" | "false" ? boolean : Value;

/** The query as the generated operations take it; they write booleans as words. */
export const queryOf = <Data extends { query?: unknown }>(filter: Query<Data> | undefined): Data["query"] =>
  filter as Data["query"];

/** The way to one of the two interfaces. */
export interface Port {
  /** The generated operations. */
  readonly api: Api;
  /** The options of an operation, with which it throws and uses our transport. */
  with(
    options: SendOptions | undefined,
    accept?: string,
  ): Pick<Transport, "fetch" | "auth"> & { throwOnError: true; headers?: Record<string, string> };
}

/** The defaults of a client's calls. */
export interface Defaults extends CallContext, Hooks {
  readonly timeoutMs: number;
  readonly deadlineMs: number | undefined;
  readonly retries: number;
  readonly budget: RetryBudget;
}

/** The way of one call. */
export interface Transport {
  /** A `fetch` that retries. It takes a Request alone, which is how the generated client calls it. */
  readonly fetch: typeof fetch;
  /** The token or key, unless the call ends before it is there. */
  readonly auth: () => Promise<string | undefined>;
}

export type Credentials = () => Promise<string | undefined>;

const json = "application/json";

/** The port of an interface, over the generated client of that interface. */
export function createPort(client: Client, credentials: Credentials, defaults: Defaults): Port {
  client.interceptors.request.use(refuseUnaddressable);
  client.interceptors.error.use(coerceError);
  return {
    api: new Api({ client }),
    with: (options, accept = json) => ({
      throwOnError: true,
      ...transportFor(options, accept, credentials, defaults),
      ...(options?.organizationId !== undefined && { headers: { "x-organization-id": options.organizationId } }),
    }),
  };
}

/** These would address another resource: a URL drops them from its path. */
const UNADDRESSABLE: ReadonlySet<unknown> = new Set(["", ".", ".."]);

function refuseUnaddressable(request: Request, { path = {} }: { path?: Readonly<Record<string, unknown>> }): Request {
  for (const [name, value] of Object.entries(path))
    if (UNADDRESSABLE.has(value)) throw new TypeError(`${name} must not be "${value}".`);
  return request;
}

export function transportFor(
  options: CallOptions = {},
  accept: string | undefined,
  credentials: Credentials,
  defaults: Defaults,
): Transport {
  const { timeoutMs = defaults.timeoutMs, retries = defaults.retries, deadlineMs = defaults.deadlineMs } = options;
  const { onResponse = defaults.onResponse, onRetry = defaults.onRetry } = options;
  let ending: CallEnd | undefined;
  // Not before it is needed: what it throws then rejects the call, as every other failure does.
  const started = () => {
    ending ??= callEndOf(options.signal, deadlineMs);
    return ending;
  };
  return {
    auth: async () => unlessEnded(credentials(), started()),
    fetch: async (input) => {
      giveKey(input as Request, options.idempotencyKey);
      const terms = { timeoutMs, retries, budget: defaults.budget, ending: started(), accept, onResponse, onRetry };
      return send(input as Request, terms, defaults);
    },
  };
}

/** Every POST has a key, so that it may be sent again where nobody knows whether it arrived. */
function giveKey({ method, headers }: Request, key = newIdempotencyKey()): void {
  if (method === "POST" && !headers.has("idempotency-key")) headers.set("idempotency-key", key);
}

/** The body of an answer. */
export async function data<Data>(result: Promise<{ data: Data }>): Promise<Data> {
  return (await result).data;
}
