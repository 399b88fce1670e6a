import { PAGE_BYTES_MAX } from "../model/limits.ts";

interface Page<Row> {
  readonly rows: readonly Row[];
  /** Whether something follows. */
  readonly more: boolean;
}

/**
 * As many rows as a page holds: by number and by bytes, and one at least, so that every page leads on. Asks for no
 * more than the one behind it; whoever gives rows in one piece gives that one too.
 */
export function fillPage<Row>(rows: Iterable<Row>, limit: number, bytesOf: (row: Row) => number): Page<Row> {
  const page: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += bytesOf(row);
    if (page.length === limit || (page.length > 0 && bytes > PAGE_BYTES_MAX)) return { rows: page, more: true };
    page.push(row);
  }
  return { rows: page, more: false };
}
