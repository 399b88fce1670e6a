import type { IncomingMessage, ServerResponse } from "node:http";
import cors from "cors";

/** Answers a browser that asks beforehand, or lets the request go on with the headers that its page needs. */
export type Cors = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const PREFLIGHT_SECONDS = 600;

/**
 * Lets the pages of these origins, and of no others, send requests and read the answers. There are no cookies here, so
 * credentials are never allowed. Undefined where no origin is named: no header is sent then.
 */
export function createCors(origins: readonly string[]): Cors | undefined {
  if (origins.length === 0) return undefined;
  const allow = cors<IncomingMessage>({
    origin: [...origins],
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    exposedHeaders: ["Link", "X-Total-Count", "Retry-After", "X-Request-Id", "Idempotent-Replayed"],
    maxAge: PREFLIGHT_SECONDS,
  });
  return (request, response, next) => {
    if (isAllowedOrigin(origins, request.headers.origin)) {
      allow(request, response, next);
      return;
    }
    // A cache must not give the answer for one origin to another one.
    response.setHeader("vary", "Origin");
    next();
  };
}

export const isAllowedOrigin = (origins: readonly string[], origin: string | undefined): boolean =>
  origin !== undefined && origins.includes(origin);
