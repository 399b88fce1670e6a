import type { Request, RequestHandler, Response } from "express";
import { MIB } from "../../kernel/bytes.ts";
import { ApplicationError } from "../../kernel/errors.ts";
import { CORE_BODY_BYTES_MAX } from "../../model/request-limits.ts";
import type { Caller } from "../auth.ts";
import type { BodyReader } from "../ingest/body-reader.ts";
import { sha256 } from "./idempotency.ts";

const BODY_LIMIT_MIB = CORE_BODY_BYTES_MAX / MIB;

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i;
const UTF_8: ReadonlySet<string> = new Set(["utf-8", "utf8"]);

/**
 * Parses bodies of JSON, within the bounds in time and memory that ingestion has too. A body of another type is left
 * to the validator, which refuses it.
 */
export function jsonBody(bodies: BodyReader, isDigested: (request: Request) => boolean): RequestHandler {
  return async (request, response: Response, next) => {
    const type = request.headers["content-type"] ?? "";
    if (!hasBody(request) || !JSON_TYPE.test(type)) return next();
    const charset = CHARSET.exec(type)?.[1] ?? "utf-8";
    if (!UTF_8.has(charset.toLowerCase())) {
      throw new ApplicationError("unsupported_media_type", "Send the body in UTF-8, as application/json.");
    }
    const locals = response.locals as { caller: Caller; digest?: string };
    const body = await bodies.read(request, locals.caller.scope.organizationId).catch(inTermsOfThisInterface);
    try {
      if (isDigested(request)) locals.digest = sha256(body.bytes);
      request.body = parse(body.bytes);
    } finally {
      body.release();
    }
    next();
  };
}

const hasBody = ({ headers }: Request): boolean =>
  headers["transfer-encoding"] !== undefined || headers["content-length"] !== undefined;

/** An empty body is an object without fields: clients send it where nothing has to be said. */
function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  try {
    return JSON.parse(new TextDecoder().decode(bytes), storable) as unknown;
  } catch {
    throw new ApplicationError("invalid_json", "The body is not valid JSON.");
  }
}

/** PostgreSQL's text holds no U+0000; in a body it becomes U+FFFD as in telemetry. */
const storable = (_key: string, value: unknown): unknown =>
  typeof value === "string" ? value.toWellFormed().replaceAll("\u0000", "\uFFFD") : value;

/** The settings that the reader names are those of ingestion. */
const inTermsOfThisInterface = (error: unknown): never => {
  if (!(error instanceof ApplicationError) || error.status !== 413) throw error;
  throw new ApplicationError("body_too_large", `The body is larger than ${BODY_LIMIT_MIB} MiB.`);
};
