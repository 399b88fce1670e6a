import { cleanJson } from "../text/clean-text.ts";

/** A request that a dry run didn't send. */
export interface DryRunRequest {
  readonly method: string;
  readonly path: string;
  /** JSON body; null without one. */
  readonly body: unknown;
}

/** Thrown instead of sending the first request that would change something. */
export class DryRun extends Error {
  override readonly name = "DryRun";
  readonly request: DryRunRequest;

  constructor(request: DryRunRequest) {
    super(`Would send ${request.method} ${request.path}${request.body === null ? "" : ` ${cleanJson(request.body)}`}`);
    this.request = request;
  }
}

/** Finds the dry run among the causes of an error: the client wraps what its `fetch` throws. */
export function findDryRun(error: unknown): DryRun | undefined {
  if (error instanceof DryRun) return error;
  return error instanceof Error && error.cause !== undefined ? findDryRun(error.cause) : undefined;
}

/** A `fetch` that throws `DryRun` for requests that would change something. */
export const readOnlyFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  if (request.method === "GET" || request.method === "HEAD") return globalThis.fetch(request);
  const { pathname, search } = new URL(request.url);
  const text = await request.text();
  throw new DryRun({ method: request.method, path: pathname + search, body: text === "" ? null : JSON.parse(text) });
};
