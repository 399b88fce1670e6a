import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import { csvOptions } from "../../kernel/csv.ts";

type Cell = string | number | null;

export interface CsvFile<Column extends string> {
  readonly name: string;
  /** In their order. */
  readonly columns: readonly Column[];
  readonly rows: AsyncIterable<Readonly<Record<Column, Cell>>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long a reader may take nothing before the connection is closed. */
  readonly stallMsMax: number;
}

/**
 * Answers a CSV file (RFC 4180) as its rows come, with back-pressure. Cells that a spreadsheet would take for a formula
 * get a leading apostrophe. An error before the first row is thrown. A later one breaks the connection, so that half a
 * file doesn't pass for a whole one. A reader that disconnects ends the reading of rows.
 */
export async function sendCsv<Column extends string>(response: ServerResponse, file: CsvFile<Column>): Promise<void> {
  const rows = file.rows[Symbol.asyncIterator]();
  const first = await rows.next();
  response.writeHead(200, {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${file.name}"`,
    "cache-control": "no-store",
    ...file.headers,
  });
  response.setTimeout(file.stallMsMax, () => response.destroy());
  const csv = stringify(csvOptions(file.columns));
  try {
    await pipeline(startingWith(first, rows), csv, response);
  } catch (error) {
    if (!isClosedConnection(error)) throw error;
  }
}

async function* startingWith<Row>(first: IteratorResult<Row>, rest: AsyncIterator<Row>): AsyncGenerator<Row> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** The reader went away before the end. */
export const isClosedConnection = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE";
