import type { ServerResponse } from "node:http";
import type { Request, Response } from "express";

type Headers = Readonly<Record<string, string>>;

export const ok = <const Body>(body: Body, headers: Headers = {}) => ({ status: 200, body, headers }) as const;

export const created = <const Body>(body: Body) => ({ status: 201, body }) as const;

/** The Link header that leads to the next page: the same request with another cursor. */
export function nextLink(request: Request, cursor: string | undefined): Headers {
  if (cursor === undefined) return {};
  const url = new URL(request.originalUrl, "http://any");
  url.searchParams.set("cursor", cursor);
  return { link: `<${url.pathname}${url.search}>; rel="next"` };
}

/** Sends stored JSON as an array without parsing it, since it may be megabytes. */
export function sendStored(response: Response, elements: readonly string[], headers: Headers): void {
  response
    .status(200)
    .set(headers)
    .type("application/json")
    .send(`[${elements.join(",")}]`);
}

/** Aborted when the caller disconnects before the answer. */
export function abortOnDisconnect(response: ServerResponse): AbortSignal {
  const left = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) left.abort(new Error("The caller has left."));
  });
  return left.signal;
}
