// LogHub's samples of 2,000 lines: each line's text, the event that it is an occurrence of, and the event's
// template, normalized.
import { basename } from "node:path";
import { parse } from "csv-parse/sync";
import { filesBelow, readText } from "../files.mjs";
import { normalizedAll } from "./template-text.mjs";

const NAME = /^(.+)_2k\.log_structured\.csv(\.gz)?$/;

/** Every system that is there, in order of names: `{ name, lines, events, templates }`. */
export const loghubCorpus = (folder) =>
  filesBelow(folder, "")
    .flatMap((path) => {
      const name = NAME.exec(basename(path))?.[1];
      return name === undefined ? [] : [{ name, path }];
    })
    .map(({ name, path }) => {
      const rows = parse(readText(path), { columns: true, relax_column_count: true, bom: true });
      return {
        name,
        lines: rows.map(({ Content }) => Content),
        events: rows.map(({ EventId }) => EventId),
        templates: normalizedAll(rows.map(({ EventTemplate }) => EventTemplate)),
      };
    });
