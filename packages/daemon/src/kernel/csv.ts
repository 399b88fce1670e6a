import type { Options } from "csv-stringify";
import { stringify } from "csv-stringify/sync";
import { escapeFormulas } from "./formula.ts";

/** RFC 4180. Cells that a spreadsheet would take for a formula get a leading apostrophe. */
export const csvOptions = (columns: readonly string[]): Options => ({
  header: true,
  columns: [...columns],
  record_delimiter: "windows",
  // The library alone quotes only a carriage return followed by a line feed.
  quoted_match: /[\r\n]/,
  cast: { string: escapeFormulas, object: (value) => escapeFormulas(JSON.stringify(value)) },
});

export const toCsv = (columns: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string =>
  stringify([...rows], csvOptions(columns));
