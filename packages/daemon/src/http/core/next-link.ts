import type { Request } from "express";

/** The Link header that leads to the next page: the same request with another cursor. */
export function nextLink(request: Request, cursor: string | undefined): Record<string, string> {
  if (cursor === undefined) return {};
  const url = new URL(request.originalUrl, "http://any");
  url.searchParams.set("cursor", cursor);
  return { link: `<${url.pathname}${url.search}>; rel="next"` };
}
