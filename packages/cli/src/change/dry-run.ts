import { cleanJson } from "../text/clean-text.ts";

/** A request that would change something, and was not sent. */
export interface DryRunRequest {
  readonly method: string;
  readonly path: string;
  /** The JSON that would be sent; null where there is none. */
  readonly body: unknown;
}

/** Thrown in place of sending the first request that would change something. */
export class DryRun extends Error {
  override readonly name = "DryRun";
  readonly request: DryRunRequest;

  constructor(request: DryRunRequest) {
    super(`Would send ${request.method} ${request.path}${request.body === null ? "" : ` ${cleanJson(request.body)}`}`);
    this.request = request;
  }
}

/** The dry run that ended a call: the client tells of what its `fetch` threw as the cause of its own error. */
export function findDryRun(error: unknown): DryRun | undefined {
  if (error instanceof DryRun) return error;
  return error instanceof Error && error.cause !== undefined ? findDryRun(error.cause) : undefined;
}

/** A `fetch` that reads, and throws `DryRun` where a request would change something. */
export const readOnlyFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  if (request.method === "GET" || request.method === "HEAD") return globalThis.fetch(request);
  const { pathname, search } = new URL(request.url);
  const text = await request.text();
  throw new DryRun({ method: request.method, path: pathname + search, body: text === "" ? null : JSON.parse(text) });
};
