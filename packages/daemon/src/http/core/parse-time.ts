import { parseTimestamp } from "../../ingest/timestamp.ts";
import { invalidField } from "../../kernel/errors.ts";

export const TIME_FORMAT_MESSAGE = "must be a time in ISO 8601 with Z or an offset, such as 2026-01-02T03:04:05.678Z";

/** The document's pattern lets through days that no calendar has. Throws `invalid` naming the path, such as `/endsAt`. */
export function parseTime(text: string, path: string): number {
  const at = parseTimestamp(text);
  if (at !== undefined) return at;
  throw invalidField(path, TIME_FORMAT_MESSAGE);
}
