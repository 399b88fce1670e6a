import { PAGE_BYTES_MAX } from "../../model/page-limits.ts";

interface Page<Row> {
  readonly rows: readonly Row[];
  /** Whether something follows. */
  readonly more: boolean;
}

/** A page with the rows of several sources, one after the other. */
export interface PageBuilder<Row> {
  readonly page: Page<Row>;
  /** Adds rows up to the first that does not fit; then `page.more` is true. */
  fill(rows: Iterable<Row>): void;
}

/** A page is bounded by its number of rows and by bytes. It holds one row at least, so that every page leads on. */
export function buildPage<Row>(limit: number, bytesOf: (row: Row) => number): PageBuilder<Row> {
  const rows: Row[] = [];
  const page = { rows, more: false };
  let bytes = 0;
  return {
    page,
    fill(given) {
      for (const row of given) {
        bytes += bytesOf(row);
        page.more = rows.length === limit || (rows.length > 0 && bytes > PAGE_BYTES_MAX);
        if (page.more) return;
        rows.push(row);
      }
    },
  };
}

/** The page of one source. It reads one row beyond the page at most. */
export function fillPage<Row>(rows: Iterable<Row>, limit: number, bytesOf: (row: Row) => number): Page<Row> {
  const builder = buildPage(limit, bytesOf);
  builder.fill(rows);
  return builder.page;
}
