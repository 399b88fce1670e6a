import type { ServerResponse } from "node:http";

/** Aborted when the caller leaves before the answer. */
export function abortOnDisconnect(response: ServerResponse): AbortSignal {
  const left = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) left.abort(new Error("The caller has left."));
  });
  return left.signal;
}
