import { parseTimestamp, TIME_FORMAT_MESSAGE } from "../../ingest/timestamp.ts";
import { invalidField } from "../../kernel/errors.ts";

/** The document's pattern accepts days that no calendar has. Throws `invalid_request` naming the path, such as `/endsAt`. */
export function parseTime(text: string, path: string): number {
  const at = parseTimestamp(text);
  if (at !== undefined) return at;
  throw invalidField(path, TIME_FORMAT_MESSAGE);
}

export const parseOptionalTime = (text: string | undefined, path: string): number | undefined =>
  text === undefined ? undefined : parseTime(text, path);

/** The parameters `from` and `to`, as far as they are given. */
export function parseRange({ from, to }: { readonly from?: string; readonly to?: string }) {
  return {
    ...(from === undefined ? {} : { from: parseTime(from, "/query/from") }),
    ...(to === undefined ? {} : { to: parseTime(to, "/query/to") }),
  };
}
