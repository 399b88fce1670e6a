import type { Client } from "../generated/core/client/index.ts";
import { coerceError, type Surroundings, send } from "./send.ts";

/** What every method takes as its last argument. */
export interface CallOptions {
  /** Ends the call: whatever it waits for, it then throws the reason of the signal. A total deadline is `AbortSignal.timeout(ms)`. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that one try may take. Defaults to the client's. */
  readonly timeoutMs?: number | undefined;
  /** Tries after the first one. Defaults to the client's. */
  readonly retries?: number | undefined;
}

/** A query without its `undefined`s, so that flags can be passed on as they are. */
export type Query<Data extends { query?: unknown }> = {
  [Name in keyof NonNullable<Data["query"]>]: NonNullable<Data["query"]>[Name] | undefined;
};

/** The way to one of the two interfaces. */
export interface Port<Api> {
  /** The generated operations. */
  readonly api: Api;
  /** What each of them is called with, so that it throws, and goes through our transport. */
  with(options: CallOptions | undefined, accept?: string): { throwOnError: true; fetch: typeof fetch };
}

/** The defaults of a client's calls. */
export interface Defaults extends Surroundings {
  readonly timeoutMs: number;
  readonly retries: number;
}

const json = "application/json";

/** The port of an interface, over the generated client of that interface. */
export function createPort<Api>(api: Api, client: Pick<Client, "interceptors">, defaults: Defaults): Port<Api> {
  client.interceptors.error.use(coerceError);
  return {
    api,
    with: (options, accept = json) => ({ throwOnError: true, fetch: transportFor(options, accept, defaults) }),
  };
}

/** A `fetch` that retries. It takes a Request alone, which is how the generated client calls it. */
export function transportFor(
  options: CallOptions | undefined,
  accept: string | undefined,
  defaults: Defaults,
): typeof fetch {
  const { timeoutMs = defaults.timeoutMs, retries = defaults.retries, signal } = options ?? {};
  return (input) => send(input as Request, { timeoutMs, retries, signal, accept }, defaults);
}

/** The body of an answer. */
export async function data<Data>(result: Promise<{ data: Data }>): Promise<Data> {
  return (await result).data;
}
