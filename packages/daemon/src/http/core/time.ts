import { parseTimestamp } from "../../ingest/timestamp.ts";
import { ApplicationError } from "../../kernel/errors.ts";

/** The document's pattern lets through days that no calendar has. Throws `invalid` naming the path, such as `/endsAt`. */
export function timeOf(text: string, path: string): number {
  const at = parseTimestamp(text);
  if (at !== undefined) return at;
  const message = "must be a time in ISO 8601 with Z or an offset";
  throw new ApplicationError("invalid", `Invalid request: ${path} ${message}`, { details: [{ path, message }] });
}
