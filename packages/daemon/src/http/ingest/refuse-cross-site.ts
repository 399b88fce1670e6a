import type { IncomingHttpHeaders } from "node:http";
import { ApplicationError } from "../../kernel/errors.ts";
import { isAllowedOrigin } from "../cors.ts";

const CROSS_SITE: ReadonlySet<unknown> = new Set(["cross-site", "same-site"]);

/**
 * An ingestion without keys is open to whoever reaches it, and the browser of anybody near it reaches it for every
 * page that is looked at. Browsers ask before they send JSON to another site, and are given no leave; a body without
 * a type they send unasked, and it is taken from shippers. So a page may send telemetry only where it comes from
 * this very server, as the documentation does, or from one of the origins that are named in the settings. Shippers send
 * neither header.
 */
export function refuseCrossSite(headers: IncomingHttpHeaders, origins: readonly string[]): void {
  const unasked = headers.origin !== undefined && headers["content-type"] === undefined;
  const foreign = unasked || CROSS_SITE.has(headers["sec-fetch-site"]);
  if (foreign && !isAllowedOrigin(origins, headers.origin)) {
    throw new ApplicationError("cross_site_request", "A page of another site may not send telemetry.");
  }
}
