import type { IncomingHttpHeaders } from "node:http";
import { ApplicationError } from "../../kernel/errors.ts";
import { isAllowedOrigin } from "../cors.ts";

const CROSS_SITE: ReadonlySet<unknown> = new Set(["cross-site", "same-site"]);

/**
 * Refuses telemetry from pages of other sites, which could otherwise write into an ingestion without keys through any
 * browser nearby. Browsers send a preflight before JSON, and get no permission. They send a body without a type without
 * asking, and shippers use that too. A page may send telemetry only from this server, as the documentation does, or
 * from an allowed origin. Shippers send neither header.
 */
export function refuseCrossSite(headers: IncomingHttpHeaders, origins: readonly string[]): void {
  const unasked = headers.origin !== undefined && headers["content-type"] === undefined;
  const foreign = unasked || CROSS_SITE.has(headers["sec-fetch-site"]);
  if (foreign && !isAllowedOrigin(origins, headers.origin)) {
    throw new ApplicationError("cross_site_request", "A page of another site may not send telemetry.");
  }
}
